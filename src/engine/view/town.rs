//! A town as the player knows it: its houses, who is in them, what they say and what they sell.

mod places;

pub use places::{PlaceKind, PlaceView};

use crate::sim::{
    ActorId, Coins, Command, JourneyCommand, PersonId, Reject, Subject, TownVisit, TownWho,
    Townsperson,
};
use base::{Ordinal, Pos, Purpose, Stream};
use content::{HouseKind, Service, capital, with_article};

use super::View;
use super::journey::JourneyView;
use super::tale::{counted_in_words, filled_in, list, number};

#[derive(Clone, Copy)]
pub struct TownView<'a> {
    view: View<'a>,
    journey: JourneyView<'a>,
    visit: &'a TownVisit,
}

#[derive(Clone, Debug)]
pub struct HouseView<'a> {
    pub number: u8,
    /// Its door on the streets.
    pub door: Pos,
    /// "the Blunt Sword", "a house".
    pub name: String,
    /// `None` for a dwelling.
    pub kind: Option<&'a HouseKind>,
    pub is_seen: bool,
    /// Whether the player was told to look into it.
    pub is_tipped: bool,
}

/// Something that is sold over the counter, or that can be done with a hero beside.
#[derive(Clone, Debug)]
pub struct OfferView {
    pub command: Command,
    /// "a pint, and a question", "dice, for the silver cup".
    pub name: String,
    /// What it costs, or what the player lays down; `None` where that is not known.
    pub price: Option<Coins>,
    /// What is sold over a counter.
    pub gives: Option<Service>,
    /// What there is to know about it besides, such as the odds.
    pub about: Option<String>,
    /// Why it cannot be had now.
    pub refusal: Option<Reject>,
}

impl<'a> View<'a> {
    /// The town that the player visits; `None` elsewhere.
    pub fn town(&self) -> Option<TownView<'a>> {
        let visit = self.world().town_visit()?;
        Some(TownView { view: *self, journey: self.journey()?, visit })
    }

    /// The letter on the door of a house of the town, if it is kept open.
    pub fn house_sign(&self, door: Pos) -> Option<char> {
        let world = self.world();
        if world.house_number().is_some() {
            return None;
        }
        let own = world.town_visit()?.houses.iter().find(|house| house.door == door)?;
        own.kind.map(|kind| self.catalog().house(kind).sign)
    }

    /// Whether the player is on the streets or in a house of a town.
    pub fn is_in_town(&self) -> bool {
        self.world().town_visit().is_some()
    }
}

impl<'a> TownView<'a> {
    pub fn name(&self) -> String {
        self.journey.site_name(self.journey.at())
    }

    pub fn houses(&self) -> Vec<HouseView<'a>> {
        (0..self.visit.houses.len() as u8).filter_map(|number| self.house(number)).collect()
    }

    pub fn house(&self, number: u8) -> Option<HouseView<'a>> {
        let house = self.visit.houses.get(usize::from(number))?;
        let kind = house.kind.map(|kind| self.view.catalog().house(kind));
        let name = kind.map_or_else(|| "a house".to_owned(), |kind| self.sign(kind, number));
        let is_tipped = self.visit.tipped.contains(&number);
        Some(HouseView { number, door: house.door, name, kind, is_seen: house.is_seen, is_tipped })
    }

    pub fn here(&self) -> Option<HouseView<'a>> {
        self.house(self.view.world().house_number()?)
    }

    /// The house with its door on a cell of the streets.
    pub fn house_at(&self, door: Pos) -> Option<HouseView<'a>> {
        if self.here().is_some() {
            return None;
        }
        self.houses().into_iter().find(|house| house.door == door)
    }

    /// What is sold over the counter of this house.
    pub fn deals(&self) -> Vec<OfferView> {
        let world = self.view.world();
        let offers = (0..).zip(world.offers_here()).map(|(place, offer)| {
            let command = Command::Journey(JourneyCommand::Deal { offer: place });
            OfferView {
                name: offer.name.clone(),
                price: Some(world.price_here(offer.price)),
                gives: Some(offer.gives),
                about: match offer.gives {
                    Service::Order => self.notice(),
                    Service::Perk => self.text_of_perk(&offer.name),
                    _ => None,
                },
                refusal: self.view.refusal(&command),
                command,
            }
        });
        offers.collect()
    }

    fn text_of_perk(&self, name: &str) -> Option<String> {
        let catalog = self.view.catalog();
        catalog.find_perk(name).map(|perk| catalog.perk(perk).text.clone())
    }

    /// The order on the board, with its pay and its fine.
    fn notice(&self) -> Option<String> {
        let (depth, catalog) = (self.view.world().depth, self.view.catalog());
        let notice = catalog.notice(self.visit.notice?);
        let coins = notice.pay_at(depth, catalog.campaign.pay.deeper);
        let fine = Coins(notice.fine_for(coins));
        let pays = Coins(coins.into());
        Some(format!("“{}” Pays {pays}. Taken and not fulfilled, it costs {fine}.", notice.text))
    }

    /// Where the keeper of the house stands that the player is in.
    pub fn keeper(&self) -> Option<Pos> {
        self.keeper_and_place().map(|(_, at)| at)
    }

    /// The same, and where they stand.
    fn keeper_and_place(&self) -> Option<(ActorId, Pos)> {
        let house = self.view.world().house_number()?;
        let keeper = self.visit.people.iter().find(|own| own.who == TownWho::Keeper { house })?;
        let actor = self.view.world().actor_ref(keeper.actor)?;
        Some((actor.id, actor.pos))
    }

    /// How many prices have risen for the player, in percent.
    pub fn markup(&self) -> u32 {
        let journey = self.journey.own;
        let markup = journey.theft_markup(journey.at, self.view.catalog());
        markup.here + markup.elsewhere
    }

    /// How many of them for what was seen in other towns.
    pub fn markup_by_repute(&self) -> u32 {
        let journey = self.journey.own;
        journey.theft_markup(journey.at, self.view.catalog()).elsewhere
    }

    /// How many prices will have risen in every other town for what was seen in this one, in
    /// percent.
    pub(super) fn markup_to_come(&self) -> u32 {
        let journey = self.journey.own;
        journey.theft_markup_elsewhere(journey.at, self.view.catalog())
    }

    fn person(&self, actor: ActorId) -> Option<&'a Townsperson> {
        self.visit.person(actor)
    }

    pub fn is_keeper(&self, actor: ActorId) -> bool {
        self.person(actor).is_some_and(Townsperson::sells)
    }

    /// The hero whom an actor at the inn is.
    pub fn hero(&self, actor: ActorId) -> Option<PersonId> {
        match self.person(actor)?.who {
            TownWho::Hero(id) => Some(id),
            _ => None,
        }
    }

    /// Whether somebody beside the player has something to say that was not heard yet.
    pub fn is_anybody_to_hear_beside(&self) -> bool {
        let here = self.view.player().pos;
        let mut beside = here.neighbours().filter_map(|at| self.view.actor_at(at));
        beside.any(|actor| self.person(actor.id).is_some_and(|own| !own.has_spoken && !own.sells()))
    }

    /// Who somebody is: "Ilse Marrow, a baker", "Wynn Ockley the squire".
    pub fn name_of(&self, actor: ActorId) -> Option<String> {
        Some(match self.person(actor)?.who {
            TownWho::Resident { trade, .. } => {
                let trade = with_article(&self.view.catalog().trade(trade).name);
                format!("{}, {trade}", self.name_alone(actor)?)
            }
            TownWho::Keeper { house } => {
                let house = self.house(house)?;
                format!(
                    "{} of {}",
                    house.kind.map_or("keeper", |kind| &kind.keeper.name),
                    house.name
                )
            }
            TownWho::Hero(id) => self.journey.person(id).title(),
        })
    }

    /// Given name and surname of somebody who does not keep a house.
    pub(super) fn name_alone(&self, actor: ActorId) -> Option<String> {
        let texts = &self.view.catalog().texts;
        match self.person(actor)?.who {
            TownWho::Resident { given, surname, .. } => Some(format!(
                "{} {}",
                texts.raiders[usize::from(given)],
                texts.surnames[usize::from(surname)]
            )),
            TownWho::Keeper { .. } => None,
            TownWho::Hero(id) => Some(self.journey.person(id).name()),
        }
    }

    /// Who somebody is, as the subject of a sentence: "Ilse Marrow, a baker,", "the innkeeper of
    /// the Blunt Sword".
    pub(super) fn subject(&self, actor: ActorId) -> Option<String> {
        let name = self.name_of(actor)?;
        Some(match self.person(actor)?.who {
            TownWho::Resident { .. } => format!("{name},"),
            TownWho::Keeper { .. } => format!("the {name}"),
            TownWho::Hero(_) => name,
        })
    }

    /// What somebody has to say; `None` for those who keep a house, who sell.
    pub fn said_by(&self, actor: ActorId) -> Option<String> {
        let person = self.person(actor)?;
        if matches!(person.who, TownWho::Keeper { .. }) {
            return None;
        }
        let (catalog, journey) = (self.view.catalog(), self.journey);
        let saying = catalog.saying(person.says);
        let values = match person.about {
            Subject::Nothing => Vec::new(),
            Subject::Hero { person, habit } => {
                let hero = journey.person(person);
                let needs = saying.needs.iter();
                let mut values = vec![
                    ("hero", hero.name()),
                    ("class", hero.kind().to_owned()),
                    ("level", number(hero.level().into())),
                    ("habit", catalog.habit(habit).about.clone()),
                ];
                values.extend(needs.flat_map(|&need| self.told_by_need(need, person)));
                values
            }
            Subject::Site { site, number: count } => {
                let site = journey.site(site);
                let counted = if count == 0 { "none".to_owned() } else { number(count.into()) };
                vec![
                    ("site", site.name),
                    ("kind", site.kind.to_owned()),
                    ("raids", counted.clone()),
                    ("nights", counted),
                    ("rations", counted_in_words(count.into(), "ration")),
                ]
            }
            Subject::Fallen { person, site } => {
                vec![("hero", journey.person(person).name()), ("site", journey.site_name(site))]
            }
            Subject::House { house } => vec![("house", self.place_of(house).unwrap_or_default())],
        };
        Some(capital(&filled_in(&saying.text, &values)))
    }

    /// What somebody has said to the player.
    pub(super) fn heard_from(&self, actor: ActorId) -> Option<String> {
        self.person(actor).filter(|person| person.has_spoken)?;
        self.said_by(actor)
    }

    /// What a house is called: the same on every visit.
    fn sign(&self, kind: &HouseKind, house: u8) -> String {
        let key = (Ordinal(self.journey.at().0.into()), Ordinal(house.into()));
        let mut stream = Stream::new(self.view.seed(), Purpose::new("house names"), key);
        stream.pick(&kind.names).cloned().unwrap_or_else(|| kind.name.clone())
    }
}

impl View<'_> {
    pub(super) fn examine_house(&self, door: Pos) -> String {
        match self.town().and_then(|town| town.house_at(door)) {
            Some(HouseView { name, kind: Some(kind), .. }) => {
                format!("{}, {}. Walk in.", capital(&name), kind.about())
            }
            Some(house) if house.is_seen => "A house. You have been in.".to_owned(),
            Some(house) if house.is_tipped => {
                "A house. There is more in it than shows, if they are to be believed.".to_owned()
            }
            _ => "A house, and nobody at the window. The door is on the latch.".to_owned(),
        }
    }
}

impl JourneyView<'_> {
    /// What the player was told about who comes to a site, in a sentence, if it was tonight.
    pub fn rumour(&self, site: crate::sim::SiteId) -> Option<String> {
        let rumours = self.own.rumours.iter();
        let told =
            rumours.filter(|told| told.night == self.night()).find(|told| told.site == site)?;
        if told.party.is_empty() {
            return Some(
                "They say in town that whoever keeps it tonight has only strangers at dawn."
                    .to_owned(),
            );
        }
        let names: Vec<String> = told
            .party
            .iter()
            .map(|&id| {
                let person = self.person(id);
                format!("{} ({}, level {})", person.name(), person.kind(), person.level())
            })
            .collect();
        Some(format!(
            "They say in town who comes at dawn, if you keep it tonight: {}.",
            list(&names)
        ))
    }
}
