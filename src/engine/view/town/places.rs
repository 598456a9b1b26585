//! The places of a town that can be walked to, the words for what is said of heroes, and what can
//! be done with one at an inn.

use crate::sim::{
    ActorId, Command, JourneyCommand, PersonId, TownWho, can_drink, can_play, drink_price, stakes,
    trap_of,
};
use crate::view::tale::number;
use base::{Dir, Pos};
use content::{DiceGame, DiceStake, SayingNeed, capital};

use super::{HouseView, OfferView, TownView};

#[derive(Clone, Debug)]
pub struct PlaceView {
    pub at: Pos,
    /// The letter on the door, if there is one.
    pub sign: Option<char>,
    /// "The Blunt Sword, an inn", "A house".
    pub name: String,
    pub kind: PlaceKind,
    /// "been in", "worth a look, they say".
    pub note: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// Onto its cell.
    Cell,
    /// Beside the cell, where somebody stands.
    Somebody,
    /// Out of the house first: the cell is one of the streets, a door.
    AnotherHouse,
}

impl PlaceView {
    fn new(at: Pos, name: String, kind: PlaceKind, note: &'static str) -> PlaceView {
        PlaceView { at, sign: None, name, kind, note }
    }
}

impl TownView<'_> {
    /// The houses and gates from the streets; in a house who keeps it, those who are in sight, the
    /// door, and the other houses.
    pub fn places(&self) -> Vec<PlaceView> {
        if self.here().is_some() {
            return self.places_in_house();
        }
        let mut places = self.houses_from(self.view.player().pos);
        let cell = PlaceKind::Cell;
        let far = "The far gate, and the roads beyond";
        places.push(PlaceView::new(self.view.exit(), far.to_owned(), cell, ""));
        let near = "The near gate, and the way you came";
        places.push(PlaceView::new(self.view.start(), near.to_owned(), cell, ""));
        places
    }

    /// The houses of the town: those with a sign first, and the nearest to a cell of the streets
    /// before others.
    fn houses_from(&self, street: Pos) -> Vec<PlaceView> {
        let mut houses = self.houses();
        houses.sort_by_key(|own| {
            (
                own.kind.is_none(),
                own.kind.map(|kind| kind.sign),
                own.door.steps_to(street),
                own.number,
            )
        });
        houses.iter().map(place_of_house).collect()
    }

    fn places_in_house(&self) -> Vec<PlaceView> {
        let others = self.view.actors().into_iter();
        let mut places: Vec<PlaceView> = others
            .filter_map(|actor| {
                let person = self.person(actor.id)?;
                let is_keeper = matches!(person.who, TownWho::Keeper { .. });
                let note = match (is_keeper, person.has_spoken) {
                    (true, _) => "sells",
                    (_, true) => "has spoken",
                    _ => "",
                };
                let name = capital(&self.name_of(actor.id)?);
                Some(PlaceView::new(actor.pos, name, PlaceKind::Somebody, note))
            })
            .collect();
        if let Some((actor, at)) =
            self.keeper_and_place().filter(|(_, at)| !self.view.is_visible(*at))
        {
            let name = capital(&self.name_of(actor).unwrap_or_else(|| "the keeper".to_owned()));
            places.insert(0, PlaceView::new(at, name, PlaceKind::Somebody, "sells"));
        }
        let name = "The door, and the street".to_owned();
        places.push(PlaceView::new(self.view.exit(), name, PlaceKind::Cell, ""));
        if let Some(own) = self.here() {
            let others =
                self.houses_from(own.door).into_iter().filter(|place| place.at != own.door);
            places.extend(others.map(|place| PlaceView { kind: PlaceKind::AnotherHouse, ..place }));
        }
        places
    }

    /// How many of the houses the player has seen, and how many there are.
    pub fn seen_houses(&self) -> (usize, usize) {
        let houses = self.houses();
        (houses.iter().filter(|house| house.is_seen).count(), houses.len())
    }

    /// Where a house stands: "the house by the Blunt Sword", by the nearest that is kept open.
    pub(crate) fn place_of(&self, number: u8) -> Option<String> {
        let house = self.house(number)?;
        if house.kind.is_some() {
            return Some(house.name);
        }
        let houses = self.houses();
        let kept = houses.iter().filter(|own| own.kind.is_some());
        let near = kept.min_by_key(|own| (own.door.steps_to(house.door), own.number))?;
        let way = near.door.bearing(house.door).name();
        Some(format!("the house to the {way} of {}", near.name))
    }

    /// What a need of a saying tells of a hero, to be filled in.
    pub(super) fn told_by_need(
        &self,
        need: SayingNeed,
        hero: PersonId,
    ) -> Vec<(&'static str, String)> {
        let Some(journey) = self.view.world().journey() else { return Vec::new() };
        let (view, person) = (self.journey, journey.person(hero));
        let site = |id| ("site", view.site_name(id));
        let friend = |id| ("friend", view.person(id).name());
        let known = match need {
            SayingNeed::Resting => Some(("nights", number(journey.nights_in_bed(hero).into()))),
            SayingNeed::Raided | SayingNeed::RaidCost | SayingNeed::RaidEasy => {
                journey.last_raid_of(hero).map(|(at, _)| site(at))
            }
            SayingNeed::HurtAt => person.hurt_at.map(site),
            SayingNeed::Carries | SayingNeed::Kit => {
                let own = if need == SayingNeed::Kit { person.kit } else { person.carries };
                own.map(|stack| ("item", self.view.item_name(stack.kind, stack.count)))
            }
            SayingNeed::Coins(_) => Some(("coins", number(person.coins.into()))),
            SayingNeed::Caught => {
                let trap = trap_of(journey, hero, self.view.catalog());
                trap.map(|trap| ("trap", trap.to_owned()))
            }
            SayingNeed::Friend => journey.living_friend_of(hero).map(friend),
            SayingNeed::FriendDied => {
                let dead = journey.dead_friend_of(hero);
                return dead.map_or_else(Vec::new, |(id, at)| vec![friend(id), site(at)]);
            }
            SayingNeed::Rival => person.rival.map(|id| ("rival", view.person(id).name())),
            SayingNeed::LevelFrom(_)
            | SayingNeed::LevelTo(_)
            | SayingNeed::Fit
            | SayingNeed::NeverCaught
            | SayingNeed::RobbedPlayer
            | SayingNeed::MetPlayer => None,
        };
        known.into_iter().collect()
    }
}

fn place_of_house(house: &HouseView<'_>) -> PlaceView {
    let name = match house.kind {
        Some(kind) => format!("{}, {}", capital(&house.name), kind.about()),
        None => "A house".to_owned(),
    };
    let note = match house {
        HouseView { is_seen: true, .. } => "been in",
        HouseView { is_tipped: true, .. } => "worth a look, they say",
        _ => "",
    };
    let sign = house.kind.map(|kind| kind.sign);
    PlaceView { at: house.door, sign, name, kind: PlaceKind::Cell, note }
}

impl TownView<'_> {
    /// The direction in which an actor stands beside the player.
    pub fn dir_to(&self, actor: ActorId) -> Option<Dir> {
        let at = self.view.world().actor_ref(actor)?.pos;
        Dir::between(self.view.player().pos, at)
    }

    /// What can be done with a hero beside: the drinks, then the games.
    pub fn pastimes(&self, hero: PersonId, dir: Dir) -> Vec<OfferView> {
        let (world, rules) = (self.view.world(), &self.view.catalog().town);
        let drinks = (0u8..).zip(&rules.drinks).map(|(place, drink)| OfferView {
            command: Command::Journey(JourneyCommand::Treat { dir, drink: place }),
            name: drink.name.clone(),
            price: Some(drink_price(world, drink, hero)),
            gives: None,
            about: None,
            refusal: can_drink(world, hero, place).err(),
        });
        let games = (0u8..).zip(&rules.dice.games).map(|(place, game)| {
            let laid = stakes(world, game, hero).ok();
            OfferView {
                command: Command::Journey(JourneyCommand::Dice { dir, game: place }),
                name: self.game_name(game, hero),
                price: laid.map(|(coins, _)| coins),
                gives: None,
                about: Some(self.odds(game)),
                refusal: can_play(world, hero, place).err(),
            }
        });
        drinks.chain(games).collect()
    }

    /// The name of a game, with the thing that is played for.
    fn game_name(&self, game: &DiceGame, hero: PersonId) -> String {
        let journey = self.view.world().journey();
        let stack = journey.and_then(|journey| journey.belonging_of(hero));
        match (game.plays_for, stack) {
            (DiceStake::Belonging(_), Some(stack)) => {
                format!("{}: {}", game.name, self.view.item_name(stack.kind, stack.count))
            }
            _ => game.name.clone(),
        }
    }

    /// "You win 40 times in a hundred."
    fn odds(&self, game: &DiceGame) -> String {
        let sore = self.view.catalog().town.dice.sore;
        let odds = format!("You win {} times in a hundred", game.percent);
        match game.plays_for {
            DiceStake::Coins(coins) => format!("{odds}, and then {coins} of theirs."),
            DiceStake::Belonging(_) => {
                format!(
                    "{odds}. Of those who lose what they carry, {sore} in a hundred come to have \
                     words with you."
                )
            }
        }
    }
}
