//! What stands beside a floor where there is much room: at its left what is different tonight, who
//! comes at dawn and what the signs on the floor are; below it the night as a bar, with what is to
//! happen in it.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::floor::{letter_style, stops_at};
use super::{picture::Plate, text_lines, wrap};
use crate::{
    Appearance,
    glyphs::{GlyphId, RoadLine},
    theme::ColorRole,
};
use base::Pos;
use content::CellPart;
use engine::view::{ExpectedMember, View};

/// Draws the panel at the left of a floor.
pub(super) fn draw(area: Rect, buffer: &mut Buffer, view: View<'_>, looks: Appearance) {
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines = Vec::new();
    let told = |text: &str| text_lines(text, ColorRole::Text, &looks, width);
    let night = view.condition_notice().into_iter().chain(view.rising_notice());
    push(&mut lines, "Tonight", night.flat_map(|text| told(&text)).collect(), looks);
    let parties = view.expected_at_dawn().into_iter().zip(expected_plates(view, &looks));
    let dawn = parties.flat_map(|(text, plates)| {
        let plates = plates.iter().flat_map(|plate| plate.lines(width, &looks));
        told(&text).into_iter().chain(plates).collect::<Vec<_>>()
    });
    push(&mut lines, "At dawn", dawn.collect(), looks);
    let room = usize::from(area.height).saturating_sub(lines.len() + 2);
    let signs = Some(signs(view, looks, width)).filter(|signs| signs.len() <= room);
    push(&mut lines, "On this floor", signs.unwrap_or_default(), looks);
    lines.truncate(usize::from(area.height));
    for (line, y) in lines.iter().zip(area.top()..) {
        buffer.set_line(area.x, y, line, area.width.saturating_sub(1));
    }
}

/// A plate for each who comes at dawn, by parties.
pub(crate) fn expected_plates(view: View<'_>, looks: &Appearance) -> Vec<Vec<Plate>> {
    let members = view.expected_members();
    let plate = |own: &ExpectedMember<'_>| {
        let health = i32::from(own.health_percent);
        let is_hurt = health < 100;
        // A bar leaves the name no room for more.
        let (name, note) = if is_hurt {
            let told = [&*own.kind.name, &*own.known_for].into_iter().filter(|it| !it.is_empty());
            (own.name.to_owned(), told.collect::<Vec<_>>().join(", "))
        } else {
            (format!("{}, {}", own.name, own.kind.name), own.known_for.clone())
        };
        let letter = (own.kind.glyph, letter_style(own.kind, true, looks));
        let bar = is_hurt.then(|| (health, 100, format!("{health}%")));
        Plate { letter, name, bar, note }
    };
    let parties = members.chunk_by(|one, other| one.wave == other.wave);
    parties.map(|party| party.iter().map(plate).collect()).collect()
}

/// Adds a heading and what stands below it, if there is anything.
fn push(
    lines: &mut Vec<Line<'static>>,
    heading: &'static str,
    below: Vec<Line<'static>>,
    looks: Appearance,
) {
    if below.is_empty() {
        return;
    }
    lines.extend((!lines.is_empty()).then(Line::default));
    lines.push(Line::styled(heading, looks.style(ColorRole::Title)));
    lines.extend(below);
}

/// The signs of what is known to stand and lie on the floor, each with what it is.
fn signs(view: View<'_>, looks: Appearance, width: usize) -> Vec<Line<'static>> {
    let (columns, rows) = view.size();
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Pos::new(x, y)));
    let mut known = Vec::new();
    for row in cells.flat_map(|at| stops_at(view, at)) {
        if !known.contains(&row.of) {
            known.push(row.of);
        }
    }
    let rows = view.catalog().terrain.rows();
    let rows = rows.iter().filter(|row| known.contains(&row.of));
    let told = rows.flat_map(|row| {
        let help = wrap(&row.help, width.saturating_sub(2)).into_iter().enumerate();
        help.map(move |(at, text)| match at {
            0 => Line::from(vec![looks.span(row), Span::raw(format!(" {text}"))]),
            _ => Line::raw(format!("  {text}")),
        })
    });
    let mut lines: Vec<Line<'static>> = told.collect();
    lines.dedup();
    lines
}

/// The rows of [`draw_night`].
pub(super) const NIGHT_ROWS: u16 = 2;

/// Draws the night as a bar from its begin to dawn, and what it tells in words below; nothing where
/// there is no night's work.
pub(super) fn draw_night(area: Rect, buffer: &mut Buffer, view: View<'_>, looks: Appearance) {
    let Some(par) = view.par() else { return };
    let (now, dawn) = (view.clock().0, view.dawn().0.max(1));
    let columns = usize::from(area.width);
    let column = |turn: u32| (turn.min(dawn) as usize * columns / dawn as usize).min(columns - 1);
    let along = [false, true, false, true];
    for at in 0..area.width {
        let is_gone = usize::from(at) < column(now);
        let line = if is_gone { RoadLine::Open } else { RoadLine::Plain };
        let role = if is_gone { ColorRole::Text } else { ColorRole::Dim };
        let cell = &mut buffer[(area.x + at, area.y)];
        cell.set_symbol(looks.glyphs.road(line, along)).set_style(looks.style(role));
    }
    let bodies: Vec<u32> = view.known_jobs().iter().filter_map(|job| Some(job.rises?.0)).collect();
    let terrain = &view.catalog().terrain;
    let body = terrain.part(CellPart::StirringBody);
    let mark_of_par = (par.0, looks.glyph(GlyphId::Down).to_owned(), ColorRole::Key);
    let rises = bodies
        .iter()
        .map(|left| (now + left, looks.glyphs.sign(body.sign).to_string(), ColorRole::Warning));
    for (turn, sign, role) in [mark_of_par].into_iter().chain(rises).filter(|own| own.0 <= dawn) {
        let x = area.x + column(turn) as u16;
        buffer[(x, area.y)].set_symbol(&sign).set_style(looks.style(role));
    }
    let mut told = vec![format!("Turn {now} of {dawn}"), format!("par {}", par.0)];
    told.extend(bodies.iter().min().map(|left| match bodies.len() {
        1 => format!("the body gets up in {left}"),
        more => format!("the first of {more} bodies gets up in {left}"),
    }));
    told.push(format!("dawn in {}", view.turns_left()));
    let told = told.join("  ");
    let told = super::fit(&told, columns, &looks);
    buffer.set_line(
        area.x,
        area.y + 1,
        &Line::styled(told, looks.style(ColorRole::Dim)),
        area.width,
    );
}
