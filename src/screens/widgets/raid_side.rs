//! The sidebar of a raid: the members of the party and their health, and the points so far by
//! reason.

use ratatui::{
    buffer::Buffer,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{Appearance, glyphs::GlyphId, theme::ColorRole};
use content::{ACTOR_NAME_COLUMNS, FixtureState, capital};
use engine::sim::{Fate, Grade, GradeLine, GradeReason};
use engine::view::{PartyMember, View, describe_grade_line};

use super::floor::{letter_mark, letter_style};
use super::layout::{StatusArea, draw_panel};
use super::words::{fit, fit_words, pad, wrap};
use super::{bar, is_low};

const NAME_COLUMNS: usize = ACTOR_NAME_COLUMNS;

/// The columns of a mark and the blank after it.
const HANGING_COLUMNS: usize = 2;

/// Draws the sidebar, or turn, members and points into one line.
pub(crate) fn draw(area: StatusArea, buffer: &mut Buffer, view: View<'_>, looks: Appearance) {
    match area {
        StatusArea::Side(area) => {
            draw_panel(area, buffer, looks, |width, height| lines(view, looks, width, height));
        }
        StatusArea::Line(area) => {
            buffer.set_line(area.x, area.y, &one_line(view, looks), area.width);
        }
    }
}

fn one_line(view: View<'_>, looks: Appearance) -> Line<'static> {
    let Some(party) = view.party() else { return Line::default() };
    let mut line = Line::from(format!("turn {} ", party.turns));
    line.extend(party.members.iter().flat_map(|member| {
        let (state, role) = state(member);
        let letter = looks.style(role).add_modifier(letter_mark(member.kind));
        [
            Span::styled(member.kind.glyph.to_string(), letter),
            Span::styled(format!(" {state} "), looks.style(role)),
        ]
    }));
    line.push_span(Span::styled(total(&view.standing()), looks.style(ColorRole::Title)));
    line
}

/// The sidebar in sentences, for reader mode.
pub(crate) fn read(view: View<'_>) -> Vec<String> {
    let Some(party) = view.party() else { return Vec::new() };
    let members = party.members.iter().map(|member| {
        let PartyMember { name, kind, health, max_health, loot, .. } = member;
        let fate = match member.fate {
            Fate::Inside => "on the floor".to_owned(),
            _ => state(member).0,
        };
        let bag = if *loot > 0 { format!(", chests emptied: {loot}") } else { String::new() };
        format!("{name} the {}: {fate}, {health} of {max_health} health{bag}.", kind.name)
    });
    let grade = view.standing();
    let points = raid_lines(&grade)
        .map(|line| (describe_grade_line(line), line.points))
        .map(|(reason, points)| format!("{}: {points:+}.", capital(&reason)));
    members.chain(points).chain([format!("{}.", capital(&total(&grade)))]).collect()
}

fn raid_lines(grade: &Grade) -> impl Iterator<Item = &GradeLine> {
    grade.lines.iter().filter(|line| line.what.is_of_raid())
}

fn total(grade: &Grade) -> String {
    format!("{} of {}: {} so far", grade.points, grade.max_points, grade.letter.character())
}

fn lines(view: View<'_>, looks: Appearance, width: usize, height: usize) -> Vec<Line<'static>> {
    let Some(party) = view.party() else { return Vec::new() };
    let title = |text: &str| Line::styled(fit(text, width, &looks), looks.style(ColorRole::Title));
    let mut lines: Vec<Line<'static>> =
        wrap(&capital(&party.name), width).iter().map(|row| title(row)).collect();
    lines.push(Line::raw(format!("turn {}", party.turns)));
    let short_names = &view.catalog().short_names;
    let chest = looks.span(view.catalog().terrain.fixture(FixtureState::ChestFull));
    lines.extend(party.members.iter().map(|member| {
        member_line(member, short_names.given.of(member.name), &chest, looks, width)
    }));
    let grade = view.standing();
    lines.push(Line::default());
    lines.push(title(&total(&grade)));
    lines.push(sum_line("order", grade.order as i32, looks, width));
    for line in raid_lines(&grade) {
        lines.push(sum_line(&short(line.what), line.points, looks, width));
    }
    let works = view.works();
    if !works.is_empty() {
        lines.push(Line::default());
        lines.push(title("Your works"));
        let mut rows = Vec::new();
        for works in works {
            let held = works.tested - works.apart;
            let mark = if held > 0 { GlyphId::Done } else { GlyphId::Bullet };
            let what = works.what.strip_suffix('s').filter(|_| works.count == 1);
            let what = what.unwrap_or(works.what);
            let fates = [(held, works.spoilt), (works.apart, "taken apart")].into_iter();
            let fates = fates.filter(|&(count, _)| count > 0);
            let text = std::iter::once(format!("{} {} {what}", looks.glyph(mark), works.count));
            let text = text.chain(fates.map(|(count, fate)| format!("{count} {fate}")));
            rows.push(text.collect::<Vec<_>>().join(", "));
        }
        let filled = lines.iter().filter(|line| line.width() > 0).count();
        let wrapped: Vec<Line<'static>> =
            rows.iter().flat_map(|row| wrap_hanging(row, width)).map(Line::raw).collect();
        // Cut off only where there is no room for the second rows.
        if filled + wrapped.len() <= height {
            lines.extend(wrapped);
        } else {
            lines.extend(rows.iter().map(|row| Line::raw(fit_words(row, width, &looks))));
        }
    }
    // Where there is little room, first the blank rows go.
    let mut over = lines.len().saturating_sub(height);
    lines.retain(|line| {
        let goes = over > 0 && line.width() == 0;
        over -= usize::from(goes);
        !goes
    });
    lines
}

/// A text in rows, of which all but the first are set in below the word after the mark.
fn wrap_hanging(text: &str, width: usize) -> Vec<String> {
    let mut rows = wrap(text, width.saturating_sub(HANGING_COLUMNS));
    for row in rows.iter_mut().skip(1) {
        row.insert_str(0, &" ".repeat(HANGING_COLUMNS));
    }
    rows
}

/// Letter, name, health or fate, and loot of a member of the party.
fn member_line(
    member: &PartyMember<'_>,
    name: &str,
    chest: &Span<'_>,
    looks: Appearance,
    width: usize,
) -> Line<'static> {
    let (state, role) = state(member);
    let bag = match member.loot {
        0 => String::new(),
        loot => format!(" {}{loot}", chest.content),
    };
    let name = pad(name, NAME_COLUMNS, &looks);
    let letter =
        Span::styled(member.kind.glyph.to_string(), letter_style(member.kind, true, &looks));
    let mut spans = vec![letter, Span::raw(format!(" {name} "))];
    if member.fate == Fate::Inside {
        let room = width.saturating_sub(NAME_COLUMNS + 3 + 6 + bag.width()).min(12);
        let full =
            (member.health.max(0) as usize * room).div_ceil(member.max_health.max(1) as usize);
        let is_low = is_low(member.health, member.max_health);
        let role = if is_low { ColorRole::BarLow } else { ColorRole::BarFull };
        spans.extend(bar(&looks, 2 * full, room, role));
        spans.push(Span::raw(" "));
    }
    spans.push(Span::styled(state, looks.style(role)));
    spans.push(Span::styled(bag, looks.style(ColorRole::Chest)));
    Line::from(spans)
}

fn state(member: &PartyMember<'_>) -> (String, ColorRole) {
    match member.fate {
        Fate::Inside => (format!("{}/{}", member.health, member.max_health), ColorRole::Text),
        Fate::Through => ("got out".to_owned(), ColorRole::Warning),
        Fate::Fled => ("fled".to_owned(), ColorRole::Good),
        Fate::Fell(_) => ("fell".to_owned(), ColorRole::Good),
    }
}

fn sum_line(what: &str, points: i32, looks: Appearance, width: usize) -> Line<'static> {
    let points = format!("{points:+}");
    let role = if points.starts_with('-') { ColorRole::Bad } else { ColorRole::Text };
    let room = width.saturating_sub(points.len() + 1).min(24);
    let text = format!("{} {points}", pad(what, room, &looks));
    Line::styled(text, looks.style(role))
}

/// The reason of a grade line in few words.
fn short(what: GradeReason) -> String {
    match what {
        GradeReason::Harm { fell, of, .. } => format!("harm: {fell} of {of} fell"),
        GradeReason::Kept { full, of } => format!("kept: {full} of {of}"),
        GradeReason::Bed { points } => format!("in bed: {points}"),
        GradeReason::Hazard { seen_percent } => format!("hazard: {seen_percent}%"),
        GradeReason::Order { .. } | GradeReason::Died | GradeReason::Abandoned => {
            "order".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_goes_on_below_its_first_word() {
        let rows = wrap_hanging("+ 6 traps, 3 went off, 2 taken apart", 22);
        assert_eq!(rows, ["+ 6 traps, 3 went", "  off, 2 taken apart"]);
    }
}
