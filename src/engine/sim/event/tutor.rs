//! What the tutorial does besides the floor's own rules.

use serde::Serialize;

/// What the tutorial does. Lessons and remarks are told by their places in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TutorEvent {
    /// A lesson was fulfilled, in its turn or well `ahead` of it.
    LessonLearned {
        lesson: u8,
        ahead: bool,
    },
    /// The present lesson takes long.
    Helped {
        lesson: u8,
    },
    Remarked {
        remark: u8,
    },
    /// The player was saved from death.
    Caught,
    /// The supplies were filled up.
    Refilled,
    /// Dawn was near, and is not any more.
    DawnPutOff,
}
