//! Who is on the streets, in the houses and at the inn, and what they say: about whom or what, and
//! whether it is so.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::town::deals;
use crate::sim::prelude::*;
use crate::sim::state::journey::records::{Subject, Who};
use content::{HabitId, Saying, SayingId, SayingNeed, Tip, Topic, TradeId};

/// How often people speak of each topic, if there is something to tell.
const TOPIC_WEIGHTS: [(Topic, u32); 8] = [
    (Topic::Hero, 5),
    (Topic::Road, 2),
    (Topic::Site, 4),
    (Topic::Fallen, 2),
    (Topic::Threat, 4),
    (Topic::Nothing, 3),
    (Topic::Hoard, 3),
    (Topic::Party, 2),
];

/// How many times as often something is said that is so of few as something that anybody could say.
const NEED_WEIGHT: u32 = 3;

/// The same for a word on a friend who has died.
const GRIEF_WEIGHT: u32 = 9;

#[derive(Clone, Copy, Debug)]
pub(super) struct Talk {
    pub says: SayingId,
    pub about: Subject,
}

impl<'a> JourneyRef<'a> {
    /// What somebody says tonight, who knows what they talk about or does not: something that
    /// nobody has said to the player on this journey, as long as there is anything.
    pub(super) fn talk(self, is_honest: bool, stream: &mut Stream) -> Talk {
        let talk = self.talk_by_weight(is_honest, true, stream);
        let talk = talk.or_else(|| self.talk_by_weight(is_honest, false, stream));
        let about = Subject::Nothing;
        talk.unwrap_or(Talk { says: any_saying(Topic::Nothing, self.catalog), about })
    }

    /// Something on one of the topics, by their weights; if it must be new, nothing that was said
    /// to the player before.
    fn talk_by_weight(self, is_honest: bool, is_new: bool, stream: &mut Stream) -> Option<Talk> {
        let mut weights = TOPIC_WEIGHTS;
        loop {
            let place = stream.weighted(weights.iter().map(|(_, weight)| *weight))?;
            let topic = weights[place].0;
            let subject = self.subject(topic, is_honest, stream);
            // Of nothing everybody knows.
            let is_true = is_honest || topic == Topic::Nothing;
            let talk = subject.and_then(|about| {
                let fits = self.fitting(topic, is_true, about);
                let fits: Vec<(u32, SayingId)> =
                    fits.filter(|&(_, says)| !is_new || !self.was_said(says)).collect();
                Some(Talk { says: pick_weighted(&fits, stream)?, about })
            });
            if talk.is_some() {
                return talk;
            }
            weights[place].1 = 0;
        }
    }

    /// Something to tell about a topic; `None` if there is nothing.
    fn subject(self, topic: Topic, is_honest: bool, stream: &mut Stream) -> Option<Subject> {
        let JourneyRef { journey, atlas, catalog, .. } = self;
        let ahead: Vec<(SiteId, u32)> = self.roads(journey.at);
        let open =
            |site: SiteId| journey.site(site).state == SiteState::Open && !atlas.is_town(site);
        let near: Vec<SiteId> = ahead.iter().map(|(to, _)| *to).filter(|&to| open(to)).collect();
        let wrong = |number: u16, stream: &mut Stream| match number {
            0 | 1 => number + 1 + stream.below(2) as u16,
            more => more - 1 - stream.below(u32::from(more.min(2))) as u16,
        };
        let told =
            |number, stream: &mut Stream| if is_honest { number } else { wrong(number, stream) };
        match topic {
            Topic::Hero => {
                let person = *stream.pick(&self.persons_alive(true))?;
                let own = journey.person(person).habit;
                let others: Vec<HabitId> = (0..catalog.cast.habits.len() as u8)
                    .map(HabitId)
                    .filter(|habit| *habit != own)
                    .collect();
                let habit = if is_honest { own } else { *stream.pick(&others)? };
                Some(Subject::Hero { person, habit })
            }
            Topic::Road => {
                let &(site, length) = stream.pick(&ahead)?;
                let rations = length.div_ceil(catalog.campaign.ration_cells) as u16;
                Some(Subject::Site { site, number: told(rations, stream) })
            }
            Topic::Site => {
                let site = *stream.pick(&near)?;
                let raids = journey.site(site).raids.len() as u16;
                Some(Subject::Site { site, number: told(raids, stream) })
            }
            Topic::Fallen if is_honest => {
                let person = *stream.pick(&self.persons_alive(false))?;
                match journey.person(person).fate {
                    PersonFate::Dead { site, .. } | PersonFate::Missing { site, .. } => {
                        Some(Subject::Fallen { person, site })
                    }
                    _ => None,
                }
            }
            Topic::Fallen => {
                let person = *stream.pick(&self.persons_alive(true))?;
                Some(Subject::Fallen { person, site: *stream.pick(&near)? })
            }
            Topic::Threat if is_honest => {
                let falling: Vec<(SiteId, i16)> = journey
                    .all_sites()
                    .filter(|(_, site)| site.state == SiteState::Open)
                    .filter_map(|(id, site)| Some((id, site.falls_on?)))
                    .collect();
                let &(site, falls_on) = stream.pick(&falling)?;
                let nights = falls_on.saturating_sub(journey.night).max(0).unsigned_abs();
                Some(Subject::Site { site, number: nights })
            }
            Topic::Threat => {
                let sound: Vec<SiteId> = near
                    .into_iter()
                    .filter(|&site| journey.site(site).falls_on.is_none())
                    .collect();
                let site = *stream.pick(&sound)?;
                Some(Subject::Site { site, number: 1 + stream.below(3) as u16 })
            }
            Topic::Hoard => self.hoard(is_honest, stream),
            Topic::Party if is_honest => {
                let site = *stream.pick(&self.sites_to_tell_of())?;
                Some(Subject::Site { site, number: 0 })
            }
            Topic::Party => Some(Subject::Site { site: *stream.pick(&near)?, number: 0 }),
            Topic::Nothing => Some(Subject::Nothing),
            Topic::Guest | Topic::Plan | Topic::Grudge | Topic::Debt => None,
        }
    }

    /// The house with the hoard, as long as that is there, or any other dwelling that the player
    /// has not been in.
    fn hoard(self, is_honest: bool, stream: &mut Stream) -> Option<Subject> {
        let house = self.house_of_hoard()?;
        let houses = &self.visit.as_ref()?.houses;
        let is_new = |number: u8| {
            let is_emptied = |(own, _): &(u8, _)| *own == number;
            !houses[usize::from(number)].is_seen
                && !self.town(self.at).is_some_and(|town| town.emptied.iter().any(is_emptied))
        };
        if is_honest {
            return is_new(house).then_some(Subject::House { house });
        }
        let others: Vec<u8> = (0..houses.len() as u8)
            .filter(|&other| other != house && houses[usize::from(other)].kind.is_none())
            .filter(|&other| is_new(other))
            .collect();
        Some(Subject::House { house: *stream.pick(&others)? })
    }

    /// Those of the cast who raid, or those who are dead.
    fn persons_alive(self, alive: bool) -> Vec<PersonId> {
        let is_meant = |fate: PersonFate| match fate {
            PersonFate::Raiding => alive,
            PersonFate::Dead { .. } | PersonFate::Missing { .. } => !alive,
            _ => false,
        };
        self.persons().filter(|(_, person)| is_meant(person.fate)).map(|(id, _)| id).collect()
    }

    /// What a hero at the inn says: what they think of the player, where they go tonight, or what
    /// they are like. Nothing that was said to the player before, as long as there is anything else
    /// on the topics that are due.
    pub(super) fn talk_of_hero(self, id: PersonId, said: &[SayingId], stream: &mut Stream) -> Talk {
        let person = self.person(id);
        let own = Subject::Hero { person: id, habit: person.habit };
        let mut topics: Vec<(Topic, Subject)> =
            topics_of(person.stance).iter().map(|&topic| (topic, own)).collect();
        let goes = || self.plan().into_iter().find(|raid| raid.members.contains(&id));
        let has_told = |topic| said.iter().any(|&own| self.catalog.saying(own).about == topic);
        if person.stance != Stance::Grudge
            && !has_told(Topic::Plan)
            && let Some(raid) = goes()
        {
            topics.push((Topic::Plan, Subject::Site { site: raid.site, number: 0 }));
        }
        // Those who go tonight say so first.
        if said.is_empty() {
            topics.reverse();
            topics.truncate(1);
        }
        let mut fits: Vec<(u32, Talk)> = Vec::new();
        for (topic, about) in topics {
            let own = self.fitting(topic, true, about).filter(|(_, says)| !said.contains(says));
            fits.extend(own.map(|(weight, says)| (weight, Talk { says, about })));
        }
        if fits.iter().any(|(_, talk)| !self.was_said(talk.says)) {
            fits.retain(|(_, talk)| !self.was_said(talk.says));
        }
        if let Some(talk) = pick_weighted(&fits, stream) {
            return talk;
        }
        let topic = topics_of(person.stance)[0];
        let any: Vec<(u32, SayingId)> = self.fitting(topic, true, own).collect();
        let says = pick_weighted(&any, stream).unwrap_or(any_saying(topic, self.catalog));
        Talk { says, about: own }
    }

    /// The sayings on a topic that fit what they are about, each with its weight.
    fn fitting(
        self,
        topic: Topic,
        is_true: bool,
        about: Subject,
    ) -> impl Iterator<Item = (u32, SayingId)> + 'a {
        let JourneyRef { journey, catalog, .. } = self;
        let fits = move |saying: &Saying| {
            let is_on_topic = saying.about == topic && saying.is_true == is_true;
            is_on_topic
                && match about {
                    Subject::Hero { person, .. } => journey.fits(&saying.needs, person),
                    _ => saying.needs.is_empty(),
                }
        };
        let sayings = catalog.sayings.iter().enumerate().filter(move |(_, saying)| fits(saying));
        sayings.map(|(place, saying)| {
            let weight = match saying.needs.contains(&SayingNeed::FriendDied) {
                true => GRIEF_WEIGHT,
                false if saying.needs.is_empty() => 1,
                false => NEED_WEIGHT,
            };
            (weight, SayingId(place as u8))
        })
    }
}

/// One of a list, by weight.
fn pick_weighted<T: Copy>(list: &[(u32, T)], stream: &mut Stream) -> Option<T> {
    stream.weighted(list.iter().map(|(weight, _)| *weight)).map(|place| list[place].1)
}

/// What a hero talks about besides where they go, the most pressing last.
fn topics_of(stance: Stance) -> &'static [Topic] {
    match stance {
        Stance::Grudge => &[Topic::Grudge],
        Stance::Debt => &[Topic::Guest, Topic::Debt],
        Stance::None => &[Topic::Guest],
    }
}

/// The first saying on a topic.
pub(super) fn any_saying(topic: Topic, catalog: &Catalog) -> SayingId {
    let place = catalog.sayings.iter().position(|saying| saying.about == topic);
    SayingId(place.unwrap_or(0) as u8)
}

/// What somebody says who is spoken to: what they have on their mind at first, then something else,
/// until all is said.
pub(super) fn speak(world: &mut World, actor: ActorId) {
    let catalog = world.catalog.clone();
    let Some((talk, is_again)) = next(world, actor) else { return };
    let person = world.town_visit().and_then(|visit| visit.person(actor));
    // Who keeps a house talks of nothing but what it sells.
    if person.is_some_and(|person| matches!(person.who, Who::Keeper { .. })) {
        world.emit(JourneyEvent::Said { actor });
        return;
    }
    world.change_journey(|journey| {
        let night = journey.night;
        let Some(visit) = &mut journey.visit else { return };
        if is_again {
            visit.said.retain(|(who, _)| *who != actor);
        }
        visit.said.push((actor, talk.says));
        let Some(person) = visit.person_mut(actor) else { return };
        (person.says, person.about, person.has_spoken) = (talk.says, talk.about, true);
        if let Who::Hero(id) = person.who {
            journey.person_mut(id).met = Some(night);
        }
        set_member(&mut journey.said, talk.says, true);
    });
    world.emit(JourneyEvent::Said { actor });
    match (catalog.saying(talk.says).tells, talk.about) {
        (Some(Tip::Party), Subject::Site { site, .. })
            if world.on_journey().is_some_and(|own| own.sites_to_tell_of().contains(&site)) =>
        {
            deals::hear_of(world, site);
        }
        (Some(Tip::Hoard), Subject::House { house }) => {
            world.change_visit(|visit| _ = set_member(&mut visit.tipped, house, true));
            world.emit(JourneyEvent::HouseTold { house });
        }
        _ => {}
    }
}

/// What somebody says next, and whether they begin again with it.
fn next(world: &World, actor: ActorId) -> Option<(Talk, bool)> {
    let journey = world.on_journey()?;
    let (visit, catalog) = (journey.visit.as_ref()?, &world.catalog);
    let person = visit.person(actor)?;
    let said: Vec<SayingId> =
        visit.said.iter().filter(|(who, _)| *who == actor).map(|(_, says)| *says).collect();
    let max = match person.who {
        Who::Keeper { .. } | Who::Resident { .. } => catalog.town.resident_lines,
        Who::Hero(id) => {
            let person = journey.person(id);
            let about = Subject::Hero { person: id, habit: person.habit };
            let fits = |&topic| journey.fitting(topic, true, about).count();
            let count: usize = topics_of(person.stance).iter().map(fits).sum();
            count.min(catalog.town.hero_lines)
        }
    };
    let is_plan = |says: &&SayingId| catalog.saying(**says).about == Topic::Plan;
    let is_again = said.iter().filter(|says| !is_plan(says)).count() >= max;
    // Somebody else may have said it since.
    if said.is_empty() && !journey.was_said(person.says) {
        return Some((Talk { says: person.says, about: person.about }, false));
    }
    let said = if is_again { Vec::new() } else { said };
    let count = Ordinal(((u64::from(actor.0)) << 8) | said.len() as u64 | u64::from(is_again) << 7);
    let key = (Ordinal(journey.at.0.into()), count, night_ordinal(journey.night));
    let mut stream = Stream::new(world.seed, purpose::TOWN_TALK, key);
    let talk = if let Who::Hero(id) = person.who {
        journey.talk_of_hero(id, &said, &mut stream)
    } else {
        journey.talk(person.is_honest, &mut stream)
    };
    Some((talk, is_again))
}

/// People of a floor stand no nearer to each other than so many cells, if there is room.
const SPACING_CELLS: i32 = 2;

pub(super) fn on_streets(streets: &mut World, before: &World) -> Vec<Townsperson> {
    let (low, high) = streets.catalog.town.strollers;
    let Some(journey) = before.journey() else { return Vec::new() };
    let key = (Ordinal(journey.at.0.into()), Ordinal(0), night_ordinal(journey.night));
    let mut stream = Stream::new(streets.seed, purpose::TOWN_PEOPLE, key);
    let count = stream.range(low.into(), high.into());
    (0..count).filter_map(|_| resident(streets, before, &mut stream)).collect()
}

/// Puts those who keep a house into it, or those who live there, and the heroes at the inn.
/// `stream` is the one of the house: the same people live there on every visit.
pub(super) fn at_home(
    house: &mut World,
    before: &World,
    number: u8,
    stream: &mut Stream,
) -> Vec<Townsperson> {
    let catalog = house.catalog.clone();
    let Some(visit) = before.journey().and_then(|journey| journey.visit.as_ref()) else {
        return Vec::new();
    };
    let kind = visit.houses[usize::from(number)].kind.map(|kind| catalog.house(kind));
    let Some(kind) = kind else {
        let (low, high) = catalog.town.dwelling.dwellers;
        let count = stream.range(low.into(), high.into());
        return (0..count).filter_map(|_| resident(house, before, stream)).collect();
    };
    let mut people = Vec::new();
    // The keeper of a shop stands in it already.
    let keeper = match house.shop() {
        Some(shop) => Some(shop.keeper),
        None => place(house, kind.keeper.id, house.floor.start, 3),
    };
    if let Some(actor) = keeper {
        let (says, about) = (any_saying(Topic::Nothing, &catalog), Subject::Nothing);
        let who = Who::Keeper { house: number };
        let (has_spoken, is_honest) = (false, true);
        people.push(Townsperson { actor, who, says, about, has_spoken, is_honest });
    }
    if kind.lodges {
        people.extend(guests(house, before));
    }
    people
}

/// The heroes who lodge in this town and are in: those with the most to tell first.
fn guests(inn: &mut World, before: &World) -> Vec<Townsperson> {
    let catalog = inn.catalog.clone();
    let Some(journey) = before.on_journey() else { return Vec::new() };
    let key = (Ordinal(journey.at.0.into()), Ordinal(1 << 8), night_ordinal(journey.night));
    let mut stream = Stream::new(inn.seed, purpose::TOWN_PEOPLE, key);
    let mut lodgers: Vec<PersonId> = journey
        .persons()
        .filter(|(_, person)| person.is_raiding() && person.lodges == journey.at)
        .map(|(id, _)| id)
        .collect();
    lodgers.sort_by_key(|&id| (std::cmp::Reverse(journey.person(id).level), id));
    lodgers.truncate(catalog.town.guests);
    let mut people = Vec::new();
    for id in lodgers {
        let Some(pos) = free_cell(inn, &mut stream) else { break };
        let Talk { says, about } = journey.talk_of_hero(id, &[], &mut stream);
        let actor = inn.spawn(catalog.town.guest.id, pos).id;
        let (who, has_spoken, is_honest) = (Who::Hero(id), false, true);
        people.push(Townsperson { actor, who, says, about, has_spoken, is_honest });
    }
    people
}

fn resident(floor: &mut World, before: &World, stream: &mut Stream) -> Option<Townsperson> {
    let catalog = floor.catalog.clone();
    let journey = before.on_journey()?;
    let given = stream.below(catalog.texts.raiders.len() as u32) as u16;
    let surname = stream.below(catalog.texts.surnames.len() as u32) as u16;
    let trade = TradeId(stream.below(catalog.town.trades.len() as u32) as u8);
    let is_honest = stream.percent(catalog.trade(trade).honest);
    let pos = free_cell(floor, stream)?;
    let actor = floor.spawn(catalog.town.resident.id, pos).id;
    // What somebody says changes with the nights; who they are does not.
    let key = (Ordinal(journey.at.0.into()), Ordinal(actor.0.into()), night_ordinal(journey.night));
    let mut talk = Stream::new(floor.seed, purpose::TOWN_TALK, key);
    let Talk { says, about } = journey.talk(is_honest, &mut talk);
    let who = Who::Resident { given, surname, trade };
    Some(Townsperson { actor, who, says, about, has_spoken: false, is_honest })
}

/// Puts an actor on the free cell nearest to another that is at least so many cells off.
fn place(floor: &mut World, kind: ActorKindId, near: Pos, cells: i32) -> Option<ActorId> {
    let free = floor.floor.passable.iter().filter(|&pos| is_free(floor, pos));
    let at = free.min_by_key(|&pos| ((pos.steps_to(near) - cells).abs(), pos))?;
    Some(floor.spawn(kind, at).id)
}

/// A cell where somebody can stand without being in the way.
fn free_cell(floor: &World, stream: &mut Stream) -> Option<Pos> {
    let cells: Vec<Pos> = floor.floor.passable.iter().filter(|&pos| is_free(floor, pos)).collect();
    let is_alone = |pos: &Pos| {
        let mut others = floor.roster().iter().filter(|other| other.id.0 > 0);
        others.all(|other| other.pos.steps_to(*pos) > SPACING_CELLS)
    };
    let lonely: Vec<Pos> = cells.iter().copied().filter(is_alone).collect();
    stream.pick(if lonely.is_empty() { &cells } else { &lonely }).copied()
}

/// Whether nobody stands on a bare cell, and it is neither door nor gate nor the way in.
fn is_free(floor: &World, pos: Pos) -> bool {
    let (start, exit) = (floor.floor.start, floor.floor.exit);
    floor.is_bare(pos)
        && !floor.is_occupied(pos)
        && pos.steps_to(start) > 1
        && pos.steps_to(exit) > 1
}
