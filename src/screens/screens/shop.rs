//! Buying and selling: the items on the shelves, those in the cart, and their prices.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        fit, hint_text,
        letter_guard::LetterGuard,
        page::{Page, room},
        selection::Selection,
        wrap,
    },
};
use base::Pos;
use engine::sim::{CartIndex, Command, Reject};
use engine::view::{Comparison, View, describe_refusal, weigh};

use super::{
    ask::{AskScreen, on_yes},
    cart::{letters, unbound_letters},
};

/// The list of the deals of a shop.
#[derive(Default)]
pub struct ShopScreen {
    selection: Selection,
    letters: LetterGuard,
}

/// A deal with the shopkeeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deal {
    Pay,
    Buy(Pos),
    Sell(CartIndex),
}

impl Deal {
    fn command(self) -> Command {
        match self {
            Deal::Pay => Command::Pay,
            Deal::Buy(at) => Command::Buy { at },
            Deal::Sell(slot) => Command::Sell { slot },
        }
    }
}

/// A deal as a line of the list.
struct Offer {
    deal: Deal,
    name: String,
    price: String,
}

const TEXT_COLUMNS: usize = 62;

/// The key that chooses to pay; no item has it, since items have letters.
const PAY_KEY: char = '=';

impl ShopScreen {
    /// Opens the screen inside a shop; elsewhere logs that there is none.
    pub fn open(run: &mut ActiveRun) -> Transition {
        if run.view().is_in_shop() {
            return Transition::push(Self::default());
        }
        let text = describe_refusal(Reject::NoShop, run.view().catalog());
        run.say(text);
        Transition::Stay
    }

    /// Makes a deal; asks first where it takes what is in use. Closes the screen if that ends the run or the visit.
    fn make(&mut self, deal: Deal, run: &mut ActiveRun, context: &Context) -> Transition {
        if let Some(question) = question_before(run.view(), deal) {
            return Transition::push(AskScreen::new(question, on_yes(deal.command())));
        }
        run.submit(deal.command(), &context.settings);
        let view = run.view();
        if !view.is_in_shop() || matches!(view.status(), engine::sim::RunStatus::Over(_)) {
            return Transition::Pop;
        }
        self.selection.at = self.selection.at.min(offers(view).len().saturating_sub(1));
        Transition::Stay
    }
}

/// What is asked before something in use is sold.
fn question_before(view: View<'_>, deal: Deal) -> Option<String> {
    let Deal::Sell(slot) = deal else { return None };
    let entry = view.cart().into_iter().find(|entry| entry.slot == slot)?;
    let is_asked = entry.worn && entry.count == 1 && view.refusal(&deal.command()).is_none();
    is_asked.then(|| format!("Sell {}, which is in use?", entry.name))
}

/// The letter that chooses a deal. An item to sell has its letter of the cart; a shelf has a capital that it keeps until it
/// is empty.
fn letter(deal: Deal, run: &ActiveRun, context: &Context) -> char {
    let letter = match deal {
        Deal::Pay => Some(PAY_KEY),
        Deal::Sell(slot) => letters(context).get(usize::from(slot.0)).copied(),
        Deal::Buy(at) => {
            let place = run.shelves.iter().position(|&shelf| shelf == at);
            place.and_then(|place| unbound_letters(context, 'A'..='Z').get(place).copied())
        }
    };
    letter.unwrap_or(' ')
}

/// Gives new shelves the places, and so the letters, of those that have become empty.
fn note_shelves(run: &mut ActiveRun) {
    let wares: Vec<Pos> = run.view().wares().iter().map(|ware| ware.at).collect();
    for &at in &wares {
        if run.shelves.contains(&at) {
            continue;
        }
        match run.shelves.iter_mut().find(|shelf| !wares.contains(shelf)) {
            Some(bare) => *bare = at,
            None => run.shelves.push(at),
        }
    }
}

/// The deals that are possible: to pay the debt, then to buy, then to sell.
fn offers(view: View<'_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    let owed = view.owed();
    if owed.0 > 0 {
        let name = "what you took off the shelves".to_owned();
        offers.push(Offer { deal: Deal::Pay, name, price: owed.0.to_string() });
    }
    offers.extend(view.wares().into_iter().map(|ware| Offer {
        deal: Deal::Buy(ware.at),
        name: ware.name,
        price: ware.price.0.to_string(),
    }));
    let own = view.cart().into_iter().filter(|entry| !entry.owed);
    offers.extend(own.filter(|entry| view.offer(entry.slot).0 > 0).map(|entry| Offer {
        deal: Deal::Sell(entry.slot),
        name: match (entry.worn, entry.count) {
            (false, _) => entry.name,
            (true, 1) => format!("{} (in use)", entry.name),
            (true, _) => format!("{} (all but the one in use)", entry.name),
        },
        price: view.offer(entry.slot).0.to_string(),
    }));
    offers
}

/// The heading of a part of the list.
fn heading(deal: Deal) -> &'static str {
    match deal {
        Deal::Pay => "To pay",
        Deal::Buy(_) => "For sale",
        Deal::Sell(_) => "Yours, and what you would get",
    }
}

/// The details of the chosen deal: what the item does or may do, and why the deal is refused if it is.
fn details(view: View<'_>, deal: Deal) -> Vec<(String, ColorRole)> {
    let mut lines = Vec::new();
    let item = match deal {
        Deal::Pay => None,
        Deal::Buy(at) => view.ware_at(at).map(|ware| (ware.kind, ware.item, ware.identified)),
        Deal::Sell(slot) => {
            let entry = view.cart().into_iter().find(|entry| entry.slot == slot);
            entry.map(|entry| (entry.kind, entry.item, entry.identified))
        }
    };
    match item {
        Some((_, item, true)) => {
            lines.push((item.description.clone(), ColorRole::Text));
            lines.extend(facts(item).into_iter().map(|fact| (fact, ColorRole::Dim)));
            if matches!(deal, Deal::Buy(_)) && item.slot.is_equipment() {
                let Comparison { better, worse } = weigh(item, view.player().worn_like(item));
                let compared = [(better, ColorRole::Good), (worse, ColorRole::Bad)];
                lines.extend(compared.into_iter().filter(|(text, _)| !text.is_empty()));
            }
        }
        Some((kind, _, false)) => {
            let text = format!("At that price it is {}.", view.possible(kind).names());
            lines.push((text, ColorRole::Text));
        }
        None => {}
    }
    if let Some(reject) = view.refusal(&deal.command()) {
        lines.push((describe_refusal(reject, view.catalog()), ColorRole::Warning));
    }
    lines
}

impl Screen for ShopScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        note_shelves(run);
        let view = run.view();
        let offers = offers(view);
        let width = room(frame, TEXT_COLUMNS);
        let (mut lines, mut chosen, mut last) = (Vec::new(), 0, "");
        for (place, Offer { deal, name, price }) in offers.iter().enumerate() {
            if heading(*deal) != last {
                last = heading(*deal);
                lines.push(Line::styled(last, looks.style(ColorRole::Title)));
            }
            if place == self.selection.at {
                chosen = lines.len();
            }
            let letter = letter(*deal, run, context);
            let name = fit(name, width.saturating_sub(9), &looks);
            let columns = width.saturating_sub(9);
            lines.push(Line::raw(format!("{letter}  {name:<columns$} {price:>5}")));
        }
        let mut foot = Vec::new();
        if let Some(notice) = self.letters.notice(looks) {
            foot.extend(notice);
        } else if let Some(offer) = offers.get(self.selection.at) {
            foot.push(Line::default());
            for (text, role) in details(view, offer.deal) {
                let rows = wrap(&text, width).into_iter();
                foot.extend(rows.map(|row| Line::styled(row, looks.style(role))));
            }
        } else {
            lines.push(Line::raw("The shelves are bare, and so is the cart."));
        }
        let does = match offers.get(self.selection.at).map(|offer| offer.deal) {
            Some(Deal::Buy(_)) => "buy it",
            Some(Deal::Sell(_)) => "sell it",
            Some(Deal::Pay) | None => "pay",
        };
        Page {
            title: format!("The shop. Your purse: {}", view.coins()),
            lines,
            foot,
            footer: hint_text(&[
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, does),
                KeyHint::of(context, Intent::Cancel, "back"),
            ]),
            selection: Some(Selection { at: chosen }),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if context.intent(InputMode::Play, input) == Some(Intent::Trade) {
            return Transition::Pop;
        }
        let intent = context.intent(InputMode::List, input);
        let view = run.view();
        let offers = offers(view);
        let is_for_nothing = self.letters.take();
        match intent {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) if is_for_nothing => Transition::Stay,
            Some(Intent::Confirm) => match offers.get(self.selection.at) {
                Some(offer) => self.make(offer.deal, run, context),
                None => Transition::Pop,
            },
            Some(intent) if self.selection.turn(intent, offers.len()) => Transition::Stay,
            Some(_) => Transition::Ignore,
            // A letter only chooses a deal, since a deal cannot be undone.
            None => match input {
                Input::Key(key) => {
                    let is_meant =
                        |offer: &Offer| *key == Key::char(letter(offer.deal, run, context));
                    if let Some(place) = offers.iter().position(is_meant) {
                        self.selection.at = place;
                    } else {
                        self.letters.note(input);
                    }
                    Transition::Stay
                }
                _ => Transition::Ignore,
            },
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
