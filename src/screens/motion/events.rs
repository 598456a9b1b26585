//! Which event is shown how. Every event has its line: one that is not shown is among those that
//! are none of the picture's.

use std::ops::RangeInclusive;

use base::{Line, Pos, Rect, Tie};
use content::MotionTimes;
use engine::sim::{ActorEvent, Event, FightEvent, FloorEvent, ItemEvent, RaidEvent, WorkEvent};
use engine::view::View;

use super::effect::{Effect, Shape};
use crate::{config::Animation, theme::ColorRole};

/// The effects of some events, as far as they are in sight.
pub(super) struct Stage<'a> {
    view: View<'a>,
    pace: Animation,
    /// When what comes next begins: a missile has to arrive first.
    next: u32,
    pub effects: Vec<Effect>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(view: View<'a>, pace: Animation, now: u32) -> Stage<'a> {
        Stage { view, pace, next: now, effects: Vec::new() }
    }

    fn times(&self) -> MotionTimes {
        self.view.catalog().looks.motion
    }

    fn add(&mut self, shape: Shape, role: ColorRole, length: u32) {
        let length = self.pace.scale(length);
        let effect = Effect { shape, role, start: self.next, length };
        if length > 0 && !self.effects.iter_mut().any(|own| effect.adds_to(own)) {
            self.effects.push(effect);
        }
    }

    /// Something flies, and what comes next waits for it.
    fn fly(&mut self, from: Pos, to: Pos) {
        let way = Line::new(from, to, Tie::NorthWest).take(from.steps_to(to) as usize);
        let cells: Vec<Pos> = way.filter(|&at| self.view.is_visible(at)).collect();
        if !cells.is_empty() {
            let length = self.times().missile * cells.len() as u32;
            self.add(Shape::Path(cells), ColorRole::Path, length);
            self.next += self.pace.scale(length);
        }
    }

    fn flash_for(&mut self, at: Pos, role: ColorRole, length: u32) {
        if self.view.is_visible(at) {
            self.add(Shape::Cells(vec![vec![at]]), role, length);
        }
    }

    fn flash(&mut self, at: Pos, role: ColorRole) {
        self.flash_for(at, role, self.times().flash);
    }

    /// Somebody is hit, by so much.
    fn hit(&mut self, victim: Pos, damage: i32) {
        self.flash(victim, ColorRole::Danger);
        self.number(victim, -damage, ColorRole::Bad);
    }

    fn number(&mut self, at: Pos, number: i32, role: ColorRole) {
        if number != 0 && self.view.is_visible(at) {
            self.add(Shape::Number(at, number), role, self.times().number);
        }
    }

    /// The rings about a cell by their radius, one after another.
    fn rings(&mut self, at: Pos, role: ColorRole, radii: RangeInclusive<i32>) {
        let view = self.view;
        if !view.is_visible(at) {
            return;
        }
        let is_floor =
            |pos: Pos| view.is_visible(pos) && view.tile(pos).is_some_and(|tile| !tile.is_wall());
        let ring = |radius: i32| {
            let squares = i64::from((radius - 1) * radius.max(1))..i64::from((radius + 1) * radius);
            let is_on = |pos: Pos| squares.contains(&(pos.squared(at) - 1));
            Rect::around(at, radius)
                .positions()
                .filter(|&pos| is_on(pos) && is_floor(pos))
                .collect()
        };
        let rings: Vec<Vec<Pos>> = radii.map(ring).collect();
        let length = self.times().ring * rings.len() as u32;
        self.add(Shape::Cells(rings), role, length);
    }

    /// A ring that grows as far as rings go.
    fn ring(&mut self, at: Pos, role: ColorRole) {
        self.rings(at, role, 1..=self.times().rings.into());
    }

    /// A small cloud on a cell and about it.
    fn puff(&mut self, at: Pos, role: ColorRole) {
        self.rings(at, role, 0..=1);
    }
}

/// Adds what an event is shown by, if it is shown.
pub(super) fn show(event: &Event, stage: &mut Stage<'_>) {
    match event {
        Event::Fight(event) => fight(event, stage),
        Event::Floor(event) => floor(event, stage),
        Event::Item(event) => item(event, stage),
        Event::Work(event) => work(event, stage),
        Event::Raid(event) => raid(event, stage),
        Event::Actor(event) => actor(event, stage),
        // These are not on a floor, or only told.
        Event::Journey(_) | Event::Tutor(_) => {}
    }
}

fn fight(event: &FightEvent, stage: &mut Stage<'_>) {
    match *event {
        FightEvent::Struck { victim, damage, .. } | FightEvent::Hurt { victim, damage, .. } => {
            stage.hit(victim.at, damage);
        }
        FightEvent::Shot { from, to, victim, damage, .. } => {
            stage.fly(from, to);
            if let Some(damage) = damage {
                stage.hit(victim.at, damage);
            }
        }
        FightEvent::Died { who, .. } if stage.view.is_visible(who.at) => {
            let letter = stage.view.catalog().actor(who.kind).glyph;
            stage.add(Shape::Letter(who.at, letter), ColorRole::Danger, stage.times().fade);
        }
        FightEvent::Healed { who, amount } => stage.number(who.at, amount, ColorRole::Good),
        FightEvent::TrapSprung { at, .. } => stage.flash(at, ColorRole::Danger),
        FightEvent::Shattered { at, .. } => stage.puff(at, ColorRole::Item),
        FightEvent::ThreatSeen { who } | FightEvent::Split { into: who, .. } => {
            stage.flash(who.at, ColorRole::Danger);
        }
        FightEvent::StatusBegan { who, .. } => stage.flash(who.at, ColorRole::Warning),
        FightEvent::HeavyBlow { ref cells, .. } => {
            let view = stage.view;
            let cells = cells.iter().copied().filter(|&at| view.is_visible(at)).collect();
            stage.add(Shape::Cells(vec![cells]), ColorRole::Danger, stage.times().flash);
        }
        FightEvent::PhaseBegan { who, .. } => stage.ring(who.at, ColorRole::Warning),
        FightEvent::Blinked { who, from } => {
            stage.puff(from, ColorRole::Undead);
            stage.puff(who.at, ColorRole::Undead);
        }
        FightEvent::Died { .. }
        | FightEvent::Missed { .. }
        | FightEvent::StatusEnded { .. }
        | FightEvent::StruggledFree { .. }
        | FightEvent::Struggled { .. }
        | FightEvent::Fizzled { .. }
        | FightEvent::ThreatLost { .. }
        | FightEvent::WoundUp { .. }
        | FightEvent::BlowLost { .. }
        | FightEvent::Shoved { .. } => {}
    }
}

fn floor(event: &FloorEvent, stage: &mut Stage<'_>) {
    match *event {
        FloorEvent::Noise { at, loudness } if loudness >= stage.times().loud => {
            stage.ring(at, ColorRole::Warning);
        }
        FloorEvent::GasReleased { at } => stage.puff(at, ColorRole::Gas),
        FloorEvent::FireBegan { at } => stage.puff(at, ColorRole::Fire),
        FloorEvent::GasFlashed { at } => stage.ring(at, ColorRole::Fire),
        FloorEvent::Doused { at } => stage.puff(at, ColorRole::Water),
        FloorEvent::Blasted { at, .. } => stage.ring(at, ColorRole::Danger),
        FloorEvent::DoorSlammed { at } | FloorEvent::DoorForced { at, .. } => {
            stage.flash_for(at, ColorRole::Cursor, stage.times().slam);
        }
        FloorEvent::DoorHammered { at, .. } => stage.flash(at, ColorRole::Warning),
        FloorEvent::LightOut { at, .. } => stage.puff(at, ColorRole::DeadLight),
        FloorEvent::LightOn { at } => stage.flash(at, ColorRole::Light),
        FloorEvent::Smothered { at } => stage.puff(at, ColorRole::Rubble),
        FloorEvent::DraggedOut { by, .. } => stage.flash(by.at, ColorRole::Danger),
        FloorEvent::CrateSmashed { at } | FloorEvent::Breached { at, .. } => {
            stage.puff(at, ColorRole::Rubble);
        }
        FloorEvent::Noise { .. }
        | FloorEvent::DoorOpened { .. }
        | FloorEvent::DoorClosed { .. }
        | FloorEvent::DoorBarred { .. }
        | FloorEvent::Unbarred { .. }
        | FloorEvent::Burnt { .. }
        | FloorEvent::Quenched { .. }
        | FloorEvent::Hid { .. }
        | FloorEvent::Unlocked { .. }
        | FloorEvent::CrateHeld { .. }
        | FloorEvent::JumpedDown { .. }
        | FloorEvent::GateSeen { .. }
        | FloorEvent::OpenerSeen { .. } => {}
    }
}

fn item(event: &ItemEvent, stage: &mut Stage<'_>) {
    match *event {
        ItemEvent::Threw { from, to, .. } => stage.fly(from, to),
        ItemEvent::Recalled { from } => stage.puff(from, ColorRole::Closet),
        ItemEvent::ItemTaken { .. }
        | ItemEvent::ItemLeft { .. }
        | ItemEvent::GoodsTaken { .. }
        | ItemEvent::GoodsReturned { .. }
        | ItemEvent::Bought { .. }
        | ItemEvent::Sold { .. }
        | ItemEvent::Paid { .. }
        | ItemEvent::Charged { .. }
        | ItemEvent::CoinsFound { .. }
        | ItemEvent::PocketsEmptied { .. }
        | ItemEvent::SupplyFound { .. }
        | ItemEvent::Robbed { .. }
        | ItemEvent::BaitEaten { .. }
        | ItemEvent::ItemDropped { .. }
        | ItemEvent::Equipped { .. }
        | ItemEvent::TakenOff { .. }
        | ItemEvent::Used { .. }
        | ItemEvent::Identified { .. }
        | ItemEvent::MapRead => {}
    }
}

fn work(event: &WorkEvent, stage: &mut Stage<'_>) {
    match *event {
        WorkEvent::JobDone { at, .. } => stage.flash(at, ColorRole::Good),
        WorkEvent::BodyRose { who, .. } => stage.flash(who.at, ColorRole::Danger),
        WorkEvent::JobBegun { .. }
        | WorkEvent::JobChosen { .. }
        | WorkEvent::JobSought { .. }
        | WorkEvent::LeavesHunted { .. }
        | WorkEvent::SupplySpent { .. }
        | WorkEvent::MopRinsed { .. }
        | WorkEvent::MopFouled
        | WorkEvent::KitMade { .. }
        | WorkEvent::KitSet { .. }
        | WorkEvent::TrapTakenDown { .. }
        | WorkEvent::WardrobeMoved { .. }
        | WorkEvent::CordLaid { .. }
        | WorkEvent::CordTaken { .. }
        | WorkEvent::SupplyTraded { .. }
        | WorkEvent::Led { .. }
        | WorkEvent::LeadEnded { .. }
        | WorkEvent::TookPost { .. }
        | WorkEvent::BodyLifted { .. }
        | WorkEvent::BodyDropped { .. }
        | WorkEvent::BodyThrown { .. }
        | WorkEvent::BodyDisposed { .. }
        | WorkEvent::BodyStirs { .. }
        | WorkEvent::BodyOrdered { .. }
        | WorkEvent::VerminCame { .. }
        | WorkEvent::HauntCame { .. }
        | WorkEvent::Stopped { .. }
        | WorkEvent::DawnNears { .. }
        | WorkEvent::TimeToLeave { .. }
        | WorkEvent::ClockedOut
        | WorkEvent::HandLent { .. }
        | WorkEvent::ShiftEnded { .. } => {}
    }
}

fn raid(event: &RaidEvent, stage: &mut Stage<'_>) {
    match *event {
        RaidEvent::ChestLooted { at, .. }
        | RaidEvent::Pocketed { at, .. }
        | RaidEvent::TrapDisarmed { at, .. } => stage.flash(at, ColorRole::Bad),
        RaidEvent::TrapNoticed { at, .. } => stage.flash(at, ColorRole::Warning),
        RaidEvent::TrapBurst { at, .. } => stage.ring(at, ColorRole::Danger),
        RaidEvent::CordPulled { at, .. } => stage.flash(at, ColorRole::Cursor),
        RaidEvent::SetLoose { who } => stage.flash(who.at, ColorRole::Good),
        RaidEvent::LightLit { at, .. } => stage.flash(at, ColorRole::Light),
        RaidEvent::UndeadTurned { by } => stage.ring(by.at, ColorRole::Light),
        RaidEvent::RaidBegan { .. }
        | RaidEvent::RaiderLeft { .. }
        | RaidEvent::Searched { .. }
        | RaidEvent::AtTrap { .. }
        | RaidEvent::CordWound { .. }
        | RaidEvent::InReach { .. }
        | RaidEvent::TurnsHome { .. }
        | RaidEvent::RetreatCalled
        | RaidEvent::DrivenOff { .. }
        | RaidEvent::HeardAbove
        | RaidEvent::PartyCameDown
        | RaidEvent::RaidOver => {}
    }
}

fn actor(event: &ActorEvent, stage: &mut Stage<'_>) {
    match *event {
        ActorEvent::Teleported { who, from } => {
            stage.puff(from, ColorRole::Undead);
            stage.puff(who.at, ColorRole::Undead);
        }
        ActorEvent::Unmasked { who } => stage.flash(who.at, ColorRole::Danger),
        ActorEvent::CameHome { at, .. } => stage.flash(at, ColorRole::Good),
        ActorEvent::Moved { .. }
        | ActorEvent::Wove { .. }
        | ActorEvent::Ate { .. }
        | ActorEvent::Barked { .. }
        | ActorEvent::BackAtPost { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Seed;
    use content::{Catalog, Depth};
    use engine::sim::{Game, Setup};

    #[test]
    fn what_is_in_sight_is_shown_once_what_flies_has_arrived() {
        let catalog = Catalog::embedded().expect("the data").into();
        let setup = Setup::shift("vault", Depth(1), Seed(42));
        let game = Game::new(setup, &catalog).expect("a level");
        let (view, here) = (game.view(), game.view().player().pos);
        let near = Rect::around(here, 3).positions();
        let is_far = |at: &Pos| at.steps_to(here) == 3 && view.is_visible(*at);
        let to = near.into_iter().find(is_far).expect("there is room about the entry");
        let item = catalog.coin;
        let hidden = Pos::new(view.size().0 - 1, view.size().1 - 1);
        assert!(!view.is_visible(hidden));
        let shown = |pace| {
            let mut stage = Stage::new(view, pace, 100);
            for event in [
                Event::Item(ItemEvent::Threw { item, known: true, from: here, to }),
                Event::Floor(FloorEvent::Noise { at: here, loudness: 30 }),
                Event::Floor(FloorEvent::Noise { at: here, loudness: 2 }),
                Event::Floor(FloorEvent::Noise { at: hidden, loudness: 30 }),
                Event::Floor(FloorEvent::LightOn { at: to }),
            ] {
                show(&event, &mut stage);
            }
            stage.effects
        };
        let effects = shown(Animation::Normal);
        let times: Vec<_> = effects.iter().map(|own| (own.start, own.length)).collect();
        assert_eq!(times, [(100, 36), (136, 160), (136, 80)], "{effects:?}");
        let Shape::Path(way) = &effects[0].shape else { panic!("{effects:?}") };
        assert_eq!((way.len(), way.last()), (3, Some(&to)));
        let Shape::Cells(rings) = &effects[1].shape else { panic!("{effects:?}") };
        assert_eq!(rings.len(), 4);
        for (ring, radius) in rings.iter().zip(1..) {
            assert!(ring.iter().all(|at| at.is_within(radius, here) && view.is_visible(*at)));
        }
        let fast = shown(Animation::Fast);
        assert!(fast.iter().zip(&effects).all(|(fast, own)| fast.length < own.length));
    }
}
