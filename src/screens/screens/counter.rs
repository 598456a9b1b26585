//! The counter of a house in a town: what is sold over it, and for how much.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, fit, hint_text,
        letter_guard::LetterGuard,
        page::{Page, room},
        selection::{Selection, letter, lettered},
        wrap,
    },
};
use content::{capital, counted};
use engine::sim::{Command, JourneyCommand, Reject};
use engine::view::{DealView, TownView, describe_refusal};

/// The list of what is sold over a counter.
#[derive(Default)]
pub(crate) struct CounterScreen {
    selection: Selection,
    letters: LetterGuard,
}

const TEXT_COLUMNS: usize = 62;

impl CounterScreen {
    /// Opens the screen where something is sold over a counter; elsewhere logs that there is nothing.
    pub(crate) fn open(run: &mut ActiveRun) -> Transition {
        let sells = run.view().town().is_some_and(|town| !town.deals().is_empty());
        if sells {
            return Transition::push(Self::default());
        }
        let has_shelves = run
            .view()
            .town()
            .and_then(|town| town.here()?.kind)
            .is_some_and(|kind| !kind.wares.is_empty());
        let why = if has_shelves { Reject::NobodySells } else { Reject::NoMarket };
        let text = describe_refusal(why, run.view().catalog());
        run.say(text);
        Transition::Stay
    }

    fn buy(place: usize, run: &mut ActiveRun, context: &Context) -> Transition {
        let deal = JourneyCommand::Deal { offer: place as u8 };
        run.submit(Command::Journey(deal), &context.settings);
        Transition::Stay
    }
}

fn title(run: &ActiveRun, town: &TownView<'_>) -> String {
    let name = town.here().map_or_else(String::new, |house| capital(&house.name));
    let rations = run.view().journey().map_or(0, |journey| journey.rations());
    format!("{name}. Your purse: {}, {}", run.view().coins(), counted(rations, "ration"))
}

/// What is to be known of the chosen deal: its text, and why it cannot be made.
fn details(deal: &DealView, run: &ActiveRun) -> Vec<(String, ColorRole)> {
    let about = deal.about.clone().map(|text| (text, ColorRole::Text));
    let refusal = deal
        .refusal
        .map(|reject| (describe_refusal(reject, run.view().catalog()), ColorRole::Warning));
    about.into_iter().chain(refusal).collect()
}

impl Screen for CounterScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let Some(town) = run.view().town() else { return };
        let deals = town.deals();
        let width = room(frame, TEXT_COLUMNS);
        let columns = width.saturating_sub(9);
        let mut foot = Vec::new();
        let lines: Vec<Line<'static>> = deals
            .iter()
            .enumerate()
            .map(|(place, deal)| {
                let name = fit(&deal.name, columns, &looks);
                let price = if deal.price.0 == 0 { "-".into() } else { deal.price.0.to_string() };
                let role = if deal.refusal.is_none() { ColorRole::Text } else { ColorRole::Dim };
                let text = format!("{}  {name:<columns$} {price:>5}", letter(place));
                Line::styled(text, looks.style(role))
            })
            .collect();
        if let Some(notice) = self.letters.notice(looks) {
            foot.extend(notice);
        } else if let Some(deal) = deals.get(self.selection.at) {
            foot.push(Line::default());
            for (text, role) in details(deal, run) {
                let rows = wrap(&text, width).into_iter();
                foot.extend(rows.map(|row| Line::styled(row, looks.style(role))));
            }
        }
        if let Some(last) = run.log.lines().last() {
            foot.push(Line::default());
            let rows = wrap(&last.text, width).into_iter();
            foot.extend(rows.map(|row| Line::styled(row, looks.style(ColorRole::Dim))));
        }
        Page {
            title: title(run, &town),
            lines,
            foot,
            footer: hint_text(&[
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "buy it"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: Some(self.selection),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if context.intent(InputMode::Play, input) == Some(Intent::Trade) {
            return Transition::Pop;
        }
        let count = run.view().town().map_or(0, |town| town.deals().len());
        let is_for_nothing = self.letters.take();
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) if count == 0 => Transition::Pop,
            Some(Intent::Confirm) if is_for_nothing => Transition::Stay,
            Some(Intent::Confirm) => CounterScreen::buy(self.selection.at, run, context),
            Some(intent) if self.selection.turn(intent, count) => Transition::Stay,
            Some(_) => Transition::Ignore,
            // A letter only chooses, since a deal cannot be undone.
            None => {
                match lettered(input, count) {
                    Some(place) => self.selection.at = place,
                    None => self.letters.note(input),
                }
                Transition::Stay
            }
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let town = run.view().town()?;
        let mut lines = vec![format!("{}.", title(run, &town))];
        for (place, deal) in town.deals().iter().enumerate() {
            let chosen = if place == self.selection.at { CHOSEN } else { "" };
            lines.push(format!("{chosen}{}  {}: {}.", letter(place), deal.name, deal.price));
            if place == self.selection.at {
                lines.extend(details(deal, run).into_iter().map(|(text, _)| text));
            }
        }
        Some(lines)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
