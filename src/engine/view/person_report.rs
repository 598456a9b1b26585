//! A person of the cast in words, as far as the player knows them.

use crate::sim::{PersonFate, PersonId, Stance};
use content::capital;

use super::View;
use super::acquaintance::Acquaintance;
use super::journey::{JourneyView, PersonView};
use super::tale::{list, number, plural};

/// Persons whom the notice in the closet tells something of their own about at most.
const MAX_REMEMBERED: usize = 3;

#[derive(Clone, Debug)]
pub struct PersonReport {
    /// "Wynn Ockley".
    pub name: String,
    /// "squire, level 2".
    pub rank: String,
    /// The same for a table: "squire 2".
    pub short_rank: String,
    /// "greedy".
    pub habit: String,
    /// "expected at dawn".
    pub standing: String,
    /// What is between them and the player, in a few words: "robbed you, night 3". Empty for a
    /// stranger.
    pub tie: String,
    pub is_gone: bool,
    pub is_expected: bool,
    pub about: Vec<String>,
}

impl View<'_> {
    /// What is known of somebody of the cast; `None` in other modes than a journey.
    pub fn person_report(&self, id: PersonId) -> Option<PersonReport> {
        let journey = self.journey()?;
        let person = journey.person(id);
        let is_expected = journey.own.expected.contains(&id);
        Some(PersonReport {
            name: person.name(),
            rank: format!("{}, level {}", person.kind(), person.level()),
            short_rank: format!("{} {}", person.kind(), person.level()),
            habit: person.habit().0.to_owned(),
            standing: standing(&journey, &person, is_expected),
            tie: tie(&journey, &person),
            is_gone: !person.is_about(),
            is_expected,
            about: self.about_person(&journey, &person),
        })
    }

    /// What is between them and the player first, then how they are, and last what anybody could
    /// tell.
    fn about_person(&self, journey: &JourneyView<'_>, person: &PersonView<'_>) -> Vec<String> {
        let record = person.record();
        let (habit, about) = person.habit();
        let is_seen = journey.acquaintance(person.id) == Acquaintance::Seen;
        let mut told = if is_seen { dealings(journey, person) } else { Vec::new() };
        told.extend(self.fate_told(journey, person));
        if journey.is_heir(person.id) {
            told.push(
                "As things stand the best of those who raid, by level, then by raids got through, \
                 then by chests: would hold the Deep Seat."
                    .to_owned(),
            );
        }
        if is_seen {
            told.extend(self.particulars(journey, person));
        }
        if person.fate() == PersonFate::Raiding {
            told.push(format!("Lodges at {}.", journey.site_name(record.lodges)));
            told.push(if record.rested_on > journey.night() {
                format!("Keeps to bed until night {}.", record.rested_on)
            } else {
                "Rested, and fit to go.".to_owned()
            });
        }
        told.push(format!("{}: {about}.", capital(habit)));
        told.push(deeds_of(person));
        if !is_seen {
            told.push("You know the name and the talk, no more.".to_owned());
        }
        told
    }

    /// What only those know who have seen them: kit, fears, friends.
    fn particulars(&self, journey: &JourneyView<'_>, person: &PersonView<'_>) -> Vec<String> {
        let record = person.record();
        let mut told = Vec::new();
        told.extend(self.belongings_of(person));
        let traps = self.traps_known_to(person);
        told.extend(traps.map(|traps| format!("Looks out for traps that bit before: {traps}.")));
        if let Some(site) = record.hurt_at {
            told.push(format!("Was hurt worst at {}, and remembers.", journey.site_name(site)));
        }
        let known = |id: &PersonId| journey.acquaintance(*id) > Acquaintance::Unheard;
        let is_about = |id: &&PersonId| journey.person(**id).is_about();
        let friends = record.friends.iter().filter(|id| known(id)).filter(is_about);
        let friends: Vec<String> = friends.map(|&id| journey.person(id).name()).collect();
        if !friends.is_empty() {
            told.push(format!("Goes with {}.", list(&friends)));
        }
        if let Some(rival) = record.rival.filter(known) {
            told.push(format!("Cannot stand {}.", journey.person(rival).name()));
        }
        told
    }

    /// What somebody carries, in a sentence; `None` if it is nothing.
    pub(super) fn belongings_of(&self, person: &PersonView<'_>) -> Option<String> {
        let things = [person.record().kit, person.record().carries].into_iter().flatten();
        let names: Vec<String> =
            things.map(|stack| self.item_name(stack.kind, stack.count)).collect();
        (!names.is_empty()).then(|| format!("Carries {}.", list(&names)))
    }

    /// The traps that somebody has learned of, by name; `None` if there are none.
    pub(super) fn traps_known_to(&self, person: &PersonView<'_>) -> Option<String> {
        let traps = person.record().wary.iter();
        let names: Vec<String> = traps.map(|trap| self.catalog().trap(trap).name.clone()).collect();
        (!names.is_empty()).then(|| list(&names))
    }

    /// What the notice in the closet adds about those who are expected and were there before: the
    /// nights on the player's floors, and the traps that they have learned of. A sentence for each
    /// of the first [`MAX_REMEMBERED`] with something of their own, and one for all others who were
    /// there.
    pub(super) fn remembered(&self, expected: &[PersonId]) -> Vec<String> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let (mut told, mut were_there) = (Vec::new(), Vec::new());
        for &id in expected {
            let person = journey.person(id);
            let record = person.record();
            let was_there = record.met.is_some() && record.record.met_player > 0;
            let met = match record.robbed_player_on {
                Some(night) => Some(format!("left a floor of yours with loot on night {night}")),
                None => was_there.then(|| "was on a floor of yours before".to_owned()),
            };
            let trap_name = |trap| format!("{} traps", self.catalog().trap(trap).name);
            let traps: Vec<String> = record.wary.iter().map(trap_name).collect();
            let wary = (!traps.is_empty()).then(|| format!("looks out for {}", list(&traps)));
            let is_plain = record.robbed_player_on.is_none() && wary.is_none();
            if is_plain || told.len() == MAX_REMEMBERED {
                were_there.extend(met.is_some().then(|| person.given().to_owned()));
                continue;
            }
            let both: Vec<String> = met.into_iter().chain(wary).collect();
            told.push(format!("{} {}.", person.given(), list(&both)));
        }
        match were_there.len() {
            0 => {}
            1 => told.push(format!("{} was on a floor of yours before.", were_there[0])),
            _ => told.push(format!("{} were on floors of yours before.", list(&were_there))),
        }
        told
    }

    pub fn fate_told(&self, journey: &JourneyView<'_>, person: &PersonView<'_>) -> Option<String> {
        Some(match person.fate() {
            PersonFate::Raiding => return None,
            PersonFate::Retired { night } => {
                format!("Made a fortune by night {night}, and is seen no more.")
            }
            PersonFate::Seated { night } => {
                format!("Moved into the Deep Seat on night {night}.")
            }
            PersonFate::Settled { night, site } => format!(
                "Made a fortune by night {night}, and keeps {} with it.",
                journey.site_name(site)
            ),
            PersonFate::DrivenOff { night, site } => format!(
                "Was driven off from {} on night {night}, and is seen no more.",
                journey.site_name(site)
            ),
            PersonFate::Dead { night, site, by } => {
                let fell = self.fell_to(by, false);
                format!("{} at {} on night {night}.", capital(&fell), journey.site_name(site))
            }
            PersonFate::Missing { night, site } => {
                format!(
                    "Went into {} on night {night}, and never came out.",
                    journey.site_name(site)
                )
            }
        })
    }
}

/// What was between somebody and the player: what they took, what they think of it, where they were
/// last seen.
fn dealings(journey: &JourneyView<'_>, person: &PersonView<'_>) -> Vec<String> {
    let record = person.record();
    let at = |night: i16| match journey.site_of_night(night) {
        Some(site) => format!(" at {}", journey.site_name(site)),
        None => String::new(),
    };
    let mut told = Vec::new();
    if let Some(night) = record.robbed_player_on {
        let floor = at(night);
        told.push(format!("Carried loot off a floor of yours{floor}, on night {night}."));
    }
    match record.stance {
        Stance::Grudge => told.push("Has a score to settle with you, and comes for it.".to_owned()),
        Stance::Debt => told.push("Owes you one, and leaves your floors alone.".to_owned()),
        Stance::None => {}
    }
    match (record.met, record.record.met_player) {
        // Said already.
        (Some(night), _) if record.robbed_player_on == Some(night) => {}
        (Some(night), 1..) => {
            // Perhaps somewhere else than on the floor of that night.
            told.push(format!("Was on a floor of yours; last seen on night {night}."));
        }
        (Some(night), 0) => told.push(format!("You came across them on night {night}.")),
        (None, _) => told.push("You know what they leave behind, and have not met.".to_owned()),
    }
    told
}

/// The most important of it in a few words; empty for a stranger.
fn tie(journey: &JourneyView<'_>, person: &PersonView<'_>) -> String {
    let record = person.record();
    match (record.robbed_player_on, record.stance, record.met, record.record.met_player) {
        (Some(night), ..) => format!("robbed you, night {night}"),
        (_, Stance::Grudge, ..) => "bears a grudge".to_owned(),
        (_, Stance::Debt, ..) => "owes you one".to_owned(),
        (.., Some(_), 1..) => "was on a floor of yours".to_owned(),
        (.., Some(night), 0) => format!("known, night {night}"),
        _ if journey.acquaintance(person.id) == Acquaintance::Seen => "left you a mess".to_owned(),
        _ => String::new(),
    }
}

fn deeds_of(person: &PersonView<'_>) -> String {
    let record = person.record().record;
    let raids = u32::from(record.raids);
    if raids == 0 {
        return "No raids yet that anybody counts.".to_owned();
    }
    let chests = u32::from(record.chests);
    let yours = match record.met_player {
        0 => String::new(),
        yours => format!(" {} of them on floors of yours.", capital(&number(yours.into()))),
    };
    format!(
        "{} {}, {} of them out by the exit; {} {}.{yours}",
        capital(&number(raids as usize)),
        plural(raids, "raid"),
        if record.through == 0 { "none".to_owned() } else { number(record.through.into()) },
        number(chests as usize),
        plural(chests, "chest"),
    )
}

fn standing(journey: &JourneyView<'_>, person: &PersonView<'_>, is_expected: bool) -> String {
    let is_heir = journey.is_heir(person.id);
    match person.fate() {
        PersonFate::Dead { night, .. } => format!("dead, night {night}"),
        PersonFate::Retired { .. } => "rich, and gone".to_owned(),
        PersonFate::Missing { .. } => "missing".to_owned(),
        PersonFate::Seated { .. } => "at the Deep Seat".to_owned(),
        PersonFate::Settled { site, .. } => format!("at {}, for good", journey.site_name(site)),
        PersonFate::DrivenOff { night, .. } => format!("driven off, night {night}"),
        PersonFate::Raiding if is_expected => "expected at dawn".to_owned(),
        PersonFate::Raiding if is_heir => "next for the Seat".to_owned(),
        PersonFate::Raiding if person.record().rested_on > journey.night() => "in bed".to_owned(),
        PersonFate::Raiding => "about".to_owned(),
    }
}
