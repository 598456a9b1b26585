//! The keys of a list over the map that a key of the map opens: the same key closes it.

use crate::{
    Context,
    keymap::{InputMode, Intent},
    terminal::Input,
    widgets::selection::Selection,
};

/// What a key means to such a list.
pub(super) enum ListKey {
    Close,
    /// Do what the chosen entry is for; `None` in an empty list.
    Choose(Option<usize>),
    Moved,
    Other,
}

impl ListKey {
    /// Reads a key pressed in a list of so many entries, which was opened by the key of an intent. Moves the selection.
    pub(super) fn read(
        input: &Input,
        context: &Context,
        opened_by: Intent,
        selection: &mut Selection,
        entries: usize,
    ) -> ListKey {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => ListKey::Close,
            Some(Intent::Confirm) => {
                ListKey::Choose((selection.at < entries).then_some(selection.at))
            }
            Some(intent) if selection.turn(intent, entries) => ListKey::Moved,
            _ if context.intent(InputMode::Play, input) == Some(opened_by) => ListKey::Close,
            _ => ListKey::Other,
        }
    }
}
