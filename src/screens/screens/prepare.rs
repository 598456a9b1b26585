//! The list of what can be prepared for the raid from here, with what comes of each.

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    widgets::sheet::{Block, Row, Sheet},
};
use content::capital;

use super::ask::submit_or_ask;

pub(crate) struct PrepareScreen;

impl Screen for PrepareScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let choices = view.preparations().unwrap_or_default();
        let effect = context.sheet.chosen_of(&choices).map(|choice| choice.effect.clone());
        Some(Sheet {
            rows: choices.iter().map(|choice| Row::new(capital(&choice.row()))).collect(),
            foot: effect.into_iter().flat_map(Block::after_blank).collect(),
            hints: context.hints([(Intent::Confirm, "do it"), (Intent::Cancel, "back")]),
            opened_by: Some(Intent::Prepare),
            is_compact: true,
            ..Sheet::boxed(74, "Prepare")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match run.view().preparations().unwrap_or_default().get(row) {
            Some(choice) => submit_or_ask(choice.command, choice.at, run, context),
            None => Transition::Pop,
        }
    }
}
