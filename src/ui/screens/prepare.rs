//! The list of what can be prepared for the raid from here, with what comes of each.

use ratatui::{Frame, text::Line};

use crate::{
    content::{Supply, capital},
    sim::Command,
    ui::{
        ActiveRun, Context, RunScreen, RunTransition,
        keymap::Intent,
        terminal::Input,
        widgets::{
            KeyHint, hint_text,
            page::{Page, paragraph},
            selection::Selection,
        },
    },
    view::{PartyWay, PreparationChoice, View},
};

use super::ask::{AskScreen, on_yes};
use super::choose::{Choice, ChooseScreen};
use super::list_keys::ListKey;

/// The list of preparations.
#[derive(Default)]
pub(crate) struct PrepareScreen {
    selection: Selection,
}

impl RunScreen for PrepareScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context) {
        let view = run.view();
        let choices = view.preparations().unwrap_or_default();
        let mut lines: Vec<Line<'static>> =
            choices.iter().map(|choice| Line::raw(capital(&choice.label))).collect();
        let effect = choices
            .get(self.selection.at)
            .map(|choice| format!("{} {}", choice.effect, choice.note));
        let stores = [Some(stores(view)), view.hint_on_kits(), view.pay_for_preparing()]
            .into_iter()
            .flatten();
        let paragraphs =
            [effect, Some(stores.collect::<Vec<_>>().join(" ")), view.notice_of_dawn()];
        for text in paragraphs.into_iter().flatten() {
            lines.push(Line::default());
            lines.extend(paragraph(frame, &text));
        }
        // On a small screen the words matter more than the space between them.
        if lines.len() + 2 > usize::from(frame.area().height) {
            lines.retain(|line| line.width() > 0);
        }
        Page {
            title: "Prepare".to_owned(),
            lines,
            footer: hint_text(&[
                KeyHint::of(context, Intent::Confirm, "do it"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: (!choices.is_empty()).then_some(self.selection),
            ..Page::default()
        }
        .draw(frame, context.appearance);
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        let choices = run.view().preparations().unwrap_or_default();
        match ListKey::read(input, context, Intent::Prepare, &mut self.selection, choices.len()) {
            ListKey::Choose(Some(place)) => choose(&choices[place], run, context),
            ListKey::Close | ListKey::Choose(None) => RunTransition::Pop,
            ListKey::Moved => RunTransition::Stay,
            ListKey::Other => RunTransition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

/// What the player has to prepare with.
fn stores(view: View<'_>) -> String {
    let supplies = view.player().supplies;
    let parts = supplies.iter().find(|(supply, _)| *supply == Supply::Parts);
    let parts = parts.map_or(0, |&(_, count)| count);
    let kits = view.kits_in_words();
    let kits = if kits.is_empty() { "no kits".to_owned() } else { format!("kits: {kits}") };
    let noun = if parts == 1 { "part" } else { "parts" };
    format!(
        "You have {parts} {noun}, {kits}. None of this is on the order: it pays by what it does to them."
    )
}

/// Does it, after asking where, if there are several places, and whether, if it shuts something off.
fn choose(choice: &PreparationChoice, run: &mut ActiveRun, context: &Context) -> RunTransition {
    let is_asked = |place: &&(Option<_>, Command)| place.0.is_some();
    if choice.places.len() == 1 || choice.places.iter().find(is_asked).is_none() {
        let (place, command) = choice.places[0];
        let at = place.map_or(run.view().player().pos, |(_, at)| at);
        if let Some(question) = run.view().question_before(command, at) {
            return RunTransition::replace(AskScreen::new(question, on_yes(command)));
        }
        run.submit(command, &context.settings);
        return RunTransition::Pop;
    }
    let way = PartyWay::of(&run.view());
    let choices = choice.places.iter().filter_map(|&(place, command)| {
        let (dir, at) = place?;
        let label = run.view().whereabouts(at, way.as_ref());
        Some(Choice { label, dir: Some(dir), at, command })
    });
    let ask = ChooseScreen::new("Put it where?", Intent::Prepare, choices.collect());
    RunTransition::replace(ask.with_note(choice.note.clone()))
}
