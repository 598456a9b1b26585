//! The actions of actors, as plain data. `perform` carries them out; `dispatch`, `ai` and
//! `travel` choose them.

use crate::sim::prelude::*;

/// Something to do that takes a turn. Whether it can be done was checked by who decided on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Wait,
    Step(Dir),
    Attack(ActorId),
    Shoot(ActorId),
    OpenDoor(Pos),
    CloseDoor(Pos),
    BarDoor(Pos),
    /// A blow at a door that does not open.
    Force(Pos),
    Douse(Pos),
    Unlock(Pos),
    Blast(Pos),
    Work(Pos),
    /// A turn of a preparation for the raid, on a cell.
    Prepare(Preparation, Pos),
    Rinse,
    Lift(Pos),
    PutDown(Pos),
    Get,
    Equip(CartIndex),
    Use(CartIndex),
    Throw(CartIndex, Pos),
    Drop(CartIndex),
    Buy(Pos),
    Sell(CartIndex),
    Pay,
    /// Off the floor, by the exit or back by the start.
    Leave,
    /// To a cell in sight, without the cells between.
    Blink(Pos),
    /// Lays a trap of its own.
    Weave(Pos),
    Eat(Pos),
    /// Draw back for a heavy blow; let it fall; call a party; go through a wall: what bosses do.
    WindUp(Windup),
    HeavyBlow,
    Call,
    Breach(Pos),
    /// The body in the arms, thrown.
    HurlBody(Dir),
    // What raiders do from here on.
    Loot(Pos),
    /// A look into a hiding place.
    Search(Pos),
    /// What lies underfoot.
    Pocket,
    Disarm(Pos),
    /// The trap beside goes off at the raider that works on it.
    Fumble(Pos),
    /// Sets off a trap from afar.
    Burst(Pos),
    Kindle(Pos),
    Snuff(Pos),
    Heal(ActorId),
    TurnUndead,
}
