//! What a run consists of, as its recording has it.

use super::{Frame, Mark};
use engine::sim::Command;

/// What a recording holds besides digests and states: what a run consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Command(Command),
    Mark(Mark),
}

impl From<Entry> for Frame {
    fn from(entry: Entry) -> Frame {
        match entry {
            Entry::Command(command) => Frame::Command(command),
            Entry::Mark(mark) => Frame::Mark(mark),
        }
    }
}
