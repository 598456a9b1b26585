//! The counter of a house in a town: what is sold over it, and for how much.

use crate::{
    ActiveRun, Screen, ScreenContext, Transition,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint,
        sheet::{Block, Row, Sheet, letters},
    },
};
use content::{capital, counted};
use engine::sim::{Command, JourneyCommand, Reject};
use engine::view::describe_refusal;

/// The list of what is sold over a counter.
pub(crate) struct CounterScreen;

impl CounterScreen {
    /// Opens the screen where something is sold over a counter; elsewhere logs that there is nothing.
    pub(crate) fn open(run: &mut ActiveRun) -> Transition {
        let town = run.view().town();
        if town.is_some_and(|town| !town.deals().is_empty()) {
            return Transition::push(Self);
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
}

impl Screen for CounterScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let town = view.town()?;
        let deals = town.deals();
        let name = town.here().map_or_else(String::new, |house| capital(&house.name));
        let rations = counted(view.journey().map_or(0, |journey| journey.rations()), "ration");
        let rows = deals.iter().zip(letters(context)).map(|(deal, letter)| Row {
            right: if deal.price.0 == 0 { "-".into() } else { deal.price.0.to_string() },
            role: if deal.refusal.is_none() { ColorRole::Text } else { ColorRole::Dim },
            told: Some(format!("{letter}  {}: {}.", deal.name, deal.price)),
            ..Row::keyed(letter, &*deal.name)
        });
        let chosen = context.sheet.chosen_of(&deals).map(|deal| {
            let why = deal.refusal.map(|reject| describe_refusal(reject, view.catalog()));
            details(deal.about.clone(), why)
        });
        Some(Sheet {
            rows: rows.collect(),
            foot: chosen.unwrap_or_default(),
            log: context.run().log.last_text(),
            hints: vec![
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "buy it"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ],
            columns: 62,
            // A deal cannot be undone.
            keys_act: false,
            opened_by: Some(Intent::Trade),
            is_read: true,
            ..Sheet::boxed(format!("{name}. Your purse: {}, {rations}", view.coins()))
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        context.submit(Command::Journey(JourneyCommand::Deal { offer: row as u8 }))
    }
}

/// What is to be known of a chosen deal: its text, and why it cannot be made.
pub(super) fn details(about: Option<String>, why: Option<String>) -> Vec<Block> {
    let why = why.map(|why| Block::Text(why, ColorRole::Warning));
    [Block::blank()].into_iter().chain(about.map(Block::text)).chain(why).collect()
}
