//! The raid that is on, and what raids came to.

use std::fmt::Display;

use super::journey::once_each;
use super::{Checker, MAX_COUNTER, MAX_SMALL_COUNTER, SnapshotError, require};
use crate::sim::state::order::JobCount;
use crate::sim::state::raid::Raid;
use crate::sim::state::report::{Fate, MAX_SPOILED_WORK, RaidMember, RaidReport, SpoiledWork};
use crate::sim::units::Turns;
use content::JobKind;

impl Checker<'_> {
    pub(super) fn raid(&self, raid: &Raid, clock: Turns) -> Result<(), SnapshotError> {
        let Raid {
            began,
            is_of_last_night,
            // Any key will do, and they may be bound anywhere.
            key: _,
            heading: _,
            seen,
            spotted,
            braved,
            tended,
            route,
            footsteps,
            last_fight,
            report,
        } = raid;
        let terrain = &self.snapshot.floor.cells.terrain;
        let fits = seen.width() == terrain.width() && seen.height() == terrain.height();
        require(fits, "shift.raid.seen", "what is seen has another size than what is")?;
        require(*began <= clock && !is_of_last_night, "shift.raid.began", "is not of now")?;
        let fought_at = last_fight.map(|(_, at)| at);
        for pos in route.iter().chain(footsteps).copied().chain(fought_at) {
            self.inside(pos, "shift.raid")?;
        }
        let fought = last_fight.is_none_or(|(turn, _)| turn <= clock);
        require(fought, "shift.raid.last_fight", "a fight that is still to come")?;
        self.sorted(tended.iter().copied(), "shift.raid.tended")?;
        self.sorted(spotted.iter().copied(), "shift.raid.spotted")?;
        self.sorted(braved.iter().copied(), "shift.raid.braved")?;
        self.report(report, "shift.raid.report")
    }

    pub(super) fn report(&self, report: &RaidReport, path: &str) -> Result<(), SnapshotError> {
        let &RaidReport {
            party,
            ref members,
            turns,
            ref order,
            ref spoiled,
            lost_to_traps,
            lost_to_blows,
            kit_effect,
            harm_seen,
            traps_sprung,
            traps_disarmed,
            chests_looted,
            doors_broken,
            lights_out,
            residents_slain,
            residents_driven,
            items_taken,
            earlier,
        } = report;
        let is_party = party.is_none_or(|party| usize::from(party.0) < self.catalog.parties.len());
        require(is_party, format_args!("{path}.party"), "no such party")?;
        require(members.len() <= 100, format_args!("{path}.members"), "a crowd")?;
        let counts = [
            traps_sprung,
            traps_disarmed,
            chests_looted,
            doors_broken,
            lights_out,
            residents_slain,
            residents_driven,
            items_taken,
            earlier,
        ];
        let low = counts.into_iter().all(|count| count < MAX_SMALL_COUNTER) && turns < MAX_COUNTER;
        require(low, path, "more than any raid holds")?;
        let kinds = JobKind::ALL.len();
        require(
            order.len() <= kinds,
            format_args!("{path}.order"),
            "more kinds of work than there are",
        )?;
        let low = |&JobCount { job: _, done, total }: &JobCount| {
            done <= total && total < MAX_SMALL_COUNTER
        };
        require(
            order.iter().all(low),
            format_args!("{path}.order"),
            "more work than any floor holds",
        )?;
        let lost = [lost_to_traps, lost_to_blows, kit_effect, harm_seen]
            .into_iter()
            .all(|lost| lost < MAX_COUNTER);
        require(lost && spoiled.len() <= MAX_SPOILED_WORK, path, "too much to tell")?;
        for (index, &SpoiledWork { turn, at, left, by: _, by_player: _, disarmed: _ }) in
            spoiled.iter().enumerate()
        {
            let path = format_args!("{path}.deeds[{index}]");
            require(turn < MAX_COUNTER, path, "later than any raid lasts")?;
            self.inside(at, path)?;
            self.fixture_exists(left, path)?;
        }
        let persons = members.iter().filter_map(|member| member.person);
        once_each(persons, format_args!("{path}.members"))?;
        let mut members = members.iter().enumerate();
        members.try_for_each(|(index, member)| {
            self.member(member, format_args!("{path}.members[{index}]"))
        })
    }

    fn member(&self, member: &RaidMember, path: impl Display + Copy) -> Result<(), SnapshotError> {
        let &RaidMember {
            id: _,
            kind,
            max_health,
            health,
            loot: _,
            fate,
            person,
            // Kinds of traps that are not there are never looked for.
            wary: _,
            spots,
            caught: _,
            took,
            kit,
        } = member;
        self.stack(took, path)?;
        self.stack(kit, path)?;
        self.person(person, path)?;
        require(spots <= 100, path, "more than all traps")?;
        require(self.has_actor(kind), path, "no such kind")?;
        let sound = (1..=10_000).contains(&max_health) && (0..=max_health).contains(&health);
        require(sound, path, "vitals out of bounds")?;
        if let Fate::Fell(by) = fate { self.harm(by, path) } else { Ok(()) }
    }
}
