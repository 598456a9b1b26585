//! A player for tests: plays a run by chance, busily, and the same run every time.

use crate::support::content::catalog;
use base::{Dir, Pos, Purpose, Seed, Stream};
use content::Depth;
use engine::sim::{CartIndex, Command, Game, RunStatus, Setup};
use runs::record::{RunHeader, Session, Sink};

/// A shift at depth 1.
pub(crate) fn setup(kind: &str, seed: u64) -> Setup {
    Setup::shift(kind, Depth(1), Seed(seed))
}

pub(crate) fn opening(kind: &str, seed: u64) -> RunHeader {
    RunHeader::new("Ann", setup(kind, seed), catalog())
}

/// Decides what to do next. It looks at the state by `check` alone, so that it never asks for what
/// is refused, and knows nothing of playing well.
pub(crate) struct Driver(Stream);

impl Driver {
    pub(crate) fn new(seed: u64) -> Driver {
        Driver(Stream::new(Seed(seed), Purpose::new("driver"), ()))
    }

    /// The next command; `None` when the run is over.
    pub(crate) fn next(&mut self, game: &Game) -> Option<Command> {
        match game.status() {
            RunStatus::Over(_) => return None,
            RunStatus::Busy if !self.0.one_in(20) => return Some(Command::Continue),
            _ => {}
        }
        for _ in 0..12 {
            let command = self.propose(game);
            if game.check(&command).is_ok() {
                return Some(command);
            }
        }
        Some(Command::Wait)
    }

    fn propose(&mut self, game: &Game) -> Command {
        let dir = Dir::ALL[self.0.below(8) as usize];
        let slot = CartIndex(self.0.below(6) as u8);
        let floor = game.world().floor();
        let any = Pos::new(self.0.range(0, floor.width() - 1), self.0.range(0, floor.height() - 1));
        let near = game.world().player_pos() + dir + dir;
        match self.0.below(30) {
            0..=4 => Command::NextJob,
            5..=8 => Command::Work(Some(dir)),
            9 => Command::Work(None),
            10 => Command::Carry(Some(dir)),
            11 => Command::Carry(None),
            12..=14 => Command::Explore,
            15..=18 => Command::Step(dir),
            19 => Command::StepAnyway(dir),
            20 => Command::CloseDoor(dir),
            21 => Command::Travel(any),
            22 => Command::Get,
            23 => Command::Equip { slot },
            24 => Command::Use { slot },
            25 => Command::Throw { slot, target: near },
            26 => Command::Rest,
            27 => Command::BarDoor(dir),
            28 => Command::Douse(Some(dir)),
            _ => Command::Wait,
        }
    }
}

/// Plays on for so many commands, or to the end.
pub(crate) fn play<S: Sink>(session: &mut Session<S>, driver: &mut Driver, commands: u32)
where
    S::Error: std::fmt::Debug,
{
    for _ in 0..commands {
        let Some(command) = driver.next(session.game()) else { return };
        session.submit(command).unwrap_or_else(|error| panic!("{command:?}: {error:?}"));
    }
}
