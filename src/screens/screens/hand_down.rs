//! What of a dead upkeeper's cart goes to the next one: one item, or nothing.

use ratatui::{Frame, text::Line};

use crate::{
    Context, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, ListState, Width, fit, notice, sheet, wrap},
};
use engine::sim::HandMeDown;

use super::help::HelpScreen;

/// An item that can be handed down, with its name.
pub(crate) type Heirloom = (HandMeDown, String);

/// The list of the cart.
pub(crate) struct HandDownScreen {
    items: Vec<Heirloom>,
    list: ListState,
    problem: String,
}

impl HandDownScreen {
    pub(crate) fn new(items: Vec<Heirloom>) -> Self {
        Self { items, list: ListState::default(), problem: String::new() }
    }

    fn choose(&mut self, context: &mut Context) -> Transition {
        let item = self.items.get(self.list.at()).map(|(item, _)| item);
        match context.host.keep_hand_me_down(item) {
            Ok(()) => Transition::Pop,
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }
}

impl Screen for HandDownScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Confirm, "this one"),
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "choose"),
        ];
        let area = sheet(frame, &looks, Width::Text, "For whoever comes next", &hints);
        let width = usize::from(area.width);
        let problem = notice(&self.problem, width).into_iter();
        let mut told: Vec<Line<'static>> =
            problem.map(|row| Line::styled(row, looks.style(ColorRole::Bad))).collect();
        let about = "One thing out of your cart goes to the next upkeeper, on a seed that is drawn. A journey \
                     with it is not ranked.";
        let about = wrap(about, width).into_iter();
        told.extend(about.map(|row| Line::styled(row, looks.style(ColorRole::Dim))));
        let (items, mut list) = (&self.items, self.list);
        list.draw_above(frame, area, &looks, items.len() + 1, &told, |at| {
            let name = items.get(at).map_or("nothing", |(_, name)| name);
            fit(name, width.saturating_sub(2), &looks)
        });
        self.list = list;
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.choose(context),
            Some(Intent::Help) => Transition::push(HelpScreen::keys()),
            Some(intent) if self.list.turn(intent, self.items.len() + 1) => {
                self.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}
