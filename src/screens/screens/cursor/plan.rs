//! Planning by the cursor: where a kit is to be set, to what a cord is to be laid, which resident is
//! to have another post, and where.

use std::cmp::Reverse;

use crate::{
    ActiveRun, Context,
    widgets::map::{MapMark, MarkKind},
};
use base::Pos;
use content::{TrapKindId, with_article};
use engine::sim::{ActorId, Command, Fixture, Lever, PlanCommand, Reject};
use engine::view::View;

/// The fewest cells between two that are proposed.
const CELLS_APART: i32 = 4;

/// What is planned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Planned {
    Kit(TrapKindId),
    Cord,
    /// A post for a resident that is to be chosen …
    Resident,
    /// … and for one that was.
    Post(ActorId),
}

impl Planned {
    /// Of whom one is led to another post; `None` where nobody can be.
    pub(crate) fn resident(view: View<'_>) -> Option<Self> {
        match view.residents_to_lead()[..] {
            [] => None,
            [(only, _)] => Some(Self::Post(only)),
            _ => Some(Self::Resident),
        }
    }

    fn command(self, at: Pos) -> Option<Command> {
        Some(Command::Plan(match self {
            Planned::Kit(trap) => PlanCommand::Kit { trap, at },
            Planned::Cord => PlanCommand::Cord { at },
            Planned::Resident => return None,
            Planned::Post(who) => PlanCommand::Post { who, at },
        }))
    }

    /// The cells that serve, the best first: for cords planned kits, then other traps, for
    /// residents the nearest, for kits and posts those where most of the party comes by, the
    /// nearest of as good ones, some way from each other; a kit that would shut the player off
    /// comes last.
    pub(super) fn places(self, run: &ActiveRun) -> Vec<Pos> {
        let view = run.view();
        let here = view.player().pos;
        let is_allowed = |&at: &Pos| self.refusal(at, view).is_none();
        if let Planned::Kit(_) | Planned::Post(_) = self {
            // As long as there is no forecast, the shortest way is taken for theirs.
            let way = view.way_through();
            let visits = |at: Pos| run.outlook.visits(at).max(way.contains(&at).into());
            let steps = view.steps_from_here();
            let hot = view.cells().filter_map(|at| Some((at, visits(at), steps.reached(at)?)));
            let mut hot: Vec<(Reverse<u16>, u16, Pos)> = hot
                .filter(|(at, visits, _)| *visits > 0 && is_allowed(at))
                .map(|(at, visits, steps)| (Reverse(visits), steps, at))
                .collect();
            hot.sort_unstable();
            let mut places: Vec<Pos> = Vec::new();
            for (_, _, at) in hot {
                if places.iter().all(|own| own.steps_to(at) >= CELLS_APART) {
                    places.push(at);
                }
            }
            places.sort_by_cached_key(|&at| self.warning(at, view).is_some());
            return places;
        }
        let residents = view.residents_to_lead().into_iter().map(|(_, at)| at);
        let planned = view.plan().iter().map(|lever| lever.at());
        let there = view.cells().filter(|&pos| view.cell(pos).fixture.is_some());
        let mut places: Vec<Pos> = residents.chain(planned).chain(there).collect();
        places.retain(is_allowed);
        let is_kit = |at| {
            view.plan().iter().any(|own| matches!(own, Lever::Kit { at: own, .. } if *own == at))
        };
        let is_trap = |at| matches!(view.cell(at).fixture, Some(Fixture::Trap { .. }));
        places.sort_by_key(|&at| (!is_kit(at), !is_trap(at), at.steps_to(here), at));
        places.dedup();
        places
    }

    pub(super) fn refusal(self, at: Pos, view: View<'_>) -> Option<Reject> {
        if let Some(command) = self.command(at) {
            return view.refusal(&command);
        }
        let is_there = view.residents_to_lead().iter().any(|&(_, home)| home == at);
        (!is_there).then_some(Reject::NobodyToLead)
    }

    /// Whether it matters how many come by.
    pub(super) fn is_on_their_way(self) -> bool {
        matches!(self, Planned::Kit(_) | Planned::Post(_))
    }

    /// What comes of it.
    pub(super) fn effect(self, at: Pos, view: View<'_>) -> Option<String> {
        match self {
            Planned::Kit(_) => None,
            Planned::Cord => view.cord_effect(at),
            Planned::Resident | Planned::Post(_) => Some(view.post_effect()),
        }
    }

    /// What is to be said of a cell that serves, before it is planned there.
    pub(super) fn warning(self, at: Pos, view: View<'_>) -> Option<String> {
        let Planned::Kit(_) = self else { return None };
        view.shut_off_by_planned_kit(at)
    }

    /// Plans it; what is to be chosen next, if anything is.
    pub(super) fn confirm(self, at: Pos, run: &mut ActiveRun, context: &Context) -> Option<Self> {
        if let Some(command) = self.command(at) {
            run.submit(command, &context.settings);
            return None;
        }
        let residents = run.view().residents_to_lead();
        let chosen = residents.into_iter().find(|&(_, home)| home == at);
        chosen.map(|(who, _)| Planned::Post(who))
    }

    pub(super) fn title(self, view: View<'_>) -> String {
        match self {
            Planned::Kit(trap) => {
                let name = &view.catalog().trap(trap).name;
                format!("Plan {} trap where?", with_article(name))
            }
            Planned::Cord => "Plan a cord to what?".to_owned(),
            Planned::Resident => "Plan another post for whom?".to_owned(),
            Planned::Post(who) => {
                let lever = Lever::Post { who, at: view.player().pos };
                format!("Plan a post for the {} where?", view.planned_in_short(lever))
            }
        }
    }

    /// The cells that it would reach from here.
    pub(super) fn marks(self, at: Pos, view: View<'_>) -> Vec<MapMark> {
        let reach = match self {
            Planned::Kit(trap) => view.reach_of(trap, at),
            Planned::Cord => {
                at.with_neighbours().filter(|&pos| view.is_known_passable(pos)).collect()
            }
            Planned::Resident | Planned::Post(_) => Vec::new(),
        };
        reach.into_iter().map(|at| MapMark { at, kind: MarkKind::Path }).collect()
    }
}
