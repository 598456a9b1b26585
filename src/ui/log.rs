//! What was said during a run, repeats folded: for the foot of the map and for the history.

use crate::{
    sim::Turns,
    view::{Message, Tone},
};

/// The lines said so far, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Vec<Line>,
}

/// A line, and how often it was said in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub tone: Tone,
    pub times: u32,
    /// When it was said last.
    pub at: Turns,
}

/// More lines than this are not kept.
const MOST: usize = 2_000;

impl Log {
    /// Adds a line; the same one as before is counted instead.
    pub fn add(&mut self, at: Turns, message: Message) {
        if let Some(last) = self.lines.last_mut()
            && last.text == message.text
            && last.tone == message.tone
        {
            last.times += 1;
            last.at = at;
            return;
        }
        if self.lines.len() >= MOST {
            self.lines.remove(0);
        }
        self.lines.push(Line { text: message.text, tone: message.tone, times: 1, at });
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}
