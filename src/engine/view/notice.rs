//! The notice in the closet: who is expected at dawn, and what is known of them.

use content::{ActorKind, JobKind, RaiderKind, Want, capital, counted};

use crate::sim::{Entrant, PersonId, RaidParty};

use super::View;
use super::names::Visit;
use super::tale::{filled_in, list, number};

/// From this share of traps noticed on, in percent, a raider is known for it.
const SHARP_EYED_PERCENT: u32 = 25;

/// From this share of doors broken on, in percent, a raider is known for it.
const DOOR_BREAKER_PERCENT: u32 = 85;

/// Habits that the notice tells at most, so that it stays a notice.
const MAX_HABITS: usize = 3;

/// Somebody who is expected at dawn.
#[derive(Clone, Debug)]
pub struct ExpectedMember<'a> {
    /// The place of their party among those that come.
    pub wave: usize,
    pub name: &'a str,
    pub kind: &'a ActorKind,
    /// Of the health that they have when they are rested.
    pub health_percent: u8,
    /// What is between them and the player, or else the habit that their kind is known for; empty
    /// where nothing is.
    pub known_for: String,
}

impl View<'_> {
    /// The parties that will come at dawn; `None` once they are in, and for a floor without a
    /// night's work.
    pub(super) fn expected_parties(&self) -> Option<Vec<RaidParty>> {
        let world = self.world();
        let is_expected =
            world.shift.par.is_some() && world.raid().is_none() && world.dawn_report().is_none();
        is_expected.then(|| world.parties_at_dawn())
    }

    /// Who will come at dawn, of each party the leader first, as the notice knows them.
    pub fn expected_members(&self) -> Vec<ExpectedMember<'_>> {
        let parties = self.expected_parties().unwrap_or_default();
        let all = (0..)
            .zip(&parties)
            .flat_map(|(wave, own)| own.members.iter().map(move |it| (wave, it)));
        let told = all.enumerate().map(|(index, (wave, &Entrant { kind, person, .. }))| {
            let id = person.map(|own| own.id);
            let (kind, (name, _)) = (self.catalog().actor(kind), self.raider_names(index, id));
            let habit = kind.raider.as_ref().and_then(habit).map(|(of_one, _)| of_one);
            let report = id.and_then(|id| self.person_report(id));
            let known_for = report.map(|own| own.tie).filter(|tie| !tie.is_empty());
            ExpectedMember {
                wave,
                name,
                kind,
                health_percent: person.map_or(100, |own| own.health),
                known_for: known_for.or(habit.map(str::to_owned)).unwrap_or_default(),
            }
        });
        told.collect()
    }

    /// Who will come at dawn and what for, a sentence a party; nothing where nobody is expected.
    pub fn expected_at_dawn(&self) -> Vec<String> {
        let parties = self.expected_parties().unwrap_or_default();
        (0..).zip(&parties).map(|(wave, party)| self.visit_of(party, wave)).collect()
    }

    /// The same with its members, and what they are known for. `None` where nobody is expected.
    pub fn notice_of_dawn(&self) -> Option<String> {
        let parties = self.expected_parties()?;
        let mut came = 0;
        let notices = (0..).zip(&parties).flat_map(|(wave, party)| {
            let told = [self.visit_of(party, wave), self.notice_of(party, came)];
            came += party.members.len();
            told
        });
        let text = notices.collect::<Vec<_>>().join(" ");
        let members: Vec<Entrant> =
            parties.iter().flat_map(|party| &party.members).copied().collect();
        let tired = self.tired_notice(&members);
        let persons: Vec<PersonId> =
            members.iter().filter_map(|member| Some(member.person?.id)).collect();
        let leader = members.first().and_then(|leader| Some(leader.person?.id));
        let hearsay = self.hearsay_notice();
        let extra = self.caller_notice(leader).into_iter().chain(hearsay).chain(tired).collect();
        Some([vec![text], extra, self.remembered(&persons)].concat().join(" "))
    }

    /// "Expected at dawn: the Copper Lanterns, three of them, who want the chests."
    fn visit_of(&self, party: &RaidParty, wave: usize) -> String {
        let opening = if wave == 0 { "Expected at dawn" } else { "When they are gone" };
        let leader = party.members.first().and_then(|leader| Some(leader.person?.id));
        let name = self.company(party.kind, leader, Visit::Dawn);
        let (count, wants) = (number(party.members.len()), want_in_words(party.want));
        format!("{opening}: {name}, {count} of them, who want {wants}.")
    }

    /// The members of a party and their habits; so many have come in before.
    fn notice_of(&self, party: &RaidParty, came: usize) -> String {
        let members = &party.members;
        let persons: Vec<Option<PersonId>> =
            members.iter().map(|member| Some(member.person?.id)).collect();
        let kinds: Vec<&ActorKind> =
            members.iter().map(|member| self.catalog().actor(member.kind)).collect();
        let people = kinds.iter().zip(&persons).enumerate().map(|(index, (kind, &person))| {
            let (given, surname) = self.raider_names(came + index, person);
            // Only the leader's surname: it is a notice. The persons of a journey are told apart by
            // theirs.
            match index {
                1.. if person.is_none() => format!("{given} the {}", kind.name),
                _ => format!("{given} {surname} the {}", kind.name),
            }
        });
        let people = list(&people.collect::<Vec<_>>());
        // Each habit once, with all who have it.
        let mut habits: Vec<(Habit, Vec<String>)> = Vec::new();
        for kind in &kinds {
            let Some(habit) = kind.raider.as_ref().and_then(habit) else { continue };
            let who = format!("the {}", kind.name);
            match habits.iter_mut().find(|(known, _)| *known == habit) {
                Some((_, all)) if all.contains(&who) => {}
                Some((_, all)) => all.push(who),
                None => habits.push((habit, vec![who])),
            }
        }
        let habits: Vec<String> = habits
            .iter()
            .take(MAX_HABITS)
            .map(|((of_one, of_many), who)| {
                format!("{} {}", list(who), if who.len() == 1 { of_one } else { of_many })
            })
            .collect();
        let known = capital(&habits.join("; "));
        if known.is_empty() { format!("{people}.") } else { format!("{people}. {known}.") }
    }

    /// That the leader of the party comes because they would hold the Deep Seat.
    fn caller_notice(&self, leader: Option<PersonId>) -> Option<String> {
        let (id, journey) = (leader?, self.journey()?);
        let calls = journey.own.caller(journey.at());
        let who = journey.person(id).name();
        (calls == Some(id)).then(|| {
            format!(
                "{who} would have the Deep Seat tonight, and comes to see who keeps these floors."
            )
        })
    }

    /// That somebody who is expected has seen a site of this kind, and takes this one to be like
    /// it.
    pub fn hearsay_notice(&self) -> Option<String> {
        self.expected_parties()?;
        let journey = self.journey()?;
        let (id, site) = journey.own.seen_elsewhere()?;
        let values = [
            ("name", journey.person(id).name()),
            ("kind", journey.site(site).kind.to_owned()),
            ("site", journey.site_name(site)),
        ];
        Some(filled_in(&self.catalog().texts.hearsay, &values))
    }

    /// Who of the party is not rested, and what that means.
    fn tired_notice(&self, members: &[Entrant]) -> Option<String> {
        let share = self.catalog().cast.tired.health;
        let is_tired = |member: &Entrant| member.person.is_some_and(|own| own.health < 100);
        let tired = members.iter().enumerate().filter(|(_, member)| is_tired(member));
        let names: Vec<String> = tired
            .map(|(index, member)| self.raider_names(index, member.person.map(|own| own.id)).0)
            .map(str::to_owned)
            .collect();
        let who = match names.len() {
            0 => return None,
            own if own == members.len() => "Nobody is rested, and they come".to_owned(),
            1 => format!("{} is not rested, and comes", names[0]),
            _ => format!("{} are not rested, and come", list(&names)),
        };
        Some(format!("{who} all the same: tired, with {share}% of their health."))
    }
}

impl View<'_> {
    /// The condition of the floor in a word: "dark"; `None` where nothing is different.
    pub fn condition(&self) -> Option<&'_ str> {
        self.world().condition().map(|id| self.catalog().condition(id).name.as_str())
    }

    /// What the condition of the floor means for this night.
    pub fn condition_notice(&self) -> Option<String> {
        let kind = self.catalog().condition(self.world().condition()?);
        let (min, max) = self.world().body_rises();
        let haunts = kind.changes.haunts.as_ref().map_or(0, |haunts| haunts.percent);
        let values = [
            ("lantern", self.world().lantern().to_string()),
            ("rises", format!("{min} to {max}")),
            ("haunts", haunts.to_string()),
        ];
        Some(filled_in(&kind.about, &values))
    }

    /// On a journey where the player is, and which night it is: "Nether Wold", "night 3".
    pub fn night_title(&self) -> Option<(String, String)> {
        let journey = self.journey()?;
        let place = if self.is_in_field() {
            "On the road".to_owned()
        } else {
            capital(&journey.site_name(journey.at()))
        };
        Some((place, format!("night {}", journey.night())))
    }

    /// The kind of the level with its depth, and what is different tonight: "Keep, floor 5, dark".
    /// On a journey the site and the night: "Nether Wold, night 3, dark".
    pub fn floor_title(&self) -> String {
        let floor = self.journey().map(|journey| journey.floor());
        let title = match (floor, self.night_title()) {
            (Some((floor, floors)), Some((site, night)))
                if floors > 1 && !self.is_in_town() && !self.is_in_field() =>
            {
                format!("{site} {floor}/{floors}, {night}")
            }
            (_, Some((site, night))) => format!("{site}, {night}"),
            (_, None) => format!("{}, floor {}", capital(self.kind()), self.depth()),
        };
        match self.condition() {
            Some(condition) => format!("{title}, {condition}"),
            None => title,
        }
    }

    /// Where the exit of a site lies, or its stairs down, while it is only marked on the map;
    /// `None` once it is known.
    pub fn exit_notice(&self) -> Option<String> {
        let (here, exit) = (self.player().pos, self.exit());
        let what = if self.has_stairs_down() { "The stairs down are" } else { "The exit is" };
        let (cells, way) = (counted(here.steps_to(exit), "cell"), here.bearing(exit).name());
        self.is_exit_marked(exit).then(|| {
            format!("{what} {cells} {way} of here, as the crow flies. The way is yours to find.")
        })
    }

    /// That an earlier night of the player's on this site has left nothing behind; `None` on the
    /// first one.
    pub fn another_night_notice(&self) -> Option<String> {
        let journey = self.world().journey()?;
        journey.has_worked_at(journey.at).then(|| {
            "You were here before, and it was not enough. The work that you did is undone, and so \
             is what came of it at dawn. What you opened is open, and what you saw is on your map. \
             Your own traps stand where they stood, unless somebody came through since."
                .to_owned()
        })
    }

    /// How many attack on sight on a site of a journey, at least.
    pub fn prowlers_notice(&self) -> Option<String> {
        self.journey()?;
        let count = self.catalog().campaign.prowlers(self.depth());
        match count {
            0 => None,
            1 => Some("At least one prowler is about, and attacks on sight.".to_owned()),
            _ => Some(format!(
                "At least {} prowlers are about, and attack on sight.",
                number(count.into())
            )),
        }
    }

    /// How many floors the site has, and what is to be done on the others, from the first of
    /// several; `None` elsewhere.
    pub fn floors_notice(&self) -> Option<String> {
        let (_, floors) = self.journey().filter(|_| self.has_stairs_down())?.floor();
        let elsewhere = self.undone_elsewhere();
        let jobs = elsewhere.iter().map(|&count| {
            let (_, wanted) = self.progress(count);
            let name = if wanted == 1 { count.job.name() } else { count.job.plural() };
            format!("{wanted} {name}")
        });
        let jobs: Vec<String> = jobs.collect();
        let others = match &jobs[..] {
            [] => "Nothing is to be done on the others".to_owned(),
            jobs => format!("On the others wait {}", list(jobs)),
        };
        Some(format!(
            "There are {floors} floors and one dawn for all. {others}; the exit is on the lowest. \
             A floor stands still while nobody is on it."
        ))
    }

    /// How long bodies lie before they get up; `None` where none lies.
    pub fn rising_notice(&self) -> Option<String> {
        let has_bodies = self.order().iter().any(|count| count.job == JobKind::Body);
        let (min, max) = self.world().body_rises();
        has_bodies.then(|| format!("A body lies for {min} to {max} turns. Then it gets up."))
    }
}

/// A habit in words: of one, and of several.
type Habit = (&'static str, &'static str);

/// What a raider of a kind is best known for.
fn habit(raider: &RaiderKind) -> Option<Habit> {
    [
        (raider.spots >= SHARP_EYED_PERCENT, ("has an eye for traps", "have an eye for traps")),
        (raider.turns_undead.is_some(), ("turns the undead", "turn the undead")),
        (raider.heals.is_some(), ("mends the others", "mend the others")),
        (raider.kindles, ("lights what is dark", "light what is dark")),
        (raider.tracks, ("goes after noises", "go after noises")),
        (raider.breaks >= DOOR_BREAKER_PERCENT, ("goes through doors", "go through doors")),
    ]
    .into_iter()
    .find_map(|(is_so, words)| is_so.then_some(words))
}

/// What a party comes for: "they want the chests".
pub(super) fn want_in_words(want: Want) -> &'static str {
    match want {
        Want::Loot => "the chests",
        Want::Heads => "heads",
        Want::Through => "to get through",
        Want::Chart => "a map",
    }
}
