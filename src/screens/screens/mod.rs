//! The screens, one file each.

pub mod ask;
pub mod briefing;
pub mod cart;
pub(crate) mod choose;
pub(crate) mod counter;
pub(crate) mod cursor;
pub mod daily;
pub(crate) mod encounter;
pub mod floor_map;
pub(crate) mod hand_down;
pub mod help;
pub mod history;
pub mod item;
pub mod jobs;
pub(crate) mod journey_end;
mod journey_help;
pub mod keys;
mod list_keys;
pub(crate) mod marches;
mod menu_sheet;
pub mod morgue;
pub mod new_run;
pub(crate) mod places;
pub mod prepare;
pub mod raid_show;
pub mod replay;
mod replay_help;
pub mod result;
pub(crate) mod roll;
pub mod scores;
pub(crate) mod seniority;
mod setting_faults;
pub mod settings;
pub mod shift;
pub mod shop;
mod site;
pub mod stages;
pub(crate) mod table;
pub mod title;
pub(crate) mod tutorial_end;
pub mod unfinished;
pub(crate) mod unsaved;
pub mod yourself;

use super::{
    Context, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    widgets::Scroll,
};

/// As [`scroll_or_close`], for a screen that the key that opens it closes, too.
fn scroll_or_close_by(
    opened_by: Intent,
    scroll: &mut Scroll,
    input: &Input,
    context: &Context,
) -> Transition {
    if context.intent(InputMode::Play, input) == Some(opened_by) {
        return Transition::Pop;
    }
    scroll_or_close(scroll, input, context)
}

/// Handles an input of a screen that only shows text: it scrolls or goes back.
fn scroll_or_close(scroll: &mut Scroll, input: &Input, context: &Context) -> Transition {
    match context.intent(InputMode::List, input) {
        Some(Intent::Cancel | Intent::Confirm) => Transition::Pop,
        Some(intent) if scroll.take(intent) => Transition::Stay,
        _ if scroll.wheel(input) => Transition::Stay,
        _ => Transition::Ignore,
    }
}
