//! A run as the screens drive it: a game in memory, or one whose every command a host records.

use std::path::{Path, PathBuf};
use std::time::Duration;

use content::Catalog;
use engine::sim::{Command, Digest, Game, Outcome, Reject};
use engine::view::{View, describe_refusal};
use runs::record::LiveTimer;
use runs::save::RunId;

use super::{host_error::HostError, log::Log};

pub trait Run {
    fn view(&self) -> View<'_>;

    /// Carries a command out. What was accepted is recorded when this returns, or with the next
    /// [`Run::commit`].
    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal>;

    /// Hands what was accepted to the storage, without waiting for it: called before a picture is
    /// drawn.
    fn begin_commit(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// Called before a picture is sent. When it returns, what was accepted survives the loss of
    /// this process: nothing that is shown is ever taken back.
    fn commit(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// Called while the player has pressed no key: brings to lasting storage what is due.
    fn idle(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// Called before the run is left: when it returns, everything is in lasting storage.
    fn save(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// Where all of the run can be written if it cannot be saved; `None` where the host keeps no
    /// files.
    fn proposed_copy(&self) -> Option<PathBuf> {
        None
    }

    fn save_copy(&mut self, _: &Path) -> Result<(), HostError> {
        Err(HostError::Refused("no files are written here"))
    }

    /// What the player should know of how the run is kept: sentences, each told once.
    fn news(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn watchers(&self) -> u32 {
        0
    }

    /// When the run has reached what it can be split by; `None` where it is not timed.
    fn timer(&mut self) -> Option<&LiveTimer> {
        None
    }

    /// What was told in the run before it was taken up, as far as it has been made again. It is
    /// handed out once.
    fn earlier_log(&mut self) -> EarlierLog {
        EarlierLog::Nothing
    }

    /// How long it has been played, the time without it left out; it stands still once the run is
    /// over.
    fn real_time(&self) -> Option<Duration> {
        None
    }

    /// What the player typed for the seed, if that is kept and was more than its number.
    fn word(&self) -> Option<&str> {
        None
    }

    /// Whether the seed is kept from the player for now.
    fn hides_seed(&self) -> bool {
        false
    }

    /// The digest and the name by which the host keeps the run; `None` where it keeps nothing.
    fn receipt(&self) -> Option<Receipt> {
        None
    }
}

/// What was told in a run before it was taken up.
#[derive(Debug)]
pub enum EarlierLog {
    /// Nothing, or it was handed out before.
    Nothing,
    Pending,
    /// The oldest line first.
    Made(Log),
}

/// What identifies a run to others, such as a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The digest of all that was recorded: the last link of its chain.
    pub digest: Digest,
    /// The name by which the host finds the run again.
    pub run: RunId,
    /// Where the run is kept, in words for the player, such as the path of its file; as
    /// [`Host::location`] has it. The result screen names it to verify the run by.
    ///
    /// [`Host::location`]: super::Host::location
    pub location: String,
    /// The command line that brings the file to the player's machine, where the host keeps it
    /// elsewhere.
    pub fetch: Option<String>,
    pub ranked: bool,
}

#[derive(Debug)]
pub enum CommandRefusal {
    Rules(Reject),
    Storage(HostError),
}

impl CommandRefusal {
    /// The reason in words for the player.
    pub fn text(&self, catalog: &Catalog) -> String {
        match self {
            CommandRefusal::Rules(reject) => describe_refusal(*reject, catalog),
            CommandRefusal::Storage(error) => error.to_string(),
        }
    }
}

/// A game in memory, of which nothing is kept.
impl Run for Game {
    fn view(&self) -> View<'_> {
        Game::view(self)
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        self.step(command).map_err(CommandRefusal::Rules)
    }
}
