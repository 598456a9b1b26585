//! The sidebar of the map screen: health, the time until dawn, supplies, the work order, actors in
//! sight. On a small screen one line takes its place.
//!
//! Its lines keep their places: what comes and goes stands below the work order, the actors
//! downwards from there and the rest upwards from the bottom. A wide sidebar also tells how far the
//! nearest job of each kind is, a high one who is expected at dawn.

mod carried;
mod order;
mod sight;

use ratatui::{
    buffer::Buffer,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use super::{
    bar::{health_bar, is_low, level_bar},
    layout::{MapLayout, StatusArea, draw_panel},
    text_lines,
    words::way,
};
use crate::{
    Appearance,
    race::{RaceTime, RaceView},
    theme::ColorRole,
};
use content::{capital, counted};
use engine::sim::{NEAR_DAWN, Turns};
use engine::view::View;

pub(crate) use carried::belt;
pub(crate) use order::timer_line;

/// So many actors in sight are named even where what is done goes into one line for it.
const MIN_NAMES: usize = 3;
/// Planned things that are listed at most.
const MAX_PLANNED: usize = 6;
/// The columns of the numbers behind a bar: "in 1308".
const MIN_NUMBER_COLUMNS: usize = 7;
/// The rows that are kept free for the actors in sight.
const MIN_SIGHT_ROWS: usize = 4;
/// The width from which on there is room for the ways to jobs and for the notice of dawn.
const MIN_COLUMNS_WITH_WAYS: usize = 34;

/// What the sidebar tells beside the state of the game.
#[derive(Default)]
pub struct HudExtras {
    /// The timer and the splits of a race, if they are shown.
    pub race: Option<RaceView>,
    pub watchers: u32,
    /// What was last to be expected of dawn, a line each.
    pub outlook: Vec<String>,
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Full,
    /// What is done of the work order stands in one line.
    WithoutDone,
    /// The same, and the tool in the hand is not told.
    Least,
}

/// What is shown, and in how many columns.
struct Sidebar<'a> {
    view: View<'a>,
    looks: Appearance,
    extras: &'a HudExtras,
    width: usize,
    /// Whether who comes at dawn is told elsewhere on the screen.
    is_large: bool,
}

/// Draws the sidebar, or health, dawn and work order into one line.
pub(crate) fn draw(
    layout: &MapLayout,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    extras: &HudExtras,
) {
    let is_large = layout.large.is_some();
    match layout.status {
        StatusArea::Side(area) => draw_panel(area, buffer, looks, |width, height| {
            Sidebar { view, looks, extras, width, is_large }.lines(height)
        }),
        StatusArea::Line(area) => {
            buffer.set_line(area.x, area.y, &one_line(view, looks, extras), area.width);
        }
    }
}

fn one_line(view: View<'_>, looks: Appearance, extras: &HudExtras) -> Line<'static> {
    let player = view.player();
    let health =
        if is_low(player.health, player.max_health) { ColorRole::Bad } else { ColorRole::Good };
    let numbers = format!("{}/{}", player.health, player.max_health);
    let mut line = Line::from(Span::styled(numbers, looks.style(health)));
    line.push_span(if view.is_in_field() {
        format!(" {}", view.floor_title())
    } else if view.is_in_town() {
        format!(" {}, {}", view.floor_title(), view.coins())
    } else {
        let time = match view.intruders() {
            Some(count) => format!("they are in: {count}"),
            None => format!("dawn {}{}", view.turns_left(), exit_off(view)),
        };
        let order = view.order();
        let done = order.iter().filter(|&&count| view.is_complete(count)).count();
        format!(" {time} order {done}/{}", order.len())
    });
    if let Some(race) = &extras.race {
        line.push_span(format!("  {}", race.now.text()));
        line.extend(race.difference().map(|by| difference(by, looks)));
    }
    if let Some(watchers) = extras.watchers_in_words() {
        line.push_span(Span::styled(format!("  {watchers}"), looks.style(ColorRole::Dim)));
    }
    line
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
        for more in [self.notice(), self.plan()] {
            let spare = height.saturating_sub(lines.len() + foot.len() + MIN_SIGHT_ROWS);
            if !more.is_empty() && more.len() < spare {
                foot.splice(0..0, more.into_iter().chain([Line::default()]));
            }
        }
        let rows = height.saturating_sub(lines.len() + foot.len());
        lines.extend(self.sight_lines(rows));
        lines.resize(height.saturating_sub(foot.len()).max(lines.len()), Line::default());
        lines.extend(foot);
        lines
    }

    /// What is always told. The blank lines between are left out where there is little room,
    /// whatever is in sight.
    fn fixed_lines(&self, height: usize, detail: Detail) -> Vec<Line<'static>> {
        let is_least = detail == Detail::Least;
        let mut state = self.title();
        state.push(self.health());
        if let Some(town) = self.view.town() {
            state.extend(self.timer());
            state.extend((!is_least).then(Line::default));
            state.extend(self.town(&town));
            state.extend((!is_least).then(Line::default));
            return state;
        }
        if self.view.is_in_field() {
            state.extend(self.timer());
            state.extend([Line::default(), self.hand(), Line::default()]);
            return state;
        }
        state.push(self.dawn());
        state.extend(self.timer());

        let mut carried = self.supplies();
        carried.push(self.mop());
        let is_carrying = self.view.player().carrying.is_some();
        carried.extend((is_carrying || !is_least).then(|| self.hand()));

        let mut work = vec![self.order_heading()];
        let known = if self.is_wide() { self.view.known_jobs() } else { vec![] };
        let (done, open): (Vec<_>, Vec<_>) = self
            .view
            .order()
            .into_iter()
            .partition(|&count| detail != Detail::Full && self.view.is_complete(count));
        work.extend(open.into_iter().map(|count| self.job(count, &known)));
        work.extend(self.done_jobs(&done));
        work.extend(self.closet_order(is_least));
        work.extend(self.other_splits());

        let blocks = [state, carried, work];
        let has_room =
            blocks.iter().map(|block| block.len() + 1).sum::<usize>() + MIN_SIGHT_ROWS <= height;
        let gap = || has_room.then(Line::default);
        blocks.into_iter().flat_map(|block| block.into_iter().chain(gap())).collect()
    }

    /// What is told only at times: the way out, what is on the belt, what ails the player. Where
    /// there are few rows, the belt is cut to one of them, then the kits go, then the belt.
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

    /// What is planned, the next first, and what was last to be expected of dawn, where the sidebar
    /// is wide.
    fn plan(&self) -> Vec<Line<'static>> {
        let plan = self.view.plan();
        let here = self.view.player().pos;
        let planned = (1..).zip(plan).take(MAX_PLANNED).map(|(number, &lever)| {
            let name = self.view.planned_in_short(lever);
            let text = format!("{number:>2} {name:<8} {}", way(here, lever.at()));
            self.line(text, ColorRole::Text)
        });
        let mut lines: Vec<_> = planned.collect();
        if plan.len() > MAX_PLANNED {
            lines.push(
                self.line(format!("   and {} more", plan.len() - MAX_PLANNED), ColorRole::Dim),
            );
        }
        lines.extend(
            self.extras.outlook.iter().flat_map(|told| self.wrapped(told, ColorRole::Text)),
        );
        if !self.is_wide() || lines.is_empty() {
            return Vec::new();
        }
        lines.insert(0, self.line("The plan", ColorRole::Title));
        lines
    }

    /// What is different tonight and who is expected at dawn, where the sidebar is wide.
    fn notice(&self) -> Vec<Line<'static>> {
        if !self.is_wide() || self.is_large {
            return Vec::new();
        }
        let notices = self.view.condition_notice().into_iter().chain(self.view.expected_at_dawn());
        notices.flat_map(|text| self.wrapped(&text, ColorRole::Dim)).collect()
    }

    /// The floor in one row, or in two where its short form has no room.
    fn title(&self) -> Vec<Line<'static>> {
        let mut title = self.view.floor_title();
        if title.width() > self.width {
            title = title.replace(", floor ", ", f").replace(", night ", ", n");
        }
        self.wrapped(&title, ColorRole::Title)
    }

    /// The heading of the work order, and how many watch the work.
    fn order_heading(&self) -> Line<'static> {
        let is_one_of_several = self.view.has_stairs_down() || self.view.has_stairs_up();
        let heading = if is_one_of_several { "Order, this floor" } else { "Work order" };
        let mut line = self.line(heading, ColorRole::Title);
        if let Some(watchers) = self.extras.watchers_in_words() {
            let gap = self.width.saturating_sub(line.width() + watchers.len()).max(1);
            line.push_span(" ".repeat(gap));
            line.push_span(Span::styled(watchers, self.looks.style(ColorRole::Dim)));
        }
        line
    }

    fn health(&self) -> Line<'static> {
        let player = self.view.player();
        let numbers = format!("{}/{}", player.health, player.max_health);
        self.bar("Health", (player.health, player.max_health), numbers, ColorRole::BarFull)
    }

    fn statuses(&self) -> Vec<Line<'static>> {
        let player = self.view.player();
        let hidden = player.hidden.then(|| "hidden".to_owned());
        let ails = player.statuses.iter().map(|(status, turns)| format!("{status} {turns}"));
        let words: Vec<_> = hidden.into_iter().chain(ails).collect();
        let is_harmed = player.statuses.iter().any(|(status, _)| status.is_harmful());
        let role = if is_harmed { ColorRole::Bad } else { ColorRole::Good };
        self.wrapped(&capital(&words.join(", ")), role)
    }

    fn dawn(&self) -> Line<'static> {
        if let Some(count) = self.view.intruders() {
            return self.line(format!("They are in: {count}"), ColorRole::Warning);
        }
        if self.view.is_raid_over() {
            return Line::raw("The raid is over");
        }
        let left = self.view.turns_left();
        let span = (left.0 as i32, self.view.dawn().0 as i32);
        self.bar("Dawn", span, format!("in {left}"), ColorRole::Dim)
    }

    /// The distance to the exit, or to the stairs and through the floors below, once dawn is near.
    fn way_out(&self) -> Option<Line<'static>> {
        if !is_dawn_near(self.view) {
            return None;
        }
        let below = self.view.turns_below();
        let (text, role) = match self.view.turns_to_exit() {
            None => ("no way known".to_owned(), ColorRole::Warning),
            Some(away) => {
                let is_late = away.0 + below.0 > self.view.turns_left().0;
                let text = match (away, below) {
                    (Turns(0), Turns(0)) => "here".to_owned(),
                    (Turns(0), below) => format!("here, out {below}"),
                    (away, Turns(0)) => format!("{} away", counted(away.0, "turn")),
                    (away, below) => format!("{away}, out {}", away.0 + below.0),
                };
                (text, if is_late { ColorRole::Bad } else { ColorRole::Text })
            }
        };
        let name = if self.view.has_stairs_down() { "Stairs" } else { "Exit" };
        Some(self.line(format!("{name:<7}{text}"), role))
    }

    /// A label, a bar and its numbers.
    fn bar(
        &self,
        name: &str,
        (value, max): (i32, i32),
        numbers: String,
        role: ColorRole,
    ) -> Line<'static> {
        let room = self.width.saturating_sub(7 + 1 + numbers.len().max(MIN_NUMBER_COLUMNS));
        let mut line = Line::raw(format!("{name:<7}"));
        line.extend(level_bar(&self.looks, value, max, room, role));
        let role = if is_low(value, max) { ColorRole::Bad } else { ColorRole::Text };
        line.push_span(" ");
        line.push_span(Span::styled(numbers, self.looks.style(role)));
        line
    }

    fn line(&self, text: impl Into<String>, role: ColorRole) -> Line<'static> {
        Line::styled(text.into(), self.looks.style(role))
    }

    fn wrapped(&self, text: &str, role: ColorRole) -> Vec<Line<'static>> {
        text_lines(text, role, &self.looks, self.width)
    }

    fn is_wide(&self) -> bool {
        self.width >= MIN_COLUMNS_WITH_WAYS
    }
}

/// The distance to the exit in its shortest form.
fn exit_off(view: View<'_>) -> String {
    let away = view.turns_to_exit().filter(|_| is_dawn_near(view));
    away.map_or_else(String::new, |away| format!(" exit {away}"))
}

/// Whether dawn is near enough to show the distance to the exit.
fn is_dawn_near(view: View<'_>) -> bool {
    view.intruders().is_none() && view.turns_left().saturating_sub(view.turns_below()) <= NEAR_DAWN
}

/// A blank and a difference, in the colour of whether that is good.
fn difference(by: RaceTime, looks: Appearance) -> Span<'static> {
    let role = if by.is_behind() { ColorRole::Warning } else { ColorRole::Good };
    Span::styled(format!(" {}", by.signed_text()), looks.style(role))
}
