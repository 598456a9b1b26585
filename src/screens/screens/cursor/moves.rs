//! Where the keys of the cursor lead, and where a walk to a cell ends.

use crate::{
    Context,
    keymap::{InputMode, Intent},
    terminal::{Input, Key, KeyCode},
    widgets::{KeyHint, hint_text},
};
use base::{Dir, Pos};
use engine::view::View;
use levels::Tile;

/// The keys that move the cursor far.
pub(super) fn help_on_moving(context: &Context) -> String {
    hint_text(&[
        KeyHint::new("shift", "8 cells"),
        KeyHint::of_keys(context, [Intent::NextEntry, Intent::NextExit], "ways"),
        KeyHint::of(context, Intent::NextPlace, "places"),
        KeyHint::of(context, Intent::NextActor, "in sight"),
        KeyHint::new("a sign", "the next such"),
    ])
}

/// The direction of a key that moves the cursor by several cells: one that runs on the floor, or
/// the capital of a letter that moves the cursor.
pub(super) fn leap(input: &Input, context: &Context) -> Option<Dir> {
    if let Some(intent) = context.intent(InputMode::Cursor, input) {
        return if let Intent::Run(dir) = intent { Some(dir) } else { None };
    }
    let Input::Key(key @ Key { code: KeyCode::Char(c @ 'A'..='Z'), .. }) = input else {
        return None;
    };
    let small = Key { code: KeyCode::Char(c.to_ascii_lowercase()), ..*key };
    match context.intent(InputMode::Cursor, &Input::Key(small)) {
        Some(Intent::Move(dir)) => Some(dir),
        _ => None,
    }
}

/// The cell on which a walk to another one ends: deep water is walked up to.
pub(super) fn goal(view: View<'_>, at: Pos) -> Pos {
    if view.cell(at).tile != Some(Tile::DeepWater) || view.is_known_passable(at) {
        return at;
    }
    let here = view.player().pos;
    let shore = at.neighbours().filter(|&pos| view.is_known_passable(pos));
    shore.min_by_key(|&pos| (pos.steps_to(here), pos)).unwrap_or(at)
}
