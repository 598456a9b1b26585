//! Reports of raids in sentences: of last night's for the briefing, and of the raid at dawn for the
//! result.

use std::fmt::Write as _;

use crate::sim::{Fate, Fixture, Harm, RaidMember, RaidReport};
pub(super) use content::plural;
use content::{Status, capital, with_article};

use super::names::Visit;
use super::raid::PartyMember;
use super::{Party, View};

impl View<'_> {
    /// Last night's raid in a few words: who came, and how many left.
    pub fn last_night_in_short(&self) -> Option<String> {
        let report = &self.world().shift.last_night;
        let leader = report.members.first().and_then(|leader| leader.person);
        let name = self.company(*report.parties.last()?, leader, Visit::LastNight);
        Some(self.who_came(report, &name))
    }

    fn who_came(&self, report: &RaidReport, name: &str) -> String {
        let came = report.members.len();
        let stayed = report.fallen();
        let went = came - stayed;
        let end = match (went, stayed) {
            (0, _) => "None of them left.".to_owned(),
            (_, 0) if came == 1 => "They left again.".to_owned(),
            (_, 0) => "All of them left again.".to_owned(),
            (went, stayed) => {
                let rest =
                    if stayed == 1 { "one is still here" } else { "the rest are still here" };
                format!("{} left again; {rest}, in a manner of speaking.", capital(&number(went)))
            }
        };
        let first = match report.earlier {
            0 => String::new(),
            1 => ", after another lot".to_owned(),
            more => format!(", after {} other lots", number(more.into())),
        };
        let when = self.night_of_last_raid();
        format!("{when} it was {name}, {} of them{first}. {end}", number(came))
    }

    /// A paragraph about last night's raid: the same, what became of those who stayed, and what
    /// they all did.
    pub fn tale_of_last_night(&self) -> Option<String> {
        let report = &self.world().shift.last_night;
        let mut tale = match self.cast_of(report) {
            Some(names) => self.who_came(report, &list(&names)),
            None => self.last_night_in_short()?,
        };
        let fates: Vec<_> = report
            .members
            .iter()
            .filter_map(|member| {
                let name = self.raider_of_last_night(member);
                match member.fate {
                    Fate::Fell(by) => Some((name, self.fell_to(by, false))),
                    Fate::Inside => Some((name, "never came out".to_owned())),
                    Fate::Through | Fate::Fled => None,
                }
            })
            .collect();
        for told in [said_once(fates), deeds(report)].into_iter().filter(|told| !told.is_empty()) {
            write!(tale, " {}.", capital(&list(&told))).expect("a string takes all");
        }
        // Who is known by name has a notice of their own.
        for boss in self.world().bosses().filter(|_| self.household_notice().is_none()) {
            let name = &self.catalog().actor(boss).name;
            write!(tale, " Behind the bolted door waits the {name}.").expect("a string takes all");
        }
        Some(tale)
    }

    /// The names of those who were in a raid, the leader first; `None` if they are not of a
    /// journey's cast.
    fn cast_of(&self, report: &RaidReport) -> Option<Vec<String>> {
        let journey = self.journey()?;
        let persons = report.members.iter().map(|it| Some(journey.person(it.person?).name()));
        persons.collect::<Option<Vec<_>>>().filter(|names| !names.is_empty())
    }

    /// When the last party was here before the player: "Last night". On a journey that may be
    /// longer ago.
    fn night_of_last_raid(&self) -> String {
        let nights = self.journey().and_then(|journey| {
            let raid = journey.site(journey.at()).raids.last()?;
            Some(journey.night().saturating_sub(raid.night))
        });
        match nights {
            Some(0) => "Earlier today".to_owned(),
            None | Some(1) => "Last night".to_owned(),
            Some(more) => format!("{} nights ago", capital(&number(more.unsigned_abs().into()))),
        }
    }

    /// Who somebody of last night's party was: "a squire", or a person of the cast by name.
    fn raider_of_last_night(&self, member: &RaidMember) -> String {
        match self.journey().zip(member.person) {
            Some((journey, person)) => journey.person(person).name(),
            None => with_article(&self.catalog().actor(member.kind).name),
        }
    }

    /// The raid at dawn, one sentence a line: who came in, and the fate of each raider.
    pub fn tale_of_dawn(&self) -> Vec<String> {
        let (Some(party), Some(report)) = (self.site_party(), self.world().site_raid()) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (wave, company) in (0..).zip(&party.companies) {
            let of_wave = party.members.iter().filter(|own| own.wave == wave);
            let fates: Vec<_> = of_wave.map(|member| self.fate_of(member, &report)).collect();
            lines.push(format!("{} came in {}.", capital(&company.name), number(fates.len())));
            lines.extend(fates);
        }
        lines
    }

    /// What became of a member, in a line that fits a small screen.
    fn fate_of(&self, member: &PartyMember<'_>, report: &RaidReport) -> String {
        let PartyMember { name, surname, kind, loot, .. } = member;
        let who = format!("{name} {surname} the {}", kind.name);
        let state = match member.harm_percent() {
            0 => "unhurt".to_owned(),
            harm => format!("{harm}% hurt"),
        };
        let bag = match loot {
            0 => String::new(),
            _ => format!(", with {}", chests_worth((*loot).into())),
        };
        let home = self.catalog().rules.raid.home_percent;
        match member.fate {
            Fate::Inside => format!("{who} is still in there somewhere."),
            Fate::Through | Fate::Fled if member.health * 100 < member.max_health * home => {
                format!("{who} was driven home, {state}{bag}.")
            }
            Fate::Through => format!("{who} got through, {state}{bag}."),
            Fate::Fled => format!("{who} ran home, {state}{bag}."),
            Fate::Fell(by) => {
                let yours = report.spoiled.iter().any(|deed| {
                    let is_it = matches!((deed.left, by),
                        (Fixture::Trap { kind, .. }, Harm::Trap(by)) if kind == by);
                    deed.by_player && deed.by == Some(member.id) && is_it
                });
                format!("{who} {}.", self.fell_to(by, yours))
            }
        }
    }

    pub(super) fn fell_to(&self, by: Harm, yours: bool) -> String {
        match by {
            Harm::Trap(_) if yours => format!("fell to the {} you armed", self.harm_noun(by)),
            Harm::Gas => "choked".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "burned".to_owned(),
            Harm::Status(status) => format!("fell, {status}"),
            _ => format!("fell to {}", with_article(&self.harm_noun(by))),
        }
    }
}

/// "Brann the fighter, Idris the mage and Osk the rogue".
pub(super) fn roll_call(party: &Party<'_>) -> String {
    let names: Vec<_> = party
        .members
        .iter()
        .map(|member| format!("{} the {}", member.name, member.kind.name))
        .collect();
    list(&names)
}

/// "this, that and the other"
pub(super) fn list(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nobody".to_owned(),
    }
}

/// Joins equal fates into one phrase: "a squire and two others fell to an ogre".
fn said_once(fates: Vec<(String, String)>) -> Vec<String> {
    let tell = |((name, fate), count): ((String, String), usize)| match count {
        1 => format!("{name} {fate}"),
        2 => format!("{name} and another {fate}"),
        count => format!("{name} and {} others {fate}", number(count - 1)),
    };
    counted_alike(fates).into_iter().map(tell).collect()
}

/// Each thing once, in the order in which they first come, with how often it comes.
pub(super) fn counted_alike<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<(T, usize)> {
    let mut kinds: Vec<(T, usize)> = Vec::new();
    for one in all {
        match kinds.iter_mut().find(|(known, _)| *known == one) {
            Some((_, count)) => *count += 1,
            None => kinds.push((one, 1)),
        }
    }
    kinds
}

/// What the raiders did, in phrases: "three traps sprung".
fn deeds(report: &RaidReport) -> Vec<String> {
    [
        (report.traps_sprung, "trap", "sprung"),
        (report.traps_disarmed, "trap", "taken apart"),
        (report.chests_looted, "chest", "emptied"),
        (report.doors_broken, "door", "kicked in"),
        (report.lights_out, "brazier", "put out"),
        (report.residents_slain, "resident", "slain"),
        (report.residents_driven, "resident", "driven off"),
    ]
    .into_iter()
    .filter(|&(count, ..)| count > 0)
    .map(|(count, noun, done)| format!("{} {done}", counted_in_words(count.into(), noun)))
    .collect()
}

/// A count in words, and what is counted: "two parties".
pub(super) fn counted_in_words(count: usize, noun: &str) -> String {
    format!("{} {}", number(count), plural(u32::try_from(count).unwrap_or(u32::MAX), noun))
}

/// A text with what stands in braces filled in, by name.
pub(super) fn filled_in(text: &str, values: &[(&str, String)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// What chests held: "a chest's worth", "two chests' worth".
pub(super) fn chests_worth(chests: usize) -> String {
    match chests {
        1 => "a chest's worth".to_owned(),
        more => format!("{} chests' worth", number(more)),
    }
}

pub(super) fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}
