//! Buying and selling: the items on the shelves, those in the cart, and their prices.

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        sheet::{Block, Row, Sheet, SheetState, letters, unbound_letters},
    },
};
use base::Pos;
use engine::sim::{CartIndex, Coins, Command, Reject, RunStatus};
use engine::view::{Comparison, View, describe_refusal, weigh};

use super::ask::{ask, refuse};

pub struct ShopScreen;

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

    /// The heading of such deals, and what a deal is called.
    fn words(self) -> [&'static str; 2] {
        match self {
            Deal::Pay => ["To pay", "pay"],
            Deal::Buy(_) => ["For sale", "buy it"],
            Deal::Sell(_) => ["Yours, and what you would get", "sell it"],
        }
    }
}

struct Offer {
    deal: Deal,
    name: String,
    price: Coins,
}

/// On fewer rows a bar of the purse takes none from the list.
const MIN_ROWS_WITH_PURSE: u16 = 30;

/// The key that chooses to pay; no item has it, since items have letters.
const PAY_KEY: char = '=';

impl ShopScreen {
    /// Opens the screen inside a shop; elsewhere logs that there is none.
    pub fn open(run: &mut ActiveRun, context: &Context) -> Transition {
        if run.view().is_in_shop() {
            return Transition::push(Self);
        }
        refuse(Reject::NoShop, run, context)
    }
}

/// What is asked before something in use is sold.
fn question_before(view: View<'_>, deal: Deal) -> Option<String> {
    let Deal::Sell(slot) = deal else { return None };
    let entry = view.cart_slot(slot)?;
    let is_asked = entry.worn && entry.count == 1 && view.refusal(&deal.command()).is_none();
    is_asked.then(|| format!("Sell {}, which is in use?", entry.name))
}

/// The letter that chooses a deal. An item to sell has its letter of the cart; a shelf has a
/// capital that it keeps until it is empty.
fn letter(deal: Deal, run: &ActiveRun, context: &Context) -> Option<char> {
    match deal {
        Deal::Pay => Some(PAY_KEY),
        Deal::Sell(slot) => letters(context).get(usize::from(slot.0)).copied(),
        Deal::Buy(at) => {
            let place = run.shelves.iter().position(|&shelf| shelf == at);
            place.and_then(|place| unbound_letters(context, 'A'..='Z').get(place).copied())
        }
    }
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
        offers.push(Offer { deal: Deal::Pay, name, price: owed });
    }
    offers.extend(view.wares().into_iter().map(|ware| Offer {
        deal: Deal::Buy(ware.at),
        name: ware.name,
        price: ware.price,
    }));
    let own = view.cart().into_iter().filter(|entry| !entry.owed);
    offers.extend(own.filter(|entry| view.offer(entry.slot).0 > 0).map(|entry| Offer {
        deal: Deal::Sell(entry.slot),
        name: match (entry.worn, entry.count) {
            (false, _) => entry.name,
            (true, 1) => format!("{} (in use)", entry.name),
            (true, _) => format!("{} (all but the one in use)", entry.name),
        },
        price: view.offer(entry.slot),
    }));
    offers
}

/// The details of the chosen deal: what the item does or may do, and why the deal is refused if it
/// is.
fn details(view: View<'_>, deal: Deal) -> Vec<Block> {
    let mut lines = vec![Block::blank()];
    let item = match deal {
        Deal::Pay => None,
        Deal::Buy(at) => view.ware_at(at).map(|ware| (ware.kind, ware.item, ware.identified)),
        Deal::Sell(slot) => view.cart_slot(slot).map(|own| (own.kind, own.item, own.identified)),
    };
    match item {
        Some((_, item, true)) => {
            lines.push(Block::text(&*item.description));
            lines.extend(facts(item).into_iter().map(Block::dim));
            if matches!(deal, Deal::Buy(_)) && item.slot.is_equipment() {
                lines.extend(compared(weigh(item, view.player().worn_like(item))));
            }
        }
        Some((kind, _, false)) => {
            let text = format!("At that price it is {}.", view.possible(kind).names());
            lines.push(Block::text(text));
        }
        None => {}
    }
    if let Some(reject) = view.refusal(&deal.command()) {
        let why = describe_refusal(reject, view.catalog());
        lines.push(Block::Text(why, ColorRole::Warning));
    }
    lines
}

/// The bar of a price's share of the purse, where there are rows for it.
pub(super) fn of_purse(price: Coins, purse: Coins, state: &SheetState) -> Vec<Block> {
    if state.size.height < MIN_ROWS_WITH_PURSE {
        return Vec::new();
    }
    let text = format!("{} of the {} in your purse.", price.0, purse.0);
    vec![Block::blank(), Block::dim(text), Block::Bar(price.0, purse.0)]
}

/// What is better and what is worse about an item than about the one in use.
pub(super) fn compared(Comparison { better, worse }: Comparison) -> impl Iterator<Item = Block> {
    let told = [(better, ColorRole::Good), (worse, ColorRole::Bad)];
    let told = told.into_iter().filter(|(text, _)| !text.is_empty());
    told.map(|(text, role)| Block::Text(text, role))
}

impl Screen for ShopScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (run, _) = context.in_run();
        note_shelves(run);
        let run = context.run();
        let view = run.view();
        let offers = offers(view);
        let rows = offers.iter().map(|Offer { deal, name, price }| Row {
            right: price.0.to_string(),
            heading: deal.words()[0],
            key: letter(*deal, run, context),
            ..Row::new(&**name)
        });
        let chosen = context.sheet.chosen_of(&offers).map(|offer| offer.deal);
        let details = context.sheet.chosen_of(&offers).map(|&Offer { deal, price, .. }| {
            let purse = match deal {
                Deal::Sell(_) => Vec::new(),
                Deal::Pay | Deal::Buy(_) => of_purse(price, view.coins(), context.sheet),
            };
            [details(view, deal), purse].concat()
        });
        let bare = "The shelves are bare, and so is the cart.";
        let [_, does] = chosen.unwrap_or(Deal::Pay).words();
        Some(Sheet {
            text: offers.is_empty().then(|| Block::text(bare)).into_iter().collect(),
            rows: rows.collect(),
            foot: details.unwrap_or_default(),
            hints: vec![
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, does),
                KeyHint::of(context, Intent::Cancel, "back"),
            ],
            // A deal cannot be undone.
            keys_choose: true,
            opened_by: Some(Intent::Trade),
            ..Sheet::boxed(62, format!("The shop. Your purse: {}", view.coins()))
        })
    }

    /// Makes a deal; asks first where it takes what is in use. Closes the screen if that ends the
    /// run or the visit.
    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let view = context.run().view();
        let offers = offers(view);
        let Some(Offer { deal, .. }) = offers.get(row) else { return Transition::Pop };
        if let Some(question) = question_before(view, *deal) {
            return ask(question, deal.command());
        }
        context.submit(deal.command());
        let view = context.run().view();
        let is_over = !view.is_in_shop() || matches!(view.status(), RunStatus::Over(_));
        if is_over { Transition::Pop } else { Transition::Stay }
    }
}
