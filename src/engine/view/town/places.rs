//! The places of a town that can be walked to, and the words for what is said of heroes.

use crate::sim::{PersonId, TownWho, trap_of};
use crate::view::tale::number;
use base::Pos;
use content::{SayingNeed, capital};

use super::{HouseView, TownView};

/// A place of a town to walk to.
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

/// How a place of a town is walked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// Onto its cell.
    Cell,
    /// Beside the cell, where somebody stands.
    Somebody,
    /// Out of the house first: the cell is one of the streets, a door.
    AnotherHouse,
}

impl TownView<'_> {
    /// The houses and gates from the streets; in a house who keeps it, those who are in sight, the door, and the other houses.
    pub fn places(&self) -> Vec<PlaceView> {
        if self.here().is_some() {
            return self.places_in_house();
        }
        let mut places = self.houses_from(self.view.player().pos);
        let (entry, exit) = (self.view.start(), self.view.exit());
        let gate = |at, name: &str| PlaceView {
            at,
            sign: None,
            name: name.to_owned(),
            kind: PlaceKind::Cell,
            note: "",
        };
        places.push(gate(exit, "The far gate, and the roads beyond"));
        places.push(gate(entry, "The near gate, and the way you came"));
        places
    }

    /// The houses of the town: those with a sign first, and the nearest to a cell of the streets before others.
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
                Some(PlaceView { at: actor.pos, sign: None, name, kind: PlaceKind::Somebody, note })
            })
            .collect();
        if let Some((actor, at)) =
            self.keeper_and_place().filter(|(_, at)| !self.view.is_visible(*at))
        {
            let name = capital(&self.name_of(actor).unwrap_or_else(|| "the keeper".to_owned()));
            places.insert(
                0,
                PlaceView { at, sign: None, name, kind: PlaceKind::Somebody, note: "sells" },
            );
        }
        let name = "The door, and the street".to_owned();
        places.push(PlaceView {
            at: self.view.exit(),
            sign: None,
            name,
            kind: PlaceKind::Cell,
            note: "",
        });
        if let Some(own) = self.here() {
            let others =
                self.houses_from(own.door).into_iter().filter(|place| place.at != own.door);
            places.extend(others.map(|place| PlaceView { kind: PlaceKind::AnotherHouse, ..place }));
        }
        places
    }

    /// How many houses there are, and how many of them the player has seen.
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

    /// Fills in what a need of a saying tells of a hero.
    pub(super) fn fill_need(
        &self,
        need: SayingNeed,
        hero: PersonId,
        fill: &mut dyn FnMut(&str, &str),
    ) {
        let Some(journey) = self.view.world().journey() else { return };
        let (view, person) = (self.journey, journey.person(hero));
        let name = |id: PersonId| view.person(id).name();
        match need {
            SayingNeed::Resting => {
                fill("nights", &number(journey.nights_in_bed(hero).into()));
            }
            SayingNeed::Raided | SayingNeed::RaidCost | SayingNeed::RaidEasy => {
                if let Some((site, _)) = journey.last_raid_of(hero) {
                    fill("site", &view.site_name(site));
                }
            }
            SayingNeed::HurtAt => {
                if let Some(site) = person.hurt_at {
                    fill("site", &view.site_name(site));
                }
            }
            SayingNeed::Carries | SayingNeed::Kit => {
                let own = if need == SayingNeed::Kit { person.kit } else { person.carries };
                if let Some(stack) = own {
                    fill("item", &self.view.item_name(stack.kind, stack.count));
                }
            }
            SayingNeed::Coins(_) => fill("coins", &number(person.coins.into())),
            SayingNeed::Caught => {
                if let Some(trap) = trap_of(journey, hero, self.view.catalog()) {
                    fill("trap", trap);
                }
            }
            SayingNeed::Friend => {
                if let Some(friend) = journey.living_friend_of(hero) {
                    fill("friend", &name(friend));
                }
            }
            SayingNeed::FriendDied => {
                if let Some((friend, site)) = journey.dead_friend_of(hero) {
                    fill("friend", &name(friend));
                    fill("site", &view.site_name(site));
                }
            }
            SayingNeed::Rival => {
                if let Some(rival) = person.rival {
                    fill("rival", &name(rival));
                }
            }
            SayingNeed::LevelFrom(_)
            | SayingNeed::LevelTo(_)
            | SayingNeed::Fit
            | SayingNeed::NeverCaught
            | SayingNeed::RobbedPlayer
            | SayingNeed::MetPlayer => {}
        }
    }
}

/// A house as a place.
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
