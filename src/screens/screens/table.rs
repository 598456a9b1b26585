//! A table at an inn: what a hero has to say, what they can be stood, and what they play for.

use ratatui::{Frame, text::Line};

use crate::{
    Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint, fit, hint_text,
        page::{Page, room},
        selection::Selection,
        wrap,
    },
};
use content::capital;
use engine::sim::{ActorId, Command, JourneyCommand};
use engine::view::{PastimeView, View};

/// What can be done with one hero.
pub(crate) struct TableScreen {
    actor: ActorId,
    selection: Selection,
}

const TEXT_COLUMNS: usize = 66;

impl TableScreen {
    pub(crate) fn new(actor: ActorId) -> TableScreen {
        TableScreen { actor, selection: Selection::default() }
    }

    /// A word, then the drinks and the games; nothing once the hero is not beside any more.
    fn entries(&self, view: View<'_>) -> Vec<PastimeView> {
        let Some(town) = view.town() else { return Vec::new() };
        let Some((hero, dir)) = town.hero(self.actor).zip(town.dir_to(self.actor)) else {
            return Vec::new();
        };
        let word = PastimeView {
            command: Command::Journey(JourneyCommand::Talk { dir }),
            name: "another word".to_owned(),
            price: "-".to_owned(),
            about: None,
            refusal: None,
        };
        std::iter::once(word).chain(town.pastimes(hero, dir)).collect()
    }

    fn title(&self, view: View<'_>) -> String {
        let name = view.town().and_then(|town| town.name_of(self.actor)).unwrap_or_default();
        format!("{}. Your purse: {}", capital(&name), view.coins())
    }
}

/// The odds of the chosen entry, and why it cannot be done.
fn details(view: View<'_>, entry: &PastimeView) -> Vec<(String, ColorRole)> {
    let about = entry.about.clone().map(|text| (text, ColorRole::Text));
    let town = view.town();
    let why = entry.refusal.and_then(|reject| Some((town?.why(reject), ColorRole::Warning)));
    about.into_iter().chain(why).collect()
}

fn letter(place: usize) -> char {
    char::from(b'a' + place as u8)
}

impl Screen for TableScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        let entries = self.entries(view);
        let width = room(frame, TEXT_COLUMNS);
        let columns = width.saturating_sub(9);
        let mut lines: Vec<Line<'static>> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| {
                let name = fit(&entry.name, columns, &looks);
                let role = if entry.refusal.is_none() { ColorRole::Text } else { ColorRole::Dim };
                let text = format!("{}  {name:<columns$} {:>5}", letter(place), entry.price);
                Line::styled(text, looks.style(role))
            })
            .collect();
        if let Some(entry) = entries.get(self.selection.at) {
            lines.push(Line::default());
            for (text, role) in details(view, entry) {
                let rows = wrap(&text, width).into_iter();
                lines.extend(rows.map(|row| Line::styled(row, looks.style(role))));
            }
        }
        if let Some(last) = run.log.lines().last() {
            lines.push(Line::default());
            let rows = wrap(&last.text, width).into_iter();
            lines.extend(rows.map(Line::raw));
        }
        Page {
            title: self.title(view),
            lines,
            footer: hint_text(&[
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "do it"),
                KeyHint::of(context, Intent::Cancel, "get up"),
            ]),
            selection: Some(self.selection),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let entries = self.entries(run.view());
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => match entries.get(self.selection.at) {
                Some(entry) => {
                    run.submit(entry.command, &context.settings);
                    Transition::Stay
                }
                None => Transition::Pop,
            },
            Some(intent) if self.selection.turn(intent, entries.len()) => Transition::Stay,
            Some(_) => Transition::Ignore,
            // A letter only chooses, since a drink cannot be undone.
            None => {
                let is_meant = |&at: &usize| *input == Input::Key(Key::char(letter(at)));
                match (0..entries.len()).find(is_meant) {
                    Some(place) => {
                        self.selection.at = place;
                        Transition::Stay
                    }
                    None => Transition::Ignore,
                }
            }
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let view = run.view();
        let mut lines = vec![format!("{}.", self.title(view))];
        for (place, entry) in self.entries(view).iter().enumerate() {
            let chosen = if place == self.selection.at { CHOSEN } else { "" };
            lines.push(format!("{chosen}{}  {}: {}.", letter(place), entry.name, entry.price));
            if place == self.selection.at {
                lines.extend(details(view, entry).into_iter().map(|(text, _)| text));
            }
        }
        lines.extend(run.log.lines().last().map(|last| last.text.clone()));
        Some(lines)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
