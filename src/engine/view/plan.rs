//! The plan of the night: what can be on it, what it takes, and in words why something of it cannot
//! be done now.

use std::collections::BTreeSet;

use base::{Dir, Pos};
use content::{Effect, JobKind, TrapKindId, with_article};

use crate::sim::{Chore, Command, CordEnd, Fixture, Lever, PlanCost, Preparation, Reject, World};

use super::{KnownJob, View, describe_refusal};

/// Something that is on the plan, or a known job that can be put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanItem {
    pub lever: Lever,
    /// Its cells on the map: of a stain, those of the whole patch.
    pub cells: Vec<Pos>,
    /// Its place on the plan, counted from 0.
    pub place: Option<usize>,
    /// Of a job that is known: how it stands.
    pub known: Option<KnownJob>,
}

impl View<'_> {
    /// The known jobs, a kind after the other and the nearest first, with one cell of each patch of
    /// blood; then what else is planned, in its order.
    pub fn plan_items(&self) -> Vec<PlanItem> {
        let plan = self.plan();
        let mut known = self.known_jobs();
        known.sort_by_key(|own| own.job as usize);
        let stains: BTreeSet<Pos> = known.iter().filter_map(stain_of).collect();
        let mut left = stains.clone();
        let mut items = Vec::new();
        for own in known {
            let mut patch = vec![own.at];
            if stain_of(&own).is_some() {
                if !left.remove(&own.at) {
                    continue;
                }
                let mut from = 0;
                while let Some(&pos) = patch.get(from) {
                    patch.extend(pos.cardinals().filter(|next| left.remove(next)));
                    from += 1;
                }
            }
            let lever_at = |at| Lever::Job { at, job: own.job };
            let planned =
                plan.iter().position(|lever| patch.iter().any(|&at| *lever == lever_at(at)));
            let lever = planned.map_or(lever_at(own.at), |place| plan[place]);
            items.push(PlanItem { lever, cells: patch, place: planned, known: Some(own) });
        }
        let others = (0..)
            .zip(plan)
            .filter(|&(place, _)| items.iter().all(|item| item.place != Some(place)));
        let others: Vec<PlanItem> = others
            .map(|(place, &lever)| {
                let (cells, place) = (vec![lever.at()], Some(place));
                PlanItem { lever, cells, place, known: None }
            })
            .collect();
        items.extend(others);
        items
    }

    /// What it takes to do these things, in this order.
    pub fn plan_cost(&self, plan: &[Lever]) -> PlanCost {
        self.world().plan_cost(plan)
    }

    /// The jobs with which the order would be done, as far as they are known: as the solver goes
    /// from the nearest to the nearest, or as the crow flies where no way to the exit is known.
    pub fn round_of_the_order(&self) -> Vec<Pos> {
        if let Ok(certificate) = self.plan_of_work() {
            let jobs = certificate.order.iter().filter(|step| matches!(step.chore, Chore::Job(_)));
            return jobs.map(|step| step.at).collect();
        }
        let mut asked: Vec<(JobKind, u16)> = Vec::new();
        for count in self.order() {
            let (done, wanted) = self.progress(count);
            asked.push((count.job, wanted.saturating_sub(done)));
        }
        let mut left = self.player().supplies;
        let mut items = self.plan_items();
        let here = self.player().pos;
        items.sort_by_key(|item| item.lever.at().steps_to(here));
        let jobs = items.into_iter().filter_map(|item| {
            let Lever::Job { at, job } = item.lever else { return None };
            let asked = asked.iter_mut().find(|(own, left)| *own == job && *left > 0)?;
            if let Some(supply) = World::supply_for(job) {
                let own = left.iter_mut().find(|(own, left)| *own == supply && *left > 0)?;
                own.1 -= 1;
            }
            asked.1 -= 1;
            Some(at)
        });
        jobs.collect()
    }

    /// The kits that can be planned, those in the cart and those that can be made, and what each
    /// does, in few words and in sentences.
    pub fn kits_to_plan(&self) -> Vec<(TrapKindId, String, String)> {
        let held = self.kits();
        let kinds: BTreeSet<TrapKindId> =
            held.iter().map(|&(trap, _)| trap).chain(self.trap_kinds()).collect();
        let told = kinds.into_iter().map(|trap| {
            let held = held.iter().find(|&&(own, _)| own == trap);
            let held = held.map_or(String::new(), |(_, count)| format!(" ({count} in the cart)"));
            let name = &self.catalog().trap(trap).name;
            (trap, format!("{name}{held}: {}", self.trap_gist(trap)), self.kit_effect(trap))
        });
        told.collect()
    }

    /// What a cord to a cell, or to what is planned there, does when it is pulled.
    pub fn cord_effect(&self, at: Pos) -> Option<String> {
        let rules = &self.catalog().rules.prepare;
        let is_kit = |own: &Lever| matches!(own, Lever::Kit { at: own, .. } if *own == at);
        Some(match self.world().known_cord_end(at) {
            Some(CordEnd::Door(_)) => {
                format!("It slams, and is barred for {} turns.", rules.slam_turns)
            }
            Some(CordEnd::Light { .. }) => "It goes out, or on.".to_owned(),
            Some(CordEnd::Resident(_)) => "It goes for whoever is nearest.".to_owned(),
            None if !self.plan().iter().any(is_kit) => return None,
            Some(CordEnd::Trap(_)) | None => format!(
                "It holds until you pull, goes off at all on it or beside it, and is wound up \
                 again in {} turns.",
                rules.rewind_turns
            ),
        })
    }

    /// What a resident does at a post that the player gives it, and how many of them can have one.
    pub fn post_effect(&self) -> String {
        let rules = &self.catalog().rules;
        format!(
            "There it lies in wait, and its first blow takes {} % of a raider's full health. {} a \
             night can be led.",
            rules.raid.wound, rules.prepare.leads
        )
    }

    /// The cells on which somebody is caught by a trap that is known to be on a cell or is planned
    /// there; with a cord also those beside it. None of other cells.
    pub fn reach_at(&self, at: Pos) -> Vec<Pos> {
        let planned = self.plan().iter().find_map(|lever| match *lever {
            Lever::Kit { at: own, trap } if own == at => Some(trap),
            _ => None,
        });
        let there = self.cell(at).fixture.and_then(Fixture::trap);
        planned.or(there).map_or(Vec::new(), |trap| self.reach_of(trap, at))
    }

    /// The same of a trap of a kind, wherever it is set.
    pub fn reach_of(&self, trap: TrapKindId, at: Pos) -> Vec<Pos> {
        let is_corded = self.plan().contains(&Lever::Cord { at })
            || self.world().shift.prepared.cord_at(at).is_some();
        let effects = self.catalog().trap(trap).effects.iter();
        let around = effects.filter_map(|effect| match *effect {
            Effect::Around { radius, .. } => Some(i32::from(radius)),
            _ => None,
        });
        let cells = around.max().unwrap_or(0).max(i32::from(is_corded));
        let near = self.cells().filter(|pos| pos.steps_to(at) <= cells);
        near.filter(|&pos| self.is_known_passable(pos)).collect()
    }
}

fn stain_of(known: &KnownJob) -> Option<Pos> {
    (known.job == JobKind::Stain).then_some(known.at)
}

impl View<'_> {
    /// Nights for which a second hand does one thing of the plan.
    pub fn nights_of_second_hand(&self) -> u8 {
        self.world().journey().map_or(0, |journey| journey.hand_nights)
    }

    /// What is planned, in order.
    pub fn plan(&self) -> &[Lever] {
        &self.world().shift.plan
    }

    /// The command that sets the kit that is first on the plan, from beside its cell, and that
    /// cell.
    pub fn planned_kit(&self) -> Option<(Command, Pos)> {
        let &Lever::Kit { at, trap } = self.plan().first()? else { return None };
        let dir = Dir::between(self.player().pos, at)?;
        Some((Command::Prepare(Preparation::SetKit { trap, dir }), at))
    }

    /// What something of the plan is: "a dart trap to set".
    pub fn name_of_planned(&self, lever: Lever) -> String {
        let catalog = self.catalog();
        match lever {
            Lever::Kit { trap, .. } => {
                format!("{} trap to set", with_article(&catalog.trap(trap).name))
            }
            Lever::Cord { at } => match self.world().known_cord_end(at) {
                Some(end) => format!("a cord to the {}", self.name_of_cord_end(end)),
                None => "a cord".to_owned(),
            },
            Lever::Job { job, .. } => with_article(job.name()),
            Lever::Post { who, .. } => match self.world().actor_ref(who) {
                Some(own) => format!("a post for the {}", catalog.actor(own.kind).name),
                None => "a post".to_owned(),
            },
        }
    }

    /// The same in few columns: "dart kit".
    pub fn planned_in_short(&self, lever: Lever) -> String {
        let catalog = self.catalog();
        match lever {
            Lever::Kit { trap, .. } => {
                format!("{} kit", catalog.short_names.traps.of(&catalog.trap(trap).name))
            }
            Lever::Cord { .. } => "cord".to_owned(),
            Lever::Job { job, .. } => job.name().to_owned(),
            Lever::Post { who, .. } => match self.world().actor_ref(who) {
                Some(own) => {
                    catalog.short_names.actors.of(&catalog.actor(own.kind).name).to_owned()
                }
                None => "post".to_owned(),
            },
        }
    }

    /// The reason why a command is refused, in words; of one that does the plan it tells what was
    /// next.
    pub fn why_refused(&self, command: &Command, reject: Reject) -> String {
        let why = describe_refusal(reject, self.catalog());
        let does_plan = matches!(command, Command::DoNextJob | Command::CarryOn);
        match self.world().next_planned().filter(|_| does_plan) {
            Some(lever) => format!("Next on the plan: {}. {why}", self.name_of_planned(lever)),
            None => why,
        }
    }
}
