//! The list of what can be prepared for the raid from here, with what comes of each.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::Intent,
    terminal::Input,
    widgets::{
        KeyHint, hint_text,
        page::{Page, paragraph},
        selection::Selection,
    },
};
use content::{Supply, capital};
use engine::sim::{Command, Preparation};
use engine::view::{PartyWay, PreparationChoice, View};

use super::ask::submit_or_ask;
use super::choose::{Choice, ChooseScreen};
use super::list_keys::ListKey;

/// The list of preparations.
#[derive(Default)]
pub(crate) struct PrepareScreen {
    selection: Selection,
}

impl Screen for PrepareScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let view = run.view();
        let choices = view.preparations().unwrap_or_default();
        let lines: Vec<Line<'static>> =
            choices.iter().map(|choice| Line::raw(capital(&choice.label))).collect();
        let effect = choices
            .get(self.selection.at)
            .map(|choice| format!("{} {}", choice.effect, choice.note));
        let stores = [Some(stores(view)), view.hint_on_kits(), view.pay_for_preparing()]
            .into_iter()
            .flatten();
        let paragraphs =
            [effect, Some(stores.collect::<Vec<_>>().join(" ")), view.notice_of_dawn()];
        let mut foot = Vec::new();
        for text in paragraphs.into_iter().flatten() {
            foot.push(Line::default());
            foot.extend(paragraph(frame, &text));
        }
        // On a small screen the words matter more than the space between them.
        if lines.len() + foot.len() + 2 > usize::from(frame.area().height) {
            foot.retain(|line| line.width() > 0);
        }
        Page {
            title: "Prepare".to_owned(),
            lines,
            foot,
            footer: hint_text(&[
                KeyHint::of(context, Intent::Confirm, "do it"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: (!choices.is_empty()).then_some(self.selection),
            ..Page::default()
        }
        .draw(frame, context.appearance);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let choices = run.view().preparations().unwrap_or_default();
        match ListKey::read(input, context, Intent::Prepare, &mut self.selection, choices.len()) {
            ListKey::Choose(Some(place)) => choose(&choices[place], run, context),
            ListKey::Close | ListKey::Choose(None) => Transition::Pop,
            ListKey::Moved => Transition::Stay,
            ListKey::Other => Transition::Ignore,
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
    let max = view.catalog().rules.prepare.max_kits;
    let kits = if kits.is_empty() { "none" } else { &kits };
    let noun = if parts == 1 { "part" } else { "parts" };
    format!(
        "You have {parts} {noun}. Kits ({max} at most): {kits}. None of this is on the order: it pays by what it does to them."
    )
}

/// Does it, after asking where a kit or coins are to go, and whether, if it shuts something off.
fn choose(choice: &PreparationChoice, run: &mut ActiveRun, context: &Context) -> Transition {
    if choice.places.is_empty() {
        run.say(choice.note.clone());
        return Transition::Pop;
    }
    let (place, command) = choice.places[0];
    let is_placed = match command {
        Command::Prepare(what) => {
            matches!(what, Preparation::SetKit { .. } | Preparation::LayCoins { .. })
        }
        _ => false,
    };
    if !is_placed {
        let at = place.map_or(run.view().player().pos, |(_, at)| at);
        return submit_or_ask(command, at, run, context);
    }
    let way = PartyWay::of(&run.view());
    let choices = choice.places.iter().filter_map(|&(place, command)| {
        let (dir, at) = place?;
        let label = run.view().whereabouts(at, way.as_ref());
        Some(Choice { label, dir: Some(dir), at, command })
    });
    let choices: Vec<Choice> = choices.collect();
    // The first of those that serve best.
    let worth = |place: &usize| way.as_ref().map(|way| way.worth(choices[*place].at));
    let best = (0..choices.len()).rev().max_by_key(worth).unwrap_or(0);
    let question = format!("{}. Where?", capital(&choice.label));
    let ask = ChooseScreen::new(question, Intent::Prepare, choices).chosen(best);
    Transition::replace(ask.with_note(choice.note.clone()))
}
