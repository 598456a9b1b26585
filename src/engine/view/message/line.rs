//! A message of the log: a text and its tone.

/// A message of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub tone: Tone,
}

/// The tone of a message, from the player's point of view; screens choose colours by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    /// Calls for attention.
    Warning,
    /// Reports progress of the work.
    Work,
}
