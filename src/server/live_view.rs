//! A run that somebody else plays now, followed by what of it reaches the store: whoever plays is not asked for anything.

use crate::record::{Frame, NullSink, Session};
use crate::save::{self, RunReader};
use crate::sim::{Game, Outcome, RunStatus};
use crate::ui::HostError;

use super::FrontEnd;
use super::host::failed;
use super::store::RunKey;

/// The state of a run as far as the store has it.
pub(super) struct LiveView {
    run: RunKey,
    session: Session<NullSink>,
    /// The first bytes of the file: frames are read behind them.
    header: Vec<u8>,
    /// How many bytes of the file were read.
    length: u64,
}

impl LiveView {
    /// The state of a run now.
    pub(super) fn open(run: RunKey, front_end: &FrontEnd) -> Result<LiveView, HostError> {
        let bytes = front_end.store.run_bytes(run).map_err(failed)?.ok_or(HostError::NoSuchRun)?;
        let name = run.to_string();
        let reader = RunReader::new(&name, bytes.as_slice())?;
        let header = bytes[..reader.offset() as usize].to_vec();
        let session = save::load_from(reader)?.session(&front_end.catalog, NullSink)?;
        Ok(LiveView { run, session, header, length: bytes.len() as u64 })
    }

    pub(super) fn game(&self) -> &Game {
        self.session.game()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.game().status(), RunStatus::Over(_))
    }

    /// Plays what has come since the last call, a command at a time.
    ///
    /// # Errors
    /// The store has failed, or holds what the rules refuse.
    pub(super) fn follow(
        &mut self,
        front_end: &FrontEnd,
        mut show: impl FnMut(&Game, &Outcome),
    ) -> Result<(), HostError> {
        let news = front_end.store.run_bytes_from(self.run, self.length).map_err(failed)?;
        if news.is_empty() {
            return Ok(());
        }
        self.length += news.len() as u64;
        let name = self.run.to_string();
        let bytes = [&self.header[..], &news].concat();
        for frame in RunReader::new(&name, bytes.as_slice())? {
            if let Frame::Command(command) = frame? {
                let outcome = self.session.submit(command).map_err(|_| HostError::NoSuchRun)?;
                show(self.session.game(), &outcome);
            }
        }
        Ok(())
    }
}
