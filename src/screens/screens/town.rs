//! The lists of a town: the places to walk to, a counter with what is sold over it, and a table at
//! an inn with what a hero has to say, can be stood and plays for.

use base::Dir;
use content::{capital, counted};
use engine::{
    sim::{ActorId, Coins, Command, JourneyCommand, Reject},
    view::{OfferView, PlaceKind, PlaceView, View, describe_refusal},
};

use crate::{
    ActiveRun, Appearance, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    surroundings::bearing,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint, fit,
        sheet::{Block, Row, Sheet, letters},
    },
};

use super::{ask::refuse, cursor::CursorScreen, shop::of_purse};

pub(crate) struct PlacesScreen;

const MAX_NAME_COLUMNS: usize = 50;

fn places(view: View<'_>) -> Vec<PlaceView> {
    view.town().map_or_else(Vec::new, |town| town.places())
}

/// The command that walks to a place of the floor: into a house, to a gate, or beside somebody.
fn way_to(view: View<'_>, place: &PlaceView) -> Command {
    if place.at == view.exit() && view.player().pos != place.at {
        return Command::TravelToExit;
    }
    if place.kind != PlaceKind::Somebody {
        return Command::Travel(place.at);
    }
    let here = view.player().pos;
    let mut beside: Vec<_> = Dir::ALL.into_iter().map(|dir| place.at + dir).collect();
    beside.sort_by_key(|&pos| (pos.steps_to(here), pos));
    let mut ways = beside.into_iter().map(Command::Travel);
    ways.find(|way| view.refusal(way).is_none()).unwrap_or(Command::Travel(place.at))
}

/// The name of a place with what is noted of it, and the way to it, from the door to another house.
/// The name is cut for the note.
fn words(view: View<'_>, place: &PlaceView, looks: &Appearance) -> (String, String) {
    let from = match view.town().and_then(|town| town.here()) {
        Some(own) if place.kind == PlaceKind::AnotherHouse => own.door,
        _ => view.player().pos,
    };
    let note = if place.note.is_empty() { String::new() } else { format!(" ({})", place.note) };
    let name = fit(&place.name, MAX_NAME_COLUMNS - note.chars().count(), looks);
    (format!("{name}{note}"), bearing(from, place.at))
}

fn is_old(place: &PlaceView) -> bool {
    matches!(place.note, "been in" | "has spoken")
}

impl Screen for PlacesScreen {
    /// Chooses the first place where the player has not been yet.
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        let new = places(context.run().view()).iter().position(|place| !is_old(place));
        context.sheet.chosen = new.or(Some(0));
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let town = view.town()?;
        let title = if let Some(house) = town.here() {
            capital(&house.name)
        } else {
            let (seen, all) = town.seen_houses();
            format!("{}: {seen} of {all} houses seen", town.name())
        };
        let places = town.places();
        let words: Vec<_> =
            places.iter().map(|place| words(view, place, &context.appearance)).collect();
        let columns = words.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let rows = places.iter().zip(words).map(|(place, (name, way))| Row {
            role: if is_old(place) { ColorRole::Dim } else { ColorRole::Text },
            told: Some(format!("{name}: {way}.")),
            ..Row::new(format!("{} {name:<columns$}  {way}", place.sign.unwrap_or(' ')))
        });
        Some(Sheet {
            rows: rows.collect(),
            hints: vec![
                KeyHint::of(context, Intent::Confirm, "walk there"),
                KeyHint::new("letter", "choose"),
                KeyHint::of(context, Intent::Travel, "any other cell"),
                KeyHint::of(context, Intent::Cancel, "back"),
            ],
            opened_by: Some(Intent::NextJob),
            is_read: true,
            ..Sheet::boxed(74, title)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let places = places(run.view());
        match places.get(row) {
            Some(place) if place.kind == PlaceKind::AnotherHouse => {
                run.walk_to_house(place.at, &context.settings);
            }
            Some(place) => _ = run.submit(way_to(run.view(), place), &context.settings),
            None => {}
        }
        Transition::Pop
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let is_travel = context.intent(InputMode::Play, input) == Some(Intent::Travel);
        is_travel.then(|| Transition::replace(CursorScreen::travel(context.run().view())))
    }

    /// The letter on a door chooses its house, with or without Shift.
    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let is_meant = |place: &PlaceView| {
            let signs = place.sign.map(|own| [own, own.to_ascii_lowercase()]);
            signs.into_iter().flatten().any(|sign| *input == Input::Key(Key::char(sign)))
        };
        let Some(at) = places(context.run().view()).iter().position(is_meant) else {
            return Transition::Ignore;
        };
        context.sheet.chosen = Some(at);
        Transition::Stay
    }
}

/// What can be had for coin here.
#[derive(Clone, Copy)]
pub(crate) enum TradeScreen {
    /// What is sold over the counter of the house.
    Counter,
    /// A word with a hero at an inn, and what they can be stood and play for.
    Table(ActorId),
}

impl TradeScreen {
    /// Opens the screen where something is sold over a counter; elsewhere logs that there is
    /// nothing.
    pub(crate) fn open_counter(run: &mut ActiveRun, context: &Context) -> Transition {
        let town = run.view().town();
        if town.is_some_and(|town| !town.deals().is_empty()) {
            return Transition::push(Self::Counter);
        }
        let house = town.and_then(|town| town.here()?.kind);
        let has_shelves = house.is_some_and(|kind| !kind.wares.is_empty());
        let why = if has_shelves { Reject::NobodySells } else { Reject::NoMarket };
        refuse(why, run, context)
    }

    /// The deals of a counter; of a table a word, then the drinks and the games, and nothing once
    /// the hero is not beside any more.
    fn offers(self, view: View<'_>) -> Vec<OfferView> {
        let Some(town) = view.town() else { return Vec::new() };
        let Self::Table(actor) = self else { return town.deals() };
        let Some((hero, dir)) = town.hero(actor).zip(town.dir_to(actor)) else { return Vec::new() };
        let word = OfferView {
            command: Command::Journey(JourneyCommand::Talk { dir }),
            name: "another word".to_owned(),
            price: None,
            gives: None,
            about: None,
            refusal: None,
        };
        std::iter::once(word).chain(town.pastimes(hero, dir)).collect()
    }

    /// A price as it stands in the list, and as reader mode says it.
    fn price(self, price: Option<Coins>) -> (String, String) {
        match (self, price) {
            (_, None) => ("-".to_owned(), "-".to_owned()),
            (Self::Counter, Some(Coins(0))) => ("-".to_owned(), Coins(0).to_string()),
            (Self::Counter, Some(coins)) => (coins.0.to_string(), coins.to_string()),
            (Self::Table(_), Some(coins)) => (coins.0.to_string(), coins.0.to_string()),
        }
    }
}

impl Screen for TradeScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let town = view.town()?;
        let offers = self.offers(view);
        let purse = format!("Your purse: {}", view.coins());
        let (columns, title, does, close) = match *self {
            Self::Counter => {
                let name = town.here().map_or_else(String::new, |house| capital(&house.name));
                let rations = view.journey().map_or(0, |journey| journey.rations());
                let title = format!("{name}. {purse}, {}", counted(rations, "ration"));
                (62, title, "buy it", "back")
            }
            Self::Table(actor) => {
                let name = capital(&town.name_of(actor).unwrap_or_default());
                (66, format!("{name}. {purse}"), "do it", "get up")
            }
        };
        let rows = offers.iter().zip(letters(context)).map(|(offer, letter)| {
            let (right, told) = self.price(offer.price);
            Row {
                right,
                role: if offer.refusal.is_none() { ColorRole::Text } else { ColorRole::Dim },
                told: Some(format!("{letter}  {}: {told}.", offer.name)),
                ..Row::keyed(letter, &*offer.name)
            }
        });
        let details =
            context.sheet.chosen_of(&offers).map(|OfferView { about, refusal, price, .. }| {
                let price = price.filter(|price| price.0 > 0).into_iter();
                let purse = price.flat_map(|own| of_purse(own, view.coins(), context.sheet));
                let why = refusal.map(|reject| describe_refusal(reject, view.catalog()));
                let why = why.map(|why| Block::Text(why, ColorRole::Warning));
                [Block::blank()]
                    .into_iter()
                    .chain(about.clone().map(Block::text))
                    .chain(purse)
                    .chain(why)
            });
        Some(Sheet {
            rows: rows.collect(),
            foot: details.into_iter().flatten().collect(),
            log: context.run().log.last_text(),
            hints: vec![
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, does),
                KeyHint::of(context, Intent::Cancel, close),
            ],
            // Neither a deal nor a drink can be undone.
            keys_choose: true,
            opened_by: matches!(self, Self::Counter).then_some(Intent::Trade),
            is_read: true,
            ..Sheet::boxed(columns, title)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.offers(context.run().view()).get(row) {
            Some(offer) => context.submit(offer.command),
            None => Transition::Pop,
        }
    }
}
