//! A bot that beats the Champion of a crypt: it lays a trap on the way from where he dozes, wakes
//! him from behind it, and strikes while he is held.

use base::{Dir, Line, Pos, Rect, Tie};
use content::{Effect, Gate, Slot, Status, TrapKindId};
use engine::sim::{Activity, Command, Fixture, Preparation, RunStatus};
use engine::view::{SeenActor, View};

use super::cautious::LoopBreaker;
use super::levers;
use super::{Bot, Planner, cautious, perception, reflexes};

/// Percent of its health below which the bot rests, and below which it heals in the duel.
const REST_BELOW_PERCENT: i32 = 90;
const HEAL_BELOW_PERCENT: i32 = 50;

/// How far from a boss that dozes the bot takes its stand, in steps: its lantern shines that far.
const STAND_STEPS: i32 = 6;

/// Works as the planner does until it can open the boss door, then lays its trap.
#[derive(Default)]
pub(crate) struct Trapper {
    planner: Planner,
    loop_breaker: LoopBreaker,
    ambush: Option<Ambush>,
    /// Whether there is nothing to throw.
    is_unarmed: bool,
}

/// Where the bot waits for a boss, and the armed trap, or the cell for one, on the way from there.
#[derive(Clone, Copy, Debug)]
struct Ambush {
    boss: Pos,
    stand: Pos,
    trap: Pos,
    /// The next cell of the boss's way: from there the trap is set.
    behind: Pos,
}

impl Bot for Trapper {
    fn decide(&mut self, view: &View<'_>) -> Command {
        let wanted = self.choose(view);
        reflexes::or_wait(view, wanted)
    }
}

impl Trapper {
    fn choose(&mut self, view: &View<'_>) -> Command {
        let goes_on =
            |activity| matches!(activity, Activity::Leave | Activity::Watch | Activity::Prepare(_));
        if view.status() == RunStatus::Busy && view.activity().is_some_and(goes_on) {
            return Command::Continue;
        }
        if let Some(boss) = perception::hunting_boss(view) {
            return duel(view, &boss);
        }
        if let Some(urgent) = Planner::urgent(view) {
            return urgent;
        }
        if view.tally().bosses > 0 {
            return cautious::leave(view);
        }
        if perception::is_below(view, REST_BELOW_PERCENT) && view.refusal(&Command::Rest).is_none()
        {
            return Command::Rest;
        }
        let next = self
            .make_kit(view)
            .or_else(|| self.loop_breaker.replacement(view))
            .or_else(|| view.dozing_boss().and_then(|boss| self.wake(view, boss)))
            .or_else(|| look_for_boss(view));
        next.unwrap_or_else(|| cautious::leave(view))
    }

    /// What comes before the boss door: work, until there is a key to that door, and a kit.
    fn make_kit(&mut self, view: &View<'_>) -> Option<Command> {
        if self.ambush.is_some() {
            return None;
        }
        let kit = view.opens(Gate::BossDoor).then(|| levers::make_kit(view, worth)).flatten();
        kit.or_else(|| view.kits().is_empty().then(|| self.planner.next(view)).flatten())
    }

    /// Lays the ambush for a boss that dozes, and wakes it from the stand.
    fn wake(&mut self, view: &View<'_>, boss: Pos) -> Option<Command> {
        let laid = self.ambush.filter(|ambush| ambush.boss == boss);
        let ambush = laid.or_else(|| best_ambush(view, boss))?;
        self.ambush = Some(ambush);
        let here = view.player().pos;
        if !is_armed(view, ambush.trap) {
            let (trap, _) = view.kits().into_iter().max_by_key(|&(trap, _)| worth(view, trap))?;
            let dir = Dir::between(ambush.behind, ambush.trap)?;
            let set = Command::Prepare(Preparation::SetKit { trap, dir });
            if here == ambush.behind {
                return reflexes::first_of(view, [set]);
            }
            return perception::step_towards(view, [ambush.behind]).map(Command::Step);
        }
        if here == ambush.stand && !self.is_unarmed {
            let throw = reflexes::throw_at(view, boss);
            self.is_unarmed = throw.is_none();
            if throw.is_some() {
                return throw;
            }
        }
        if here == ambush.behind && self.is_unarmed {
            return step_into_sight(view);
        }
        let goal = if self.is_unarmed { ambush.behind } else { ambush.stand };
        perception::step_towards(view, [goal]).map(Command::Step)
    }
}

/// Through the boss door, and on until the boss is in sight.
fn look_for_boss(view: &View<'_>) -> Option<Command> {
    let explore = || reflexes::first_of(view, [Command::Explore]);
    let to_exit = || perception::step_towards(view, [view.exit()]).map(Command::Step);
    reflexes::open_boss_door(view).or_else(to_exit).or_else(explore)
}

/// A step to where a boss that dozes takes notice.
fn step_into_sight(view: &View<'_>) -> Option<Command> {
    let here = view.player().pos;
    let noticed = view.cells_near_dozing();
    let steps = Dir::ALL.into_iter().filter(|&dir| noticed.contains(&(here + dir)));
    reflexes::first_of(view, steps.map(Command::Step))
}

/// The ambush with the longest way to the stand, of those with a trap out of the boss's hearing.
fn best_ambush(view: &View<'_>, boss: Pos) -> Option<Ambush> {
    let shunned = view.cells_near_dozing();
    let has_kit = !view.kits().is_empty();
    let stands = Rect::around(boss, STAND_STEPS).positions().filter(|&pos| {
        perception::is_safe(view, pos) && pos.squared(boss) <= i64::from(STAND_STEPS * STAND_STEPS)
    });
    let ambushes = stands.filter_map(|stand| {
        let way = way(view, boss, stand)?;
        let pairs = way.windows(2).map(|pair| (pair[0], pair[1]));
        let (trap, behind) = pairs
            .filter(|(_, behind)| !shunned.contains(behind) && behind.steps_to(stand) > 0)
            .find(|&(at, _)| is_armed(view, at) || (has_kit && view.can_set_kit_at(at)))?;
        perception::steps_to(view, [stand])?;
        Some(Ambush { boss, stand, trap, behind })
    });
    ambushes.max_by_key(|ambush| (ambush.trap.steps_to(ambush.stand), ambush.stand))
}

/// The cells on which a hunter that sees its quarry walks to it, the quarry's last; `None` if
/// something is in between.
fn way(view: &View<'_>, from: Pos, to: Pos) -> Option<Vec<Pos>> {
    let mut way = vec![from];
    while let Some(&at) = way.last().filter(|&&at| at != to) {
        let next = Line::new(at, to, Tie::NorthWest).next()?;
        let corners = [next, Pos::new(next.x, at.y), Pos::new(at.x, next.y)];
        let is_clear = |pos: Pos| view.is_known_passable(pos) && !view.is_shut(pos);
        if !corners.into_iter().all(is_clear) {
            return None;
        }
        way.push(next);
    }
    way.remove(0);
    Some(way)
}

/// Whether there is an armed trap that does something to a boss.
fn is_armed(view: &View<'_>, pos: Pos) -> bool {
    matches!(view.cell(pos).fixture, Some(Fixture::Trap { kind, armed: true })
        if worth(view, kind) > 0)
}

/// While a boss hunts the player: out from under its blows, at it while it is held, else so that it
/// walks over a trap.
fn duel(view: &View<'_>, boss: &SeenActor<'_>) -> Command {
    let player = view.player();
    let here = player.pos;
    if player.carrying.is_some() {
        return Command::Carry(None);
    }
    let is_held = [Status::Snared, Status::Stunned].iter().any(|it| boss.statuses.contains(it));
    let danger = || reflexes::leave_danger(view);
    let is_hurt = perception::is_below(view, HEAL_BELOW_PERCENT);
    let heal = || is_hurt.then(|| reflexes::heal(view)).flatten();
    let throw = || reflexes::throw_at(view, boss.pos);
    if is_held {
        let close_in = || perception::step_towards(view, boss.pos.neighbours()).map(Command::Step);
        let chosen = danger().or_else(|| strike(view, boss.pos)).or_else(|| wield(view));
        return chosen.or_else(close_in).or_else(throw).unwrap_or(Command::Wait);
    }
    let springs = |pos: Pos| {
        way(view, boss.pos, pos).is_some_and(|way| way.iter().any(|&pos| is_armed(view, pos)))
    };
    let is_bad = view.threatened().contains(&here);
    if !is_bad {
        if let Some(urgent) = danger().or_else(heal) {
            return urgent;
        }
        if springs(here) {
            return wield(view).unwrap_or(Command::Wait);
        }
    }
    let steps = perception::safe_steps(view);
    let best = steps.max_by_key(|&dir| (springs(here + dir), (here + dir).steps_to(boss.pos)));
    match best {
        Some(dir) if is_bad || springs(here + dir) => Command::Step(dir),
        _ => strike(view, boss.pos).or_else(throw).unwrap_or_else(|| cautious::leave(view)),
    }
}

/// A blow at an actor in reach.
fn strike(view: &View<'_>, at: Pos) -> Option<Command> {
    let here = view.player().pos;
    let in_reach = here.is_beside(at) || view.cells_in_reach().contains(&at);
    let blow = Command::Step(here.bearing(at));
    (in_reach && view.refusal(&blow).is_none()).then_some(blow)
}

/// Takes the best weapon of the cart in hand.
fn wield(view: &View<'_>) -> Option<Command> {
    let damage = |item: &content::ItemKind| item.damage.0 + item.damage.1;
    let held = view.player().tool.map_or(0, damage);
    let tools = view.cart().into_iter().filter(|slot| {
        slot.item.slot == Slot::Tool && !slot.worn && !slot.owed && damage(slot.item) > held
    });
    let best = tools.max_by_key(|slot| damage(slot.item));
    best.map(|slot| Command::Equip { slot: slot.slot }).filter(|it| view.refusal(it).is_none())
}

/// What a trap does to a boss: first of all it holds, in turns.
fn worth(view: &View<'_>, trap: TrapKindId) -> u32 {
    view.catalog().trap(trap).effects.iter().map(worth_of).sum()
}

fn worth_of(effect: &Effect) -> u32 {
    match *effect {
        Effect::Damage { low, high } => (low + high).max(0) as u32 / 5,
        Effect::Inflict { status: Status::Snared | Status::Stunned, turns, percent } => {
            u32::from(turns) * percent / 100
        }
        Effect::Around { ref effects, .. } => effects.iter().map(worth_of).sum(),
        _ => 0,
    }
}
