//! The sidebar of the map screen: health, the time until dawn, supplies, the work order, actors in sight. On a small
//! screen one line takes its place.
//!
//! Its lines keep their places: what comes and goes stands below the work order, the actors downwards from there and the
//! rest upwards from the bottom. A wide sidebar also tells how far the nearest job of each kind is, a high one who is
//! expected at dawn.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    content::{Gate, ItemKind, SplitPoint, capital},
    sim::{JobCount, TIME_STEPS, Turns},
    ui::{
        Appearance,
        glyphs::GlyphId,
        race::{Difference, RaceView, ShownSplit},
        theme::ColorRole,
    },
    view::{Attitude, KnownJob, SeenActor, View},
};

use super::bar;
use super::floor::role_of_side;
use super::words::{fit, wrap};

/// Draws the sidebar, with a border at its left; with the timer and the splits of a race, if there is one.
pub(crate) fn side(
    area: Rect,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    race: Option<&RaceView>,
) {
    let border = looks.glyphs.border().vertical_left;
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, border, looks.style(ColorRole::Border));
    }
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
    let hud = Hud { view, looks, race, width: usize::from(inner.width) };
    let lines = hud.lines(usize::from(inner.height));
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
    race: Option<&RaceView>,
) {
    let player = view.player();
    let done = view.order().into_iter().filter(|&count| view.is_complete(count)).count();
    let health =
        if is_low(player.health, player.max_health) { ColorRole::Bad } else { ColorRole::Good };
    let mut spans = vec![
        Span::styled(format!("{}/{}", player.health, player.max_health), looks.style(health)),
        Span::raw(match view.intruders() {
            Some(count) => format!(" they are in: {count}"),
            None => format!(" dawn {}{}", view.turns_left(), exit_off(view)),
        }),
        Span::raw(format!(" order {done}/{}", view.order().len())),
    ];
    if let Some(race) = race {
        spans.push(Span::raw(format!("  {}", race.time())));
        spans.extend(race.difference().map(|by| difference(by, looks)));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}

/// A blank and a difference, in the colour of whether that is good.
fn difference(by: Difference, looks: Appearance) -> Span<'static> {
    let role = if by.is_behind() { ColorRole::Warning } else { ColorRole::Good };
    Span::styled(format!(" {}", by.text()), looks.style(role))
}

/// The turns until dawn from which the distance to the exit is shown; the first warning comes then too.
const MAX_TURNS_NEAR_DAWN: Turns = Turns(200);

/// The rows that are kept free for the actors in sight.
const MIN_SIGHT_ROWS: usize = 4;
/// The width from which on there is room for the ways to jobs and for the notice of dawn.
const MIN_COLUMNS_WITH_WAYS: usize = 34;
/// The columns of a line with the time of a split at its end.
const MAX_SPLIT_COLUMNS: usize = 38;

struct Hud<'a> {
    view: View<'a>,
    looks: Appearance,
    race: Option<&'a RaceView>,
    width: usize,
}

impl Hud<'_> {
    /// The lines of the sidebar, from the top to the bottom of its height.
    fn lines(&self, height: usize) -> Vec<Line<'static>> {
        // Whoever is in sight has a name here, whatever else has to go for it.
        let actors = self.view.actors().len();
        let (few, enough) = (actors.min(1), actors.min(2));
        let mut lines = self.fixed_lines(height, false);
        let mut foot = self.foot_lines(height.saturating_sub(lines.len() + enough));
        if lines.len() + foot.len() + few > height {
            lines = self.fixed_lines(height, true);
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
    /// If they are to be few, par and the tool in the hand are left out as well.
    fn fixed_lines(&self, height: usize, are_few: bool) -> Vec<Line<'static>> {
        let order = self.view.order();
        let is_carrying = self.view.player().carrying.is_some();
        let mut blocks = [vec![self.title(), self.health(), self.dawn()], Vec::new(), Vec::new()];
        blocks[0].extend(self.par().filter(|_| !are_few));
        blocks[0].extend(self.timer());
        blocks[1].extend(self.supplies());
        blocks[1].push(self.mop());
        blocks[1].extend((is_carrying || !are_few).then(|| self.hand()));
        blocks[2].push(Line::styled("Work order", self.looks.style(ColorRole::Title)));
        let known =
            if self.width >= MIN_COLUMNS_WITH_WAYS { self.view.known_jobs() } else { vec![] };
        blocks[2].extend(order.into_iter().map(|count| self.job(count, &known)));
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

    /// The actors in sight in a number of rows: the farthest are only counted if there are too many.
    fn sight_lines(&self, rows: usize) -> Vec<Line<'static>> {
        let mut actors = self.view.actors();
        if actors.is_empty() {
            return Vec::new();
        }
        // Of each sort the nearest first, and colleagues last: they are what there may be no room for.
        actors.sort_by_key(|actor| (!actor.is_after_the_upkeeper(), !actor.hostile));
        // The heading goes before a name does.
        let heading = (rows > actors.len().min(2))
            .then(|| Line::styled("In sight", self.looks.style(ColorRole::Title)));
        let mut lines: Vec<Line<'static>> = heading.into_iter().collect();
        let rows = rows.saturating_sub(lines.len());
        let named = if actors.len() > rows { rows.saturating_sub(1).max(1) } else { actors.len() };
        let more = match actors.len() - named {
            0 => None,
            more => Some(Span::styled(format!("+{more}"), self.looks.style(ColorRole::Warning))),
        };
        // In a single row the count stands beside the only name.
        let beside = more.clone().filter(|_| rows <= 1);
        let room = self.width.saturating_sub(beside.as_ref().map_or(0, |more| more.width() + 1));
        lines.extend(actors.iter().take(named).map(|actor| self.actor(actor, room)));
        if let (Some(more), Some(only)) = (beside, lines.last_mut()) {
            only.push_span(" ");
            only.push_span(more);
        } else if let Some(mut more) = more {
            more.content.to_mut().push_str(" more");
            lines.push(Line::from(more));
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

    fn title(&self) -> Line<'static> {
        let mut title = self.view.floor_title();
        if title.chars().count() > self.width {
            title = title.replace(", floor", "");
        }
        Line::styled(title, self.looks.style(ColorRole::Title))
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

    fn dawn(&self) -> Line<'static> {
        if let Some(count) = self.view.intruders() {
            let text = format!("They are in: {count}");
            return Line::styled(text, self.looks.style(ColorRole::Warning));
        }
        if self.view.is_raid_over() {
            return Line::raw("The raid is over");
        }
        let left = self.view.turns_left();
        self.bar("Dawn", left.0 as i32, self.view.dawn().0 as i32, format!("in {left}"))
    }

    /// How far off par is; after it, how much of the bonus for time is left.
    fn par(&self) -> Option<Line<'static>> {
        let is_before_raid = self.view.intruders().is_none() && !self.view.is_raid_over();
        let par = self.view.par().filter(|_| is_before_raid)?;
        let (steps, points) = (self.view.time_steps_left()?, self.view.time_points_left()?);
        let text = match par.saturating_sub(self.view.clock()) {
            Turns(0) if self.width < MIN_COLUMNS_WITH_WAYS => {
                let when = if steps == TIME_STEPS { "now" } else { "past" };
                if self.view.is_order_complete() {
                    format!("{when}, pays {points:+}")
                } else {
                    format!("{points:+} when done")
                }
            }
            Turns(0) if self.view.is_order_complete() => format!("past, time pays {points:+}"),
            Turns(0) => format!("past, time pays {points:+} when all is done"),
            left => format!("in {left}"),
        };
        let role = if steps == 0 { ColorRole::Dim } else { ColorRole::Text };
        Some(Line::styled(format!("{:<7}{text}", "Par"), self.looks.style(role)))
    }

    /// The time so far, and how it compares at the last split.
    fn timer(&self) -> Option<Line<'static>> {
        let race = self.race?;
        let mut line = Line::raw(format!("{:<7}{}", "Time", race.time()));
        line.extend(race.difference().map(|by| difference(by, self.looks)));
        Some(line)
    }

    /// The splits that are no line of the work order: those reached, and in a wide sidebar those to come.
    fn other_splits(&self) -> Vec<Line<'static>> {
        let splits = self.race.map_or(&[][..], |race| &race.splits);
        let is_shown = |split: &&ShownSplit| {
            !matches!(split.point, SplitPoint::Job(_))
                && (split.reached_with.is_some() || self.width >= MIN_COLUMNS_WITH_WAYS)
        };
        let line = |split: &ShownSplit| {
            let (sign, role) = if split.reached_with.is_some() {
                (GlyphId::Done, ColorRole::Good)
            } else {
                (GlyphId::Undone, ColorRole::Text)
            };
            let name = format!("{} {}", self.looks.glyph(sign), split.point.name());
            let mut line = Line::styled(name, self.looks.style(role));
            self.push_split(&mut line, split);
            line
        };
        splits.iter().filter(is_shown).map(line).collect()
    }

    /// Writes the time of a split at the right end of its line: of one to come the other run's, as far as there is room.
    fn push_split(&self, line: &mut Line<'static>, split: &ShownSplit) {
        let text = match (split.reached_with, split.other) {
            (Some(_), _) => split.time(),
            (None, Some(other)) => format!("({})", other.text()),
            (None, None) => return,
        };
        let by = split.difference.map(|by| difference(by, self.looks));
        let needed = text.len() + by.as_ref().map_or(0, Span::width);
        let room = self.width.min(MAX_SPLIT_COLUMNS).saturating_sub(line.width());
        if needed >= room && split.reached_with.is_none() {
            return;
        }
        let role = if split.reached_with.is_some() { ColorRole::Text } else { ColorRole::Dim };
        let gap = " ".repeat(room.saturating_sub(needed).max(1));
        line.push_span(gap);
        line.push_span(Span::styled(text, self.looks.style(role)));
        line.extend(by);
    }

    /// The distance to the exit, once dawn is near.
    fn way_out(&self) -> Option<Line<'static>> {
        let left = self.view.turns_left();
        if !is_dawn_near(self.view) {
            return None;
        }
        let (text, role) = match self.view.turns_to_exit() {
            None => ("no way known".to_owned(), ColorRole::Warning),
            Some(Turns(0)) => ("here".to_owned(), ColorRole::Text),
            Some(away) if away > left => (format!("{away} turns away"), ColorRole::Bad),
            Some(away) => (format!("{away} turns away"), ColorRole::Text),
        };
        Some(Line::styled(format!("{:<7}{text}", "Exit"), self.looks.style(role)))
    }

    /// A label, a bar and its numbers.
    fn bar(&self, name: &str, value: i32, max: i32, numbers: String) -> Line<'static> {
        let room = self.width.saturating_sub(7 + 1 + numbers.len().max(6));
        let full = (value.max(0) * room as i32 * 2 + max - 1) / max.max(1);
        let low = is_low(value, max);
        let role = if low { ColorRole::BarLow } else { ColorRole::BarFull };
        let numbers_role = if low { ColorRole::Bad } else { ColorRole::Text };
        let mut line = Line::raw(format!("{name:<7}"));
        line.extend(bar(&self.looks, full as usize, room, role));
        line.push_span(" ");
        line.push_span(Span::styled(numbers, self.looks.style(numbers_role)));
        line
    }

    /// Two to a line.
    fn supplies(&self) -> Vec<Line<'static>> {
        let supplies = self.view.player().supplies;
        let mut stores: Vec<(&str, u32)> =
            supplies.iter().map(|&(supply, count)| (supply.name(), count.into())).collect();
        stores.push(("coins", self.view.coins().0));
        let pairs = stores.chunks(2).map(|pair| {
            let spans = pair.iter().map(|(name, count)| {
                let role = if *count == 0 { ColorRole::Dim } else { ColorRole::Text };
                let text = format!("{:<7}{count:>3} ", capital(name));
                Span::styled(text, self.looks.style(role))
            });
            Line::from(spans.collect::<Vec<_>>())
        });
        pairs.collect()
    }

    fn mop(&self) -> Line<'static> {
        let (wiped, max) = self.view.player().mop;
        if wiped >= max {
            return Line::styled("Mop    foul: rinse it", self.looks.style(ColorRole::Warning));
        }
        let state = match max - wiped {
            _ if wiped == 0 => "clean".to_owned(),
            1 => "1 cell left".to_owned(),
            left => format!("{left} cells left"),
        };
        Line::raw(format!("Mop    {state}"))
    }

    /// The trap kits that are carried, if any.
    fn kits(&self) -> Option<Line<'static>> {
        let kits = self.view.kits_in_words();
        let text = fit(&kits, self.width.saturating_sub(7), &self.looks);
        (!kits.is_empty()).then(|| Line::raw(format!("{:<7}{text}", "Kits")))
    }

    /// The body in the arms, or else the tool in the hand.
    fn hand(&self) -> Line<'static> {
        let player = self.view.player();
        let line = |name: &str, what: &str, style: Style| {
            let what = fit(what, self.width.saturating_sub(7), &self.looks);
            Line::styled(format!("{name:<7}{what}"), style)
        };
        if let Some(body) = player.carrying {
            let style = self.looks.style(ColorRole::Warning);
            return line("Carry", &self.view.body_name(body.kind), style);
        }
        line("Hand", player.tool.map_or("nothing", |tool| tool.name.as_str()), Style::new())
    }

    /// Keys and tools for gates, where there are any.
    fn belt(&self) -> Vec<Line<'static>> {
        let rows = wrap(&belt(self.view).join(", "), self.width.saturating_sub(7));
        let heads = std::iter::once("Belt").chain(std::iter::repeat(""));
        let lines = heads.zip(rows).filter(|(_, row)| !row.is_empty());
        lines.map(|(head, row)| Line::raw(format!("{head:<7}{row}"))).collect()
    }

    /// The same in one row.
    fn short_belt(&self) -> Option<Line<'static>> {
        let all = belt(self.view).join(", ");
        let text = fit(&all, self.width.saturating_sub(7), &self.looks);
        (!all.is_empty()).then(|| Line::raw(format!("{:<7}{text}", "Belt")))
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

    /// A line of the work order; in a wide sidebar with the way to the nearest job of the kind, or to the body that gets up
    /// first, and when it does.
    fn job(&self, count: JobCount, known: &[KnownJob]) -> Line<'static> {
        let is_done = self.view.is_complete(count);
        let (sign, role) = if is_done {
            (GlyphId::Done, ColorRole::Good)
        } else {
            (GlyphId::Undone, ColorRole::Text)
        };
        let (done, wanted) = self.view.progress(count);
        let numbers = format!("{done}/{wanted}");
        let name = count.job.plural();
        let split = self.race.and_then(|race| race.split(SplitPoint::Job(count.job)));
        if let Some(split) = split.filter(|split| split.reached_with.is_some()) {
            let mut line =
                Line::styled(format!("{} {name}", self.looks.glyph(sign)), self.looks.style(role));
            self.push_split(&mut line, split);
            return line;
        }
        let room = self.width.saturating_sub(2).min(20);
        let gap = room.saturating_sub(name.len());
        let text = format!("{} {name}{numbers:>gap$}", self.looks.glyph(sign));
        let mut line = Line::styled(text, self.looks.style(role));
        let mut of_kind = known.iter().filter(|known| known.job == count.job && !is_done);
        // The body that gets up first matters more than the nearest.
        let rising = of_kind.clone().filter(|known| known.rises.is_some());
        if let Some(nearest) = rising.min_by_key(|known| known.rises).or_else(|| of_kind.next()) {
            let here = self.view.player().pos;
            if let Some(left) = nearest.rises {
                let clock = format!("  up in {left}");
                line.push_span(Span::styled(clock, self.looks.style(ColorRole::Warning)));
            }
            let way = match here.steps_to(nearest.at) {
                0 => "  here".to_owned(),
                steps => format!("  {steps} {}", here.bearing(nearest.at).name()),
            };
            // The clock goes before the way, which the list of jobs has too.
            if nearest.rises.is_none() || line.width() + way.len() <= self.width {
                line.push_span(Span::styled(way, self.looks.style(ColorRole::Dim)));
            }
        }
        if let Some(split) = split {
            self.push_split(&mut line, split);
        }
        line
    }

    /// The line of an actor, in so many columns.
    fn actor(&self, actor: &SeenActor<'_>, columns: usize) -> Line<'static> {
        let role = role_of_side(&actor.kind.faction, !actor.harmless);
        let mood = match actor.attitude {
            Attitude::Dozing => "dozing",
            Attitude::Unaware => "idle",
            Attitude::Curious => "looks",
            Attitude::Hunting => "hunts",
            Attitude::Busy => "busy",
            Attitude::Fleeing => "flees",
            Attitude::Guarding => "at post",
            Attitude::Returning => "returns",
            Attitude::Waiting => "waits",
            Attitude::Astray => "astray",
            Attitude::Homing => "runs home",
            Attitude::Weary => "rests",
            Attitude::Striking => "strikes!",
            Attitude::Following => "follows",
            Attitude::Raiding => "raids",
            Attitude::Robbing => "robs",
            Attitude::Tampering => "meddles",
        };
        let hurt = if actor.health < 100 { format!(" {}%", actor.health) } else { String::new() };
        // A long name gives way to what matters more.
        let tail = format!("{hurt} {mood}");
        let name = fit(&actor.kind.name, columns.saturating_sub(2 + tail.len()), &self.looks);
        Line::from(vec![
            Span::styled(actor.kind.glyph.to_string(), self.looks.style(role)),
            Span::raw(format!(" {name}{tail}")),
        ])
    }
}

/// The keys and tools on the belt, in few words: "2 keys", "next bomb: 12".
pub(crate) fn belt(view: View<'_>) -> Vec<String> {
    let player = view.player();
    let word = |(item, count): (&ItemKind, u16)| match item.opens? {
        Gate::LockedDoor if count == 1 => Some("key".to_owned()),
        Gate::LockedDoor => Some(format!("{count} keys")),
        Gate::BossDoor => Some("boss key".to_owned()),
        Gate::Pit => Some("boots".to_owned()),
        Gate::Rubble if player.satchel_wait.0 > 0 => {
            Some(format!("next bomb: {}", player.satchel_wait))
        }
        Gate::Rubble => Some("bomb".to_owned()),
        Gate::Drop => None,
    };
    player.belt.iter().copied().filter_map(word).collect()
}

/// The distance to the exit in its shortest form.
fn exit_off(view: View<'_>) -> String {
    let away = view.turns_to_exit().filter(|_| is_dawn_near(view));
    away.map_or_else(String::new, |away| format!(" exit {away}"))
}

/// Whether dawn is near enough to show the distance to the exit.
fn is_dawn_near(view: View<'_>) -> bool {
    view.intruders().is_none() && view.turns_left() <= MAX_TURNS_NEAR_DAWN
}

/// Whether a third or less is left.
pub(crate) fn is_low(value: i32, max: i32) -> bool {
    value * 3 <= max
}
