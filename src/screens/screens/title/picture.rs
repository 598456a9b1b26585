//! The picture of the title screen: the name, and under it a corridor with the upkeeper at work.

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{Appearance, glyphs::GlyphId, theme::ColorRole, widgets::banner};

/// The corridor under the name after a raid; [`scene`] draws each character.
const CORRIDOR_CELLS: &str = "......,,.,%.....*..._....,(......|......,@/.....*.....>";

/// What the game is about.
pub(super) const TAGLINE: &str =
    "Heroes storm the dungeon by day. By night somebody has to put it back.";

/// The name in large letters, and below it a corridor with the upkeeper at work.
pub(super) fn picture(area: Rect, looks: &Appearance) -> Vec<Line<'static>> {
    let width = CORRIDOR_CELLS.len() + 2;
    if usize::from(area.width) < width.max(TAGLINE.width()) {
        return small_picture(looks, usize::from(area.height));
    }
    let wall = looks.style(ColorRole::Wall);
    let run = |left, right| {
        let across = looks.glyphs.wall([false, true, false, true]);
        let corner = |neighbours| looks.glyphs.wall(neighbours).to_owned();
        Line::styled(corner(left) + &across.repeat(CORRIDOR_CELLS.len()) + &corner(right), wall)
    };
    let mut lines: Vec<Line<'static>> = banner::banner("UPKEEPER", looks)
        .into_iter()
        .map(|row| Line::styled(row, looks.style(ColorRole::Title)))
        .collect();
    lines.push(run([false, true, true, false], [false, false, true, true]));
    let upright = looks.glyphs.wall([true, false, true, false]);
    let mut floor = vec![Span::styled(upright, wall)];
    floor.extend(CORRIDOR_CELLS.chars().map(|c| scene(c, looks)));
    floor.push(Span::styled(upright, wall));
    lines.push(floor.into());
    lines.push(run([true, true, false, false], [true, false, false, true]));
    lines.push(Line::default());
    lines.push(Line::styled(TAGLINE, looks.style(ColorRole::Dim)));
    lines
}

/// The title for a small screen, in at most `rows` rows.
pub(super) fn small_picture(looks: &Appearance, rows: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("U P K E E P E R", looks.style(ColorRole::Title))];
    lines.truncate(rows);
    lines
}

fn scene(c: char, looks: &Appearance) -> Span<'static> {
    let (sign, role) = match c {
        ',' => (GlyphId::Stain, ColorRole::Blood),
        '%' => (GlyphId::Body, ColorRole::Body),
        '*' => (GlyphId::LightLit, ColorRole::Light),
        '_' => (GlyphId::TrapSprung, ColorRole::TrapSprung),
        '(' => (GlyphId::ChestLooted, ColorRole::LootedChest),
        '|' => (GlyphId::DoorBroken, ColorRole::BrokenDoor),
        '/' => (GlyphId::Tool, ColorRole::Item),
        '>' => (GlyphId::Exit, ColorRole::Stairs),
        '@' => return Span::styled("@", looks.style(ColorRole::Player)),
        _ => (GlyphId::Floor, ColorRole::Floor),
    };
    Span::styled(looks.glyph(sign), looks.style(role))
}
