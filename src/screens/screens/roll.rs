//! The roll of heroes: everybody of the cast whom the player has heard of, and a page for each.

use ratatui::{Frame, text::Line};
use unicode_width::UnicodeWidthStr;

use crate::{
    ActiveRun, Appearance, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, ListState, Scroll, Width, draw_lines, hint_text, pad,
        page::{Page, paragraph},
        sheet, wrap,
    },
};
use engine::sim::PersonId;
use engine::view::{PersonReport, View};

use super::scroll_or_close;

/// The columns of a row of the roll; what is left over is for how they stand, and what is between them and the player.
const NAME_COLUMNS: usize = 20;
const RANK_COLUMNS: usize = 18;
const HABIT_COLUMNS: usize = 9;
/// The narrowest row with habits.
const MIN_COLUMNS_WITH_HABITS: usize = 84;

/// The roll of heroes.
#[derive(Default)]
pub(crate) struct RollScreen {
    list: ListState,
}

impl RollScreen {
    /// Opens it; in other modes than a journey the log says that there is none.
    pub(crate) fn open(run: &mut ActiveRun) -> Transition {
        if run.view().is_journey() {
            return Transition::push(RollScreen::default());
        }
        run.say("Nobody keeps a roll for one night's work. On a journey there is one.");
        Transition::Stay
    }
}

/// Those on the roll, in its order.
fn people(view: View<'_>) -> Vec<(PersonId, PersonReport)> {
    let roll = view.journey().map_or_else(Vec::new, |journey| journey.roll());
    roll.into_iter().filter_map(|it| Some((it.id, view.person_report(it.id)?))).collect()
}

/// How many of the cast are not on it, in words; empty if all are.
fn others(view: View<'_>) -> String {
    match view.journey().map_or(0, |journey| journey.unheard()) {
        0 => String::new(),
        1 => "One more raids the marches, of whom you have not heard yet.".to_owned(),
        more => format!("{more} more raid the marches, of whom you have not heard yet."),
    }
}

fn row(person: &PersonReport, looks: &Appearance, width: usize) -> Line<'static> {
    let role = match (person.is_expected, person.is_gone) {
        (true, _) => ColorRole::Warning,
        (_, true) => ColorRole::Dim,
        _ => ColorRole::Text,
    };
    let mut text = format!(
        "{} {} ",
        pad(&person.name, NAME_COLUMNS, looks),
        pad(&person.short_rank, RANK_COLUMNS, looks)
    );
    if width >= MIN_COLUMNS_WITH_HABITS {
        text.push_str(&pad(&person.habit, HABIT_COLUMNS, looks));
        text.push(' ');
    }
    let room = width.saturating_sub(text.width());
    text.push_str(&standing_within(person, room));
    Line::styled(pad(&text, width, looks), looks.style(role))
}

/// How somebody stands, and what is between them and the player if there is room for all of it.
fn standing_within(person: &PersonReport, room: usize) -> String {
    let PersonReport { standing, tie, .. } = person;
    if tie.is_empty() {
        return standing.clone();
    }
    let both = format!("{standing}; {tie}");
    if both.width() <= room { both } else { standing.clone() }
}

impl Screen for RollScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        let people = people(view);
        let hints = [
            KeyHint::of(context, Intent::Confirm, "more of them"),
            KeyHint::of(context, Intent::Cancel, "back"),
        ];
        let area = sheet(frame, &looks, Width::Text, "The roll of heroes", &hints);
        let width = usize::from(area.width);
        let below: Vec<Line<'static>> = wrap(&others(view), width)
            .into_iter()
            .map(|row| Line::styled(row, looks.style(ColorRole::Dim)))
            .collect();
        let foot = (below.len() as u16 + 1).min(area.height);
        let list = ratatui::layout::Rect { height: area.height - foot, ..area };
        let mut lines: Vec<Line<'static>> =
            people.iter().map(|(_, person)| row(person, &looks, width.saturating_sub(1))).collect();
        if let Some(line) = lines.get_mut(self.list.at()) {
            line.style = looks.style(ColorRole::Selected);
        }
        self.list.draw_entries(frame, list, &looks, &lines);
        let rest = ratatui::layout::Rect { y: list.bottom() + 1, height: foot - 1, ..area };
        draw_lines(rest, frame.buffer_mut(), &below);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let people = people(run.view());
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => match people.get(self.list.at()) {
                Some((id, _)) => {
                    Transition::push(PersonScreen { id: *id, scroll: Scroll::default() })
                }
                None => Transition::Ignore,
            },
            Some(intent) if self.list.turn(intent, people.len()) => Transition::Stay,
            _ if context.intent(InputMode::Play, input) == Some(Intent::Roll) => Transition::Pop,
            _ => Transition::Ignore,
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let view = run.view();
        let mut lines = vec!["The roll of heroes.".to_owned()];
        for (at, (_, person)) in people(view).into_iter().enumerate() {
            let chosen = if at == self.list.at() { CHOSEN } else { "" };
            let standing = standing_within(&person, usize::MAX);
            let PersonReport { name, rank, habit, .. } = person;
            lines.push(format!("{chosen}{name}, {rank}, {habit}: {standing}."));
        }
        lines.push(others(view));
        Some(lines)
    }
}

/// The page of one person.
struct PersonScreen {
    id: PersonId,
    scroll: Scroll,
}

impl Screen for PersonScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let Some(person) = run.view().person_report(self.id) else { return };
        let lines: Vec<Line<'static>> =
            person.about.iter().flat_map(|text| paragraph(frame, text)).collect();
        Page {
            title: format!("{}, {}", person.name, person.rank),
            lines,
            footer: hint_text(&[KeyHint::of(context, Intent::Cancel, "back")]),
            scroll: Some(&mut self.scroll),
            ..Page::default()
        }
        .draw(frame, context.appearance);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        scroll_or_close(&mut self.scroll, input, context)
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let person = run.view().person_report(self.id)?;
        Some(
            [format!("{}, {}.", person.name, person.rank)]
                .into_iter()
                .chain(person.about)
                .collect(),
        )
    }
}
