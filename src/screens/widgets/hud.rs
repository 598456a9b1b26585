//! The sidebar of the map screen: health, the time until dawn, supplies, the work order, actors in sight. On a small
//! screen one line takes its place.
//!
//! Its lines keep their places: what comes and goes stands below the work order, the actors downwards from there and the
//! rest upwards from the bottom. A wide sidebar also tells how far the nearest job of each kind is, a high one who is
//! expected at dawn.

mod carried;
mod clock;
mod extras;
mod order;
mod race;
mod sidebar;
mod sight;
mod town;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use unicode_width::UnicodeWidthStr;

use crate::{Appearance, theme::ColorRole};
use content::capital;
use engine::view::View;

use super::words::wrap;
use clock::exit_off;
use race::difference;
use sidebar::{MIN_COLUMNS_WITH_WAYS, Sidebar};

pub(crate) use carried::belt;
pub use extras::HudExtras;
pub(crate) use race::timer_line;
pub(crate) use sidebar::is_low;

/// So many actors in sight are named even where what is done goes into one line for it.
const MIN_NAMES: usize = 3;

/// How much the sidebar tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Full,
    /// What is done of the work order stands in one line.
    WithoutDone,
    /// The same, and neither par nor the tool in the hand are told.
    Least,
}

/// The rows that are kept free for the actors in sight.
const MIN_SIGHT_ROWS: usize = 4;

/// Draws the sidebar, with a border at its left.
pub(crate) fn side(
    area: Rect,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    extras: &HudExtras,
) {
    let border = looks.glyphs.border().vertical_left;
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, border, looks.style(ColorRole::Border));
    }
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
    let sidebar = Sidebar { view, looks, extras, width: usize::from(inner.width) };
    let lines = sidebar.lines(usize::from(inner.height));
    for (line, y) in lines.iter().zip(inner.top()..inner.bottom()) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
}

/// Draws health, dawn and work order into one line.
pub(crate) fn line(
    area: Rect,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    extras: &HudExtras,
) {
    let player = view.player();
    let done = view.order().into_iter().filter(|&count| view.is_complete(count)).count();
    let health =
        if is_low(player.health, player.max_health) { ColorRole::Bad } else { ColorRole::Good };
    let mut spans = vec![
        Span::styled(format!("{}/{}", player.health, player.max_health), looks.style(health)),
        Span::raw(match (view.is_in_town(), view.intruders()) {
            _ if view.is_in_field() => format!(" {}", view.floor_title()),
            (true, _) => format!(" {}", view.floor_title()),
            (_, Some(count)) => format!(" they are in: {count}"),
            (_, None) => format!(" dawn {}{}", view.turns_left(), exit_off(view)),
        }),
        Span::raw(if view.is_in_town() {
            format!(", {}", view.coins())
        } else if view.is_in_field() {
            String::new()
        } else {
            format!(" order {done}/{}", view.order().len())
        }),
    ];
    if let Some(race) = &extras.race {
        spans.push(Span::raw(format!("  {}", race.time())));
        spans.extend(race.difference().map(|by| difference(by, looks)));
    }
    if let Some(watchers) = extras.watchers_in_words() {
        spans.push(Span::styled(format!("  {watchers}"), looks.style(ColorRole::Dim)));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}

impl Sidebar<'_> {
    /// The lines of the sidebar, from the top to the bottom of its height.
    fn lines(&self, height: usize) -> Vec<Line<'static>> {
        // Whoever is in sight has a name here, whatever else has to go for it.
        let actors = self.view.actors().len();
        let mut lines = self.fixed_lines(height, Detail::Full);
        let wanted = lines.len() + self.foot_lines(usize::MAX).len() + actors.min(MIN_NAMES);
        if wanted > height {
            lines = self.fixed_lines(height, Detail::WithoutDone);
        }
        let mut foot = self.foot_lines(height.saturating_sub(lines.len() + actors.min(2)));
        if lines.len() + foot.len() + actors.min(1) > height {
            lines = self.fixed_lines(height, Detail::Least);
        }
        let notice = self.notice();
        let spare = height.saturating_sub(lines.len() + foot.len() + MIN_SIGHT_ROWS);
        if !notice.is_empty() && notice.len() < spare {
            foot.splice(0..0, notice.into_iter().chain([Line::default()]));
        }
        let rows = height.saturating_sub(lines.len() + foot.len());
        lines.extend(self.sight_lines(rows));
        lines.resize(height.saturating_sub(foot.len()).max(lines.len()), Line::default());
        lines.extend(foot);
        lines
    }

    /// What is always told. The blank lines between are left out where there is little room, whatever is in sight.
    fn fixed_lines(&self, height: usize, detail: Detail) -> Vec<Line<'static>> {
        let are_few = detail == Detail::Least;
        if let Some(town) = self.view.town() {
            let mut lines = self.title();
            lines.push(self.health());
            lines.extend(self.timer());
            lines.extend((!are_few).then(Line::default));
            lines.extend(self.town(&town));
            lines.extend((!are_few).then(Line::default));
            return lines;
        }
        if self.view.is_in_field() {
            let mut lines = self.title();
            lines.push(self.health());
            lines.extend(self.timer());
            lines.extend([Line::default(), self.hand(), Line::default()]);
            return lines;
        }
        let order = self.view.order();
        let is_carrying = self.view.player().carrying.is_some();
        let mut blocks = [self.title(), Vec::new(), Vec::new()];
        blocks[0].extend([self.health(), self.dawn()]);
        blocks[0].extend(self.par().filter(|_| !are_few));
        blocks[0].extend(self.timer());
        blocks[1].extend(self.supplies());
        blocks[1].push(self.mop());
        blocks[1].extend((is_carrying || !are_few).then(|| self.hand()));
        blocks[2].push(self.order_heading());
        let known =
            if self.width >= MIN_COLUMNS_WITH_WAYS { self.view.known_jobs() } else { vec![] };
        let (done, open): (Vec<_>, Vec<_>) = order
            .into_iter()
            .partition(|&count| detail != Detail::Full && self.view.is_complete(count));
        blocks[2].extend(open.into_iter().map(|count| self.job(count, &known)));
        blocks[2].extend(self.done_jobs(&done));
        blocks[2].extend(self.closet_order(are_few));
        blocks[2].extend(self.other_splits());
        let has_room =
            blocks.iter().map(|block| block.len() + 1).sum::<usize>() + MIN_SIGHT_ROWS <= height;
        let mut lines = Vec::new();
        for block in blocks {
            lines.extend(block);
            lines.extend(has_room.then(Line::default));
        }
        lines
    }

    /// What is told only at times: the way out, what is on the belt, what ails the player. Where there are few rows, the
    /// belt is cut to one of them, then the kits go, then the belt.
    fn foot_lines(&self, rows: usize) -> Vec<Line<'static>> {
        let last: Vec<_> = self.statuses().into_iter().chain(self.way_out()).collect();
        let room = rows.saturating_sub(last.len());
        let mut carried: Vec<_> = self.kits().into_iter().chain(self.belt()).collect();
        if carried.len() > room {
            carried = self.kits().into_iter().chain(self.short_belt()).collect();
            carried.drain(..carried.len().saturating_sub(room));
        }
        carried.into_iter().chain(last).collect()
    }

    /// What is different tonight and who is expected at dawn, where the sidebar is wide.
    fn notice(&self) -> Vec<Line<'static>> {
        if self.width < MIN_COLUMNS_WITH_WAYS {
            return Vec::new();
        }
        let notices =
            [self.view.condition_notice(), self.view.notice_of_dawn()].into_iter().flatten();
        let rows = notices.flat_map(|notice| wrap(&notice, self.width));
        rows.map(|row| Line::styled(row, self.looks.style(ColorRole::Dim))).collect()
    }

    /// The floor in one row, or in two where its short form has no room.
    fn title(&self) -> Vec<Line<'static>> {
        let mut title = self.view.floor_title();
        if title.width() > self.width {
            title = title.replace(", floor ", ", f").replace(", night ", ", n");
        }
        let rows = wrap(&title, self.width).into_iter();
        rows.map(|row| Line::styled(row, self.looks.style(ColorRole::Title))).collect()
    }

    /// The heading of the work order, and how many watch the work.
    fn order_heading(&self) -> Line<'static> {
        let is_one_of_several = self.view.has_stairs_down() || self.view.has_stairs_up();
        let heading = if is_one_of_several { "Order, this floor" } else { "Work order" };
        let mut line = Line::styled(heading, self.looks.style(ColorRole::Title));
        if let Some(watchers) = self.extras.watchers_in_words() {
            let gap = self.width.saturating_sub(line.width() + watchers.len()).max(1);
            line.push_span(Span::raw(" ".repeat(gap)));
            line.push_span(Span::styled(watchers, self.looks.style(ColorRole::Dim)));
        }
        line
    }

    fn health(&self) -> Line<'static> {
        let player = self.view.player();
        self.bar(
            "Health",
            player.health,
            player.max_health,
            format!("{}/{}", player.health, player.max_health),
        )
    }

    fn statuses(&self) -> Vec<Line<'static>> {
        let statuses = self.view.player().statuses;
        let is_harmed = statuses.iter().any(|(status, _)| status.is_harmful());
        let hidden = self.view.player().hidden.then(|| "hidden".to_owned());
        let ails = statuses.iter().map(|(status, turns)| format!("{status} {turns}"));
        let words: Vec<_> = hidden.into_iter().chain(ails).collect();
        let style = self.looks.style(if is_harmed { ColorRole::Bad } else { ColorRole::Good });
        let rows = wrap(&capital(&words.join(", ")), self.width);
        rows.into_iter().map(|row| Line::styled(row, style)).collect()
    }
}
