//! A journey played by a bot, and what is noted of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::Seed;
use content::{Catalog, Service, Slot};
use engine::sim::{
    Command, End, Event, Game, Harm, Holder, ItemEvent, JourneyCommand, JourneyEvent, PersonFate,
    Phase, RunStatus, Setup,
};
use runs::record::bot::{self, Policy};

/// Commands of a journey, at the most.
const MAX_COMMANDS: u32 = 60_000;

/// A journey from its beginning to its end.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) seed: u64,
    /// What was left at each site when its night was over.
    pub(crate) nights: Vec<Stand>,
    /// `None` if it was not over after the most commands.
    pub(crate) end: Option<End>,
    /// Where it ended.
    pub(crate) depth: u8,
    pub(crate) kind: String,
    pub(crate) killed_by: String,
    pub(crate) commands: u32,
    pub(crate) turns: u32,
    pub(crate) night: i16,
    pub(crate) coins: u32,
    /// Everybody who held the Deep Seat, in order: their level, and whether they were a stand-in.
    pub(crate) holders: Vec<(u8, bool)>,
    /// What was bought: the word for it, and the price.
    pub(crate) bought: Vec<(String, u32)>,
    /// Coins in and out, by what for.
    pub(crate) purse: BTreeMap<&'static str, i64>,
    /// Perks in the order in which they were taken, with the depth of the site after which that
    /// was.
    pub(crate) perks: Vec<(String, u8)>,
    /// Extra orders that were settled: what was asked, the depth, and the coins or the fine.
    pub(crate) orders: Vec<(String, u8, i32)>,
    pub(crate) hungry_roads: u32,
    pub(crate) towns: u32,
}

/// How the player stood after a night's work.
#[derive(Clone)]
pub(crate) struct Stand {
    pub(crate) night: i16,
    pub(crate) depth: u8,
    pub(crate) kind: String,
    pub(crate) in_order: bool,
    pub(crate) coins: u32,
    pub(crate) rations: u16,
    pub(crate) supplies: u16,
    pub(crate) health: i32,
    pub(crate) gear: u8,
    pub(crate) dead: usize,
    pub(crate) is_cast: bool,
    pub(crate) points: u32,
    /// The points of the whole order and of the party.
    pub(crate) max_points: u32,
    /// Pay for this night.
    pub(crate) pay: u32,
}

impl Played {
    pub(crate) fn is_won(&self) -> bool {
        self.end == Some(End::Won)
    }

    pub(crate) fn in_order(&self) -> usize {
        self.nights.iter().filter(|stand| stand.in_order).count()
    }

    /// The greatest depth to which the player came.
    pub(crate) fn deepest(&self) -> u8 {
        self.nights.iter().map(|stand| stand.depth).max().unwrap_or(1).max(self.depth)
    }
}

/// Plays a journey.
pub(crate) fn play(name: &str, seed: u64, policy: &Policy, catalog: &Arc<Catalog>) -> Played {
    let mut game = Game::new(Setup::campaign(Seed(seed)), catalog).expect("a map");
    let mut player = bot::find_with(name, Seed(seed), policy.clone()).expect("a bot of that name");
    let mut played = Played { seed, ..Played::default() };
    let mut is_cast = false;
    while !matches!(game.status(), RunStatus::Over(_)) && played.commands < MAX_COMMANDS {
        let command = player.decide(&game.view());
        if command == Command::Journey(JourneyCommand::Depart) {
            let journey = game.snapshot().journey;
            is_cast = journey.is_some_and(|journey| !journey.expected.is_empty());
        }
        let (before, place) = (i64::from(game.view().coins().0), place(&game));
        played.commands += 1;
        let Ok(outcome) = game.step(command) else { continue };
        let change = i64::from(game.view().coins().0) - before;
        if change != 0 {
            *played.purse.entry(reason(place, command, &outcome.events)).or_default() += change;
        }
        for event in outcome.events {
            played.note(&event, &game, is_cast);
        }
    }
    let view = game.view();
    let journey = view.journey().expect("one");
    played.end = match game.status() {
        RunStatus::Over(end) => Some(end),
        _ => None,
    };
    played.depth = view.depth().0;
    journey.site(journey.at()).kind.clone_into(&mut played.kind);
    played.night = journey.night();
    played.coins = view.coins().0;
    played.turns = game.turns().0;
    played.killed_by = killer(&game);
    played
}

impl Played {
    fn note(&mut self, event: &Event, game: &Game, is_cast: bool) {
        let view = game.view();
        match event {
            Event::Journey(JourneyEvent::Departed { pay, .. }) => {
                self.nights.push(stand(game, is_cast, pay.0));
            }
            Event::Journey(JourneyEvent::Bought { offer, price, .. }) => {
                let here = view.town().and_then(|town| town.here());
                let offers = here.and_then(|house| house.kind).map(|kind| &kind.offers);
                let gives = offers.and_then(|all| all.get(usize::from(*offer)));
                let word = gives.map_or("?".to_owned(), |own| word_of(own.gives));
                self.bought.push((word, price.0));
            }
            Event::Item(ItemEvent::Bought { stack, price }) => {
                let item = view.catalog().item(stack.kind);
                let word = match item.slot {
                    slot if slot.is_equipment() => format!("{} of tier {}", slot.name(), item.tier),
                    Slot::Potion => format!("a {}", item.name),
                    slot => slot.name().to_owned(),
                };
                self.bought.push((word, price.0));
            }
            Event::Journey(JourneyEvent::SeatTaken { holder, .. }) => {
                let journey = view.journey().expect("one");
                self.holders.push(match *holder {
                    Holder::Person(id) => (journey.person(id).level(), false),
                    Holder::StandIn(place) => {
                        let all = &view.catalog().campaign.seat.stand_ins;
                        (all.get(usize::from(place)).map_or(0, |own| own.level), true)
                    }
                });
            }
            Event::Journey(JourneyEvent::NoticeSettled { notice, coins, fine, .. }) => {
                let asks = format!("{:?}", view.catalog().notice(*notice).asks);
                let paid = coins.0 as i32 - fine.0 as i32;
                self.orders.push((asks, view.depth().0, paid));
            }
            Event::Journey(JourneyEvent::PerkTaken { perk }) => {
                self.perks.push((view.catalog().perk(*perk).name.clone(), view.depth().0));
            }
            Event::Journey(JourneyEvent::Travelled { hunger, .. }) if *hunger > 0 => {
                self.hungry_roads += 1;
            }
            Event::Journey(JourneyEvent::TownEntered { .. }) => self.towns += 1,
            _ => {}
        }
    }
}

/// What the player does when a command is given, for the list of coins.
fn place(game: &Game) -> &'static str {
    let view = game.view();
    match view.journey().map(|journey| journey.phase()) {
        Some(Phase::Encounter(_) | Phase::Field { .. }) => "the road",
        Some(Phase::Site) => "floors",
        Some(Phase::Town) => "counters",
        _ => "others",
    }
}

fn reason(place: &'static str, command: Command, events: &[Event]) -> &'static str {
    let is_notice =
        |event: &Event| matches!(event, Event::Journey(JourneyEvent::NoticeSettled { .. }));
    match command {
        Command::Buy { .. } | Command::Pay => "shelves",
        Command::Sell { .. } => "sold",
        Command::Journey(JourneyCommand::Depart) if events.iter().any(is_notice) => {
            "pay with a notice"
        }
        Command::Journey(JourneyCommand::Depart) => "pay",
        _ => place,
    }
}

fn word_of(gives: Service) -> String {
    match gives {
        Service::Rations(count) => format!("{count} rations"),
        Service::Supply(supply, count) => format!("{count} {}", supply.name()),
        Service::Kit => "a kit".to_owned(),
        Service::Heal(percent) => format!("{percent}% healing"),
        Service::Tonic(_) => "a tonic".to_owned(),
        Service::Rumour => "news".to_owned(),
        Service::Order => "a notice".to_owned(),
        Service::Perk => "a perk".to_owned(),
        Service::Hand(nights) => format!("a hand for {nights} nights"),
    }
}

fn stand(game: &Game, is_cast: bool, pay: u32) -> Stand {
    let view = game.view();
    let (player, seen) = (view.player(), view.journey().expect("one"));
    let journey = game.snapshot().journey.expect("a journey");
    let is_dead = |fate: PersonFate| matches!(fate, PersonFate::Dead { .. });
    let grade = game.run_grade();
    let here = seen.site(seen.at());
    let tier = |item: Option<&content::ItemKind>| item.map_or(0, |item| item.tier);
    Stand {
        night: journey.night,
        depth: here.depth.0,
        kind: here.kind.to_owned(),
        in_order: !seen.has_work(),
        coins: view.coins().0,
        rations: journey.rations,
        supplies: player.supplies.iter().map(|(_, count)| *count).sum(),
        health: player.health * 100 / player.max_health.max(1),
        gear: tier(player.tool) + tier(player.garb) + tier(player.trinket),
        dead: journey.cast.iter().filter(|person| is_dead(person.fate)).count(),
        is_cast,
        points: grade.points * 100 / grade.max_points.max(1),
        max_points: grade.max_points,
        pay,
    }
}

fn killer(game: &Game) -> String {
    match game.snapshot().shift.tally.killed_by {
        Some(Harm::Blow { by }) => game.view().catalog().actor(by).name.clone(),
        Some(other) => format!("{other:?}"),
        None => "the road".to_owned(),
    }
}
