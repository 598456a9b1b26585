//! The gate that bars the known way to a goal. Walks lead up to gates and never open one by
//! themselves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sim::action::Action;
use crate::sim::prelude::*;

/// The first gate on a way, and how to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Barrier {
    pub gate: Gate,
    /// The first step to it; `None` beside it.
    step: Option<Dir>,
}

/// A step towards the gate that bars the way to a place; in front of it, the reason to stop.
pub(super) fn approach(world: &World, goal: Pos) -> Result<Action, Interruption> {
    let mut goals = Bits::new(world.floor.width(), world.floor.height());
    goals.insert(goal);
    match barrier(world, &goals) {
        Some(Barrier { step: Some(dir), .. }) => Ok(Action::Step(dir)),
        Some(Barrier { gate, step: None }) => Err(Interruption::Barred(gate)),
        None => Err(Interruption::NoWay),
    }
}

/// A step towards the gate that some goals lie behind, if the player has what opens it, and the
/// reason to stop in front of it; else that they lie behind it, or what there is to say where no
/// gate is in the way.
pub(super) fn seek(
    world: &World,
    goals: &Bits,
    otherwise: Interruption,
) -> Result<Action, Interruption> {
    match barrier(world, goals) {
        Some(Barrier { gate, step }) if world.opens(gate) => {
            step.map(Action::Step).ok_or(Interruption::Barred(gate))
        }
        Some(Barrier { gate, .. }) => Err(Interruption::Gated(gate)),
        None => Err(otherwise),
    }
}

/// The first gate on the known way to the nearest of some goals that leads through the fewest
/// gates, those first of all that the player cannot open; `None` where no known way leads, gates
/// counted as open.
///
/// Dijkstra's algorithm with gates before steps as the length of a way; ties go by reading order.
pub(super) fn barrier(world: &World, goals: &Bits) -> Option<Barrier> {
    let here = world.player_pos();
    let gates = world.known_gates();
    if gates.is_empty() {
        return None;
    }
    let safe = world.known_safe_ground();
    let open = |pos: Pos| safe.contains(pos);
    let ledges = known_ledges(world);
    let mut search = Search {
        reached: Grid::filled(world.floor.width(), world.floor.height(), None),
        queue: BinaryHeap::new(),
    };
    search.reach(here, Reached { length: Length::default(), first: None, barrier: None });
    while let Some(Reverse((length, pos))) = search.queue.pop() {
        let Some(reached) = search.reached[pos] else { continue };
        if reached.length != length {
            continue;
        }
        if goals.contains(pos) && reached.barrier.is_some() {
            return reached.barrier;
        }
        for dir in Dir::ALL {
            let to = pos + dir;
            let is_gate = gates.contains(to);
            if !(open(to) || is_gate) || search.is_reached_within(to, length.with_step()) {
                continue;
            }
            if !is_passed(&ledges, pos, dir) {
                continue;
            }
            let Pos { x, y } = dir.offset();
            let squeezes = || !(open(pos + Pos::new(x, 0)) && open(pos + Pos::new(0, y)));
            if dir.is_diagonal() && squeezes() {
                continue;
            }
            let gate = if is_gate { world.known_gate_at(to) } else { None };
            let first = reached.first.or(Some(dir));
            let step = if pos == here { None } else { reached.first };
            let barrier = reached.barrier.or(gate.map(|gate| Barrier { gate, step }));
            let opens = |gate: Gate| world.opens(gate);
            search.reach(to, Reached { length: length.and_to(gate, opens), first, barrier });
        }
    }
    None
}

/// The ledges that the player knows of, with the directions in which they are gone over.
fn known_ledges(world: &World) -> Vec<(Pos, Dir)> {
    let down = |pos| match world.floor.known(pos).fixture {
        Some(Fixture::Drop(down)) => Some((pos, down)),
        _ => None,
    };
    world.floor.remembered.iter().filter_map(down).collect()
}

/// Ledges are gone over in their own direction alone.
fn is_passed(ledges: &[(Pos, Dir)], from: Pos, dir: Dir) -> bool {
    let keeps = |&(pos, down): &(Pos, Dir)| (pos == from || pos == from + dir) && down != dir;
    !ledges.iter().any(keeps)
}

struct Search {
    reached: Grid<Option<Reached>>,
    /// The least first.
    queue: BinaryHeap<Reverse<(Length, Pos)>>,
}

/// The length of a way: gates that the player has nothing to open with, then all gates, then steps,
/// in one number from the highest bits down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Length(u64);

impl Length {
    const STEP: u64 = 1;
    const GATE: u64 = 1 << 24;
    const CLOSED_GATE: u64 = 1 << 44;

    /// With one more step: no way on is shorter.
    fn with_step(self) -> Length {
        Length(self.0 + Length::STEP)
    }

    /// With one more step, maybe to a gate.
    fn and_to(self, gate: Option<Gate>, opens: impl FnOnce(Gate) -> bool) -> Length {
        let more = match gate {
            None => 0,
            Some(gate) if opens(gate) => Length::GATE,
            Some(_) => Length::GATE + Length::CLOSED_GATE,
        };
        Length(self.with_step().0 + more)
    }
}

/// How a cell was reached.
#[derive(Clone, Copy)]
struct Reached {
    length: Length,
    first: Option<Dir>,
    barrier: Option<Barrier>,
}

impl Search {
    /// Whether a way to a cell is known that is not longer than this.
    fn is_reached_within(&self, pos: Pos, length: Length) -> bool {
        self.reached[pos].is_some_and(|reached| reached.length <= length)
    }

    fn reach(&mut self, pos: Pos, how: Reached) {
        let old = self.reached[pos];
        if old.is_none_or(|old| how.length < old.length) {
            self.reached[pos] = Some(how);
            self.queue.push(Reverse((how.length, pos)));
        }
    }
}
