//! What of a dead upkeeper's cart goes to the next one: one item, or nothing.

use crate::{
    Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::Intent,
    widgets::{
        KeyHint,
        sheet::{Block, Row, Sheet},
    },
};
use engine::sim::HandMeDown;

/// An item that can be handed down, with its name.
pub(crate) type Heirloom = (HandMeDown, String);

/// The list of the cart.
pub(crate) struct HandDownScreen {
    pub items: Vec<Heirloom>,
}

const ABOUT: &str = "One thing out of your cart goes to the next upkeeper, on a seed that is drawn. A journey \
    with it is not ranked.";

impl Screen for HandDownScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let names = self.items.iter().map(|(_, name)| &**name);
        Some(Sheet {
            rows: names.chain(["nothing"]).map(Row::new).collect(),
            foot: vec![Block::dim(ABOUT)],
            hints: vec![
                KeyHint::of(context, Intent::Confirm, "this one"),
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&context.appearance, [GlyphId::Up, GlyphId::Down], "choose"),
            ],
            ..Sheet::list("For whoever comes next")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let item = self.items.get(row).map(|(item, _)| item);
        match context.host.keep_hand_me_down(item) {
            Ok(()) => Transition::Pop,
            Err(error) => context.fail(error),
        }
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}
