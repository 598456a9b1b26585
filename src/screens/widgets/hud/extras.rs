//! What stands in the sidebar and is no state of the game.

use crate::race::RaceView;

/// What the sidebar tells beside the state of the game.
#[derive(Default)]
pub struct HudExtras {
    /// The timer and the splits of a race, if they are shown.
    pub race: Option<RaceView>,
    /// How many others watch.
    pub watchers: u32,
}

impl HudExtras {
    /// How many watch, in words; `None` if nobody does.
    pub(crate) fn watchers_in_words(&self) -> Option<String> {
        match self.watchers {
            0 => None,
            1 => Some("1 watches".to_owned()),
            count => Some(format!("{count} watch")),
        }
    }
}
