//! What the player can do about whoever hunts them, from what is known of the floor.

use base::Pos;

use crate::sim::{Door, Fixture};

use super::View;
use super::actors::SeenActor;

/// How far off a door, a trap or a hiding place may be, in steps.
const MAX_STEPS: u16 = 12;
/// Ways that are told, at most.
const MAX_TOLD: usize = 3;

impl View<'_> {
    /// The ways out of a hunt, the surest first, in a sentence with the names of keys in braces;
    /// `None` where nobody in sight hunts the player, or nothing is known that would help.
    pub fn ways_out(&self) -> Option<String> {
        let actors = self.actors();
        let mut hunters: Vec<&SeenActor<'_>> =
            actors.iter().filter(|actor| actor.is_after_the_upkeeper()).collect();
        let here = self.player().pos;
        hunters.sort_by_key(|actor| (actor.pos.steps_to(here), actor.pos));
        let hunter = *hunters.first()?;
        let steps = self.steps_from_here();
        let nearest = |serves: &dyn Fn(Pos, Fixture) -> bool, is_entered: bool| {
            let found = self.cells().filter_map(|at| {
                let fixture = self.cell(at).fixture.filter(|own| serves(at, *own))?;
                let way = if is_entered {
                    steps.reached(at)
                } else {
                    at.neighbours().filter_map(|beside| steps.reached(beside)).min()
                }?;
                // Whoever is nearer to it is there first.
                let is_first = i32::from(way) < hunter.pos.steps_to(at);
                (way <= MAX_STEPS && is_first).then_some((way, at, fixture))
            });
            found.min_by_key(|&(way, at, _)| (way, at))
        };
        let door = nearest(&|_, own| own == Fixture::Door(Door::Open), true);
        let door = door.filter(|_| hunter.kind.shot.is_none()).map(|(_, at, _)| {
            format!("shut the door {} behind you ({{key:close-door}})", self.way_from_here(at))
        });
        let treads = hunter.kind.raider.is_none() && !hunter.kind.temperament.wary;
        let trap = nearest(&|_, own| own.is_armed_trap(), false).filter(|_| treads);
        let trap = trap.and_then(|(_, at, fixture)| {
            let name = &self.catalog().trap(fixture.trap()?).name;
            Some(format!("lead it over the {name} trap {}", self.way_from_here(at)))
        });
        let hiding = nearest(&|_, own| own.hides(), true);
        let hiding = hiding.map(|(_, at, _)| {
            format!("hide {}, once it has lost sight of you", self.way_from_here(at))
        });
        let missile = self
            .best_throw(hunter.id)
            .map(|(slot, _)| format!("throw the {} ({{key:fire}})", slot.item.name));
        let is_outmatched = self.is_outmatched_by(hunter.id);
        let blow =
            (!is_outmatched).then(|| "meet it in a fight you would win ({key:strike})".to_owned());
        let ways: Vec<String> =
            [blow, missile, door, trap, hiding].into_iter().flatten().take(MAX_TOLD).collect();
        let odds = if is_outmatched { "It would win a fight. " } else { "" };
        let (last, others) = ways.split_last()?;
        Some(match others {
            [] => format!("{odds}You can {last}."),
            _ => format!("{odds}You can {}, or {last}.", others.join(", ")),
        })
    }
}
