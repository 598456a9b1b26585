//! The verbs: the only code that changes the world, each with the event that tells of it.
//!
//! A verb does what it says and checks nothing that `check` or the action before it has checked.

use crate::base::{Pos, flood};
use crate::content::{ActorKindId, Effect, ItemKindId, JobKind, Status, Supply, with_article};

use super::components::{Duty, Mind, Position, Raider, Statuses, Vitals};
use super::event::Harm;
use super::world::{ActorRecord, Spot, World};
use super::{ActorId, Belongings, Body, Coins, Door, End, Event, Fixture, Slot, Stack, Turns};

impl World {
    pub(super) fn emit(&mut self, event: Event) {
        self.events.push(event);
    }

    /// A living actor as the roster has it, or nothing if it died meanwhile.
    pub(super) fn alive(&self, id: ActorId) -> Option<Spot> {
        self.spot(id).copied()
    }

    /// Brings a new actor of a kind into the world, on a free cell.
    pub(super) fn spawn(&mut self, kind: ActorKindId, pos: Pos) -> Spot {
        let id = ActorId(self.next_id);
        self.next_id += 1;
        let health = self.catalog.actor(kind).health;
        self.insert(ActorRecord {
            id,
            kind,
            pos,
            vitals: Vitals { health, most: health, energy: 0 },
            statuses: Statuses::default(),
            mind: Mind::Idle,
            duty: Duty::None,
            belongings: None,
        });
        self.roster[self.roster.len() - 1]
    }

    /// Puts somebody on another free cell; nothing happens there yet.
    pub(super) fn relocate(&mut self, spot: &Spot, to: Pos) {
        if self.occupants[spot.pos] == Some(spot.entity) {
            self.occupants[spot.pos] = None;
            self.presence.clear(spot.pos);
        }
        self.occupants[to] = Some(spot.entity);
        self.presence.put(to, spot.faction, &self.catalog.factions);
        self.change::<Position>(spot.entity, |position| position.0 = to);
        if let Some(own) = self.spot_mut(spot.id) {
            own.pos = to;
        }
        if self.kind(spot).traits.lurks.is_some() {
            self.floor.look_changed(spot.pos);
            self.floor.look_changed(to);
        }
    }

    /// Puts somebody on a cell, unless another stands there: between raid and shift nobody sees them walk.
    pub(super) fn set_down(&mut self, spot: &Spot, to: Pos) {
        if !self.is_occupied(to) {
            self.relocate(spot, to);
        }
    }

    /// Moves somebody to a cell that another is about to leave for theirs.
    pub(super) fn make_way(&mut self, spot: &Spot, to: Pos) {
        let from = spot.pos;
        self.relocate(spot, to);
        let who = self.who(&Spot { pos: to, ..*spot });
        self.emit(Event::Moved { who, from });
    }

    /// Moves somebody one cell, and lets happen what happens there.
    pub(super) fn walk(&mut self, spot: &Spot, to: Pos) {
        let from = spot.pos;
        self.relocate(spot, to);
        let spot = Spot { pos: to, ..*spot };
        let mut who = self.who(&spot);
        who.seen |= self.sight.visible.contains(from);
        self.emit(Event::Moved { who, from });
        if spot.id == ActorId::PLAYER {
            self.tally.steps += 1;
        }
        let trails = self.kind(&spot).traits.trails;
        if trails > 0 && self.streams.floor.percent(trails) {
            self.bleed(to);
        }
        if self.raid.is_some() {
            super::raid::trail(self, &spot, from);
        }
        if matches!(self.floor.fixture(to), Some(Fixture::Drop(_))) {
            let who = self.who(&spot);
            self.emit(Event::JumpedDown { who, at: to });
        }
        if spot.id == ActorId::PLAYER {
            super::action::item::take_up(self);
            self.clatter();
            if self.has_status(spot.entity, Status::Drenched) {
                let loudness = self.catalog.rules.noise_drip;
                super::noise::sound_of_player(self, to, loudness);
            }
        }
        self.arrive(&spot);
    }

    /// Somebody has come to stand on a cell: traps do not ask who.
    pub(super) fn arrive(&mut self, spot: &Spot) {
        if let Some(Fixture::Trap { kind, armed: true }) = self.floor.fixture(spot.pos)
            && self.endangers(spot, spot.pos)
        {
            super::trap::spring(self, spot, kind);
        }
    }

    /// Moves somebody to a random free cell, on this side of every gate: nobody gets locked in.
    pub(super) fn teleport(&mut self, spot: &Spot) {
        let mut ground = self.ground(spot);
        ground.insert(spot.pos);
        let start = match self.floor.fixture(spot.pos) {
            Some(Fixture::Drop(down)) => spot.pos + down,
            _ => spot.pos,
        };
        let mut region = flood(&ground, start);
        region.intersect(self.floor.passable());
        let free: Vec<Pos> = region
            .iter()
            .filter(|&pos| {
                !self.is_occupied(pos)
                    && self.floor.fixture(pos).is_none()
                    && self.floor.gas(pos) == 0
            })
            .collect();
        let Some(&to) = self.streams.floor.pick(&free) else { return };
        let who = self.put(spot, to);
        self.emit(Event::Teleported { who, from: spot.pos });
    }

    /// Calls the upkeeper to the closet, or to the way in where there is none. That is this side of every
    /// gate, since everything began there; nobody else is called.
    fn recall(&mut self, spot: &Spot) -> bool {
        if spot.id != ActorId::PLAYER {
            return false;
        }
        let mut fixtures = self.floor.fixtures();
        let closet = fixtures.find(|&(_, fixture)| fixture == Fixture::Closet).map(|(pos, _)| pos);
        drop(fixtures);
        let to = self.nearest(closet.unwrap_or(self.floor.start), |world, pos| {
            !world.is_occupied(pos)
                && world.floor.fixture(pos).is_none()
                && world.floor.gas(pos) == 0
        });
        let Some(to) = to else { return false };
        self.put(spot, to);
        self.emit(Event::Recalled { from: spot.pos });
        true
    }

    /// Takes somebody off their cell and out of any snare, and puts them on another.
    fn put(&mut self, spot: &Spot, to: Pos) -> super::Who {
        self.relocate(spot, to);
        let moved = Spot { pos: to, ..*spot };
        self.change_statuses(spot.entity, |statuses| {
            statuses.0[Status::Snared as usize] = 0;
        });
        let mut who = self.who(&moved);
        who.seen |= self.sight.visible.contains(spot.pos);
        who
    }

    /// Pushes somebody straight away from the player, as far as there is room; traps on the way do not mind how
    /// anybody got there.
    fn shove(&mut self, spot: &Spot, cells: u8) -> bool {
        let away = spot.pos - self.player_pos();
        let dir =
            crate::base::Dir::between(Pos::default(), Pos::new(away.x.signum(), away.y.signum()));
        let Some(dir) = dir.filter(|_| spot.id != ActorId::PLAYER) else { return false };
        let mut pushed = false;
        for _ in 0..cells {
            let Some(now) = self.alive(spot.id) else { break };
            let to = now.pos + dir;
            if !self.can_pass(&now, dir) || self.is_occupied(to) || self.is_closed_door(to) {
                break;
            }
            if !pushed {
                let who = self.who(&now);
                self.emit(Event::Shoved { who, from: now.pos });
            }
            pushed = true;
            self.walk(&now, to);
        }
        pushed
    }

    /// The player's step is heard, if something worn sees to that.
    fn clatter(&mut self) {
        let loudness = self.with_belongings(|own| {
            own.equipment(&self.catalog).map(|item| item.clatter).fold(0, u8::saturating_add)
        });
        if loudness > 0 {
            let at = self.player_pos();
            super::noise::sound_of_player(self, at, loudness);
        }
    }

    pub(super) fn earn(&mut self, coins: Coins) {
        let player = self.player();
        self.change::<Belongings>(player, |own| own.coins = own.coins.saturating_add(coins));
    }

    pub(super) fn add_supply(&mut self, supply: Supply, amount: u16) {
        let player = self.player();
        self.change::<Belongings>(player, |own| {
            let count = &mut own.supplies[supply as usize];
            *count = count.saturating_add(amount);
        });
    }

    /// Effects befall everybody in plain sight of somebody, by id; not themselves.
    fn befall_around(&mut self, spot: &Spot, radius: i32, effects: &[Effect], by: Harm) -> bool {
        let opaque = self.floor.opaque();
        let near = self.present().iter().filter(|other| {
            other.id != spot.id
                && other.pos.steps_to(spot.pos) <= radius
                && crate::base::sees(opaque, spot.pos, other.pos)
        });
        let near: Vec<Spot> = near.copied().collect();
        let mut came_to_something = false;
        for other in near {
            came_to_something |= self.befall(&other, effects, by);
        }
        came_to_something
    }

    /// Cleans the stains in sight near a place.
    fn scrub(&mut self, at: Pos, radius: i32) -> bool {
        let near = crate::base::Rect::new(at.x, at.y, 1, 1).grown(radius);
        let stains: Vec<Pos> = self
            .floor
            .blood()
            .iter_in(near)
            .filter(|&pos| crate::base::sees(self.floor.opaque(), at, pos))
            .collect();
        for &stain in &stains {
            self.complete(JobKind::Stain, stain);
        }
        !stains.is_empty()
    }

    /// Takes health; who has none left dies. Blood falls where it flows.
    pub(super) fn harm(&mut self, spot: &Spot, by: Harm, damage: i32) {
        if damage > 0 {
            let victim = self.who(spot);
            self.emit(Event::Hurt { victim, by, damage });
            self.wound(spot, by, damage);
        }
    }

    /// The same for a blow that has been told of.
    pub(super) fn wound(&mut self, spot: &Spot, by: Harm, damage: i32) {
        if damage <= 0 {
            return;
        }
        let left = self.vitals(spot.entity).health.max(0);
        super::raid::bled(self, spot, by, damage.min(left));
        self.change::<Vitals>(spot.entity, |vitals| vitals.health -= damage);
        if spot.id == ActorId::PLAYER {
            self.tally.damage_taken += damage as u32;
        }
        let vitals = self.vitals(spot.entity);
        let bleeds_enough =
            damage * 4 >= vitals.most && !matches!(by, Harm::Gas | Harm::Fire | Harm::Status(_));
        if self.kind(spot).bleeds && (bleeds_enough || vitals.health <= 0) {
            self.bleed(spot.pos);
        }
        if vitals.health <= 0 {
            self.die(spot, by);
        } else if let Some(part) = self.kind(spot).traits.splits_id
            && matches!(by, Harm::Blow { .. } | Harm::Missile(_) | Harm::Trap(_))
        {
            self.split(spot, part);
        }
    }

    /// Blood on a cell, unless something is built into it or it falls into a pit.
    pub(super) fn bleed(&mut self, pos: Pos) {
        if self.floor.fixture(pos).is_none() && self.floor.is_passable(pos) {
            self.floor.set_blood(pos, true);
        }
    }

    fn die(&mut self, spot: &Spot, by: Harm) {
        let who = self.who(spot);
        self.emit(Event::Died { who, by });
        if spot.id == ActorId::PLAYER {
            self.tally.killed_by = Some(self.harm_name(by));
            self.finish(End::Died);
            return;
        }
        self.tally.kills += u16::from(who.seen);
        if self.is_keeper(spot) {
            self.close_shop();
        }
        let (kind, leaves_body) = (spot.kind, self.kind(spot).leaves_body);
        let duty = self.duty(spot.entity);
        if let Duty::Raider(_) = duty {
            super::raid::fell(self, spot, by);
        } else {
            super::raid::slew(self, by);
        }
        self.tally.bosses += u16::from(matches!(duty, Duty::Boss(_)));
        if let Some(post) = duty.post() {
            self.floor.set_fixture(post, None);
        }
        if let Duty::Stray { .. } = duty {
            // Nobody is left to call home.
            self.order.lost[JobKind::Pen as usize] += 1;
        }
        let catalog = self.catalog.clone();
        self.befall(spot, &catalog.actor(kind).traits.bursts, by);
        self.remove(spot.id);
        if let Duty::Raider(Raider { carries: Some(stack), .. }) = duty {
            self.drop_stack(spot.pos, stack);
        }
        if leaves_body {
            if kind == self.catalog.risen {
                let lost = &mut self.order.lost[JobKind::Body as usize];
                *lost = lost.saturating_sub(1);
            }
            let rises = self.draw_rising();
            self.drop_body(spot.pos, Body { kind, rises, by: Some(by) });
        }
    }

    /// When a body that falls now gets up.
    fn draw_rising(&mut self) -> Turns {
        let (least, most) = self.catalog.rules.body_rises;
        Turns(self.clock.0 + self.streams.floor.range(least as i32, most as i32) as u32)
    }

    /// The bodies of the night before get up in this one, each at its own time.
    pub(super) fn redraw_risings(&mut self) {
        let (least, most) = self.catalog.rules.body_rises;
        let mut places: Vec<Pos> = self.littered.iter().collect();
        places.sort_unstable();
        for pos in places {
            if let Some(body) = self.lift_body(pos) {
                let rises = Turns(self.streams.floor.range(least as i32, most as i32) as u32);
                self.place_body(pos, Body { rises, ..body });
            }
        }
    }

    /// What took health, as in "fell to a dart trap".
    pub fn harm_name(&self, by: Harm) -> String {
        match by {
            Harm::Blow { by } => with_article(&self.catalog.actor(by).name),
            Harm::Trap(kind) => format!("a {} trap", self.catalog.trap(kind).name),
            Harm::Gas => "choking gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "fire".to_owned(),
            Harm::Status(_) => "poison".to_owned(),
            Harm::Missile(kind) | Harm::Potion(kind) => with_article(&self.catalog.item(kind).name),
        }
    }

    pub(super) fn heal(&mut self, spot: &Spot, amount: i32) {
        let vitals = self.vitals(spot.entity);
        let amount = amount.min(vitals.most - vitals.health);
        if amount > 0 {
            self.change::<Vitals>(spot.entity, |vitals| vitals.health += amount);
            let who = self.who(spot);
            self.emit(Event::Healed { who, amount });
        }
    }

    /// Brings a status, or lengthens it. Wards and natures that do not mind it keep it off.
    pub(super) fn inflict(&mut self, spot: &Spot, status: Status, turns: u16) {
        if self.is_warded(spot, status) {
            return;
        }
        let before = self.statuses(spot.entity).turns(status);
        if before >= turns {
            return;
        }
        self.change_statuses(spot.entity, |statuses| statuses.0[status as usize] = turns);
        if before == 0 {
            let who = self.who(spot);
            self.emit(Event::StatusBegan { who, status, turns });
        }
        if status == Status::Drenched {
            for washed_off in [Status::Burning, Status::Tarred, Status::Reeking] {
                self.cure(spot, washed_off);
            }
        }
    }

    /// Somebody who burns gets into water.
    pub(super) fn quench(&mut self, spot: &Spot) {
        let who = self.who(spot);
        self.emit(Event::Quenched { who });
        self.inflict(spot, Status::Drenched, self.catalog.rules.fire.drenched);
    }

    pub(super) fn cure(&mut self, spot: &Spot, status: Status) {
        if self.has_status(spot.entity, status) {
            self.change_statuses(spot.entity, |statuses| statuses.0[status as usize] = 0);
            let who = self.who(spot);
            self.emit(Event::StatusEnded { who, status });
        }
    }

    /// Lets a list of effects befall somebody, at their place; when they are dead, the place alone.
    ///
    /// Returns whether any of them came to anything.
    pub(super) fn befall(&mut self, victim: &Spot, effects: &[Effect], by: Harm) -> bool {
        let mut came_to_something = false;
        for effect in effects {
            if self.end.is_some() {
                break;
            }
            // What befalls the place does so whoever is left on it.
            came_to_something |= match self.alive(victim.id) {
                Some(spot) => self.apply(&spot, effect, by),
                None => self.apply_at(victim.pos, effect, by),
            };
        }
        came_to_something
    }

    fn apply(&mut self, spot: &Spot, effect: &Effect, by: Harm) -> bool {
        match *effect {
            Effect::Damage { low, high } => {
                let damage = self.streams.combat.range(low, high) - self.armour(spot);
                self.harm(spot, by, damage.max(1));
            }
            Effect::Heal { amount } => self.heal(spot, amount),
            Effect::Inflict { status, turns, percent } => {
                if percent >= 100 || self.streams.combat.percent(percent) {
                    self.inflict(spot, status, turns);
                }
            }
            Effect::Cure { status } => self.cure(spot, status),
            Effect::Teleport => self.teleport(spot),
            Effect::Map => self.learn_plan(),
            Effect::FinishJob => return super::action::work::finish_beside(self),
            Effect::Kindle => return self.kindle_in_sight(),
            Effect::Identify => return self.identify_all(),
            // Nobody else has a cart to put it in.
            Effect::Supply { .. } if spot.id != ActorId::PLAYER => return false,
            Effect::Supply { supply, amount } => {
                self.add_supply(supply, amount);
                self.emit(Event::SupplyFound { supply, amount });
            }
            Effect::Coins { .. } if spot.id != ActorId::PLAYER => return false,
            Effect::Coins { amount } => self.earn(Coins(amount.into())),
            Effect::Others { radius, ref effects } => {
                return self.befall_around(spot, radius, effects, by);
            }
            Effect::Shove { cells } => return self.shove(spot, cells),
            Effect::Recall => return self.recall(spot),
            Effect::Scrub { radius } => return self.scrub(spot.pos, radius),
            Effect::Gas { .. }
            | Effect::Noise { .. }
            | Effect::Ignite { .. }
            | Effect::Jet { .. }
            | Effect::Douse { .. }
            | Effect::Snuff { .. }
            | Effect::Around { .. } => return self.apply_at(spot.pos, effect, by),
        }
        true
    }

    pub(super) fn release_gas(&mut self, at: Pos, amount: u8) {
        let thickness = self.floor.gas(at).saturating_add(amount);
        self.floor.set_gas(at, thickness);
        self.emit(Event::GasReleased { at });
    }

    /// Terrain and fixtures of the whole floor become known, as from a drawing.
    pub(super) fn learn_plan(&mut self) {
        for index in 0..(self.floor.width() * self.floor.height()) {
            let pos = Pos::new(index % self.floor.width(), index / self.floor.width());
            let mut known = self.floor.known(pos);
            if !known.seen {
                known.plan = true;
                // A drawing shows things as they should be.
                known.fixture = self.floor.fixture(pos).map(Fixture::mended);
                self.floor.set_known(pos, known);
            }
        }
        self.emit(Event::MapRead);
    }

    fn kindle_in_sight(&mut self) -> bool {
        let dark: Vec<Pos> = self
            .floor
            .fixtures()
            .filter(|&(pos, fixture)| {
                fixture == Fixture::Light { lit: false } && self.sight.los.contains(pos)
            })
            .map(|(pos, _)| pos)
            .collect();
        for &at in &dark {
            self.complete(JobKind::Light, at);
        }
        !dark.is_empty()
    }

    fn identify_all(&mut self) -> bool {
        let kinds: Vec<ItemKindId> =
            self.with_belongings(|own| own.cart.iter().map(|stack| stack.kind).collect());
        let mut any = false;
        for kind in kinds {
            any |= self.identify(kind);
        }
        any
    }

    /// The upkeeper learns what a kind is; true if that is news.
    pub(super) fn identify(&mut self, kind: ItemKindId) -> bool {
        let known = &mut self.identified[usize::from(kind.0)];
        let is_news = !*known;
        *known = true;
        if is_news {
            self.emit(Event::Identified { item: kind });
        }
        is_news
    }

    /// A job is done: the floor is as it should be there, and the order says so.
    pub(super) fn complete(&mut self, job: JobKind, at: Pos) {
        match job {
            JobKind::Stain => self.floor.set_blood(at, false),
            JobKind::Body => {}
            JobKind::Pen => self.call_home(at),
            _ => {
                let mended = self.floor.fixture(at).map(Fixture::mended);
                self.floor.set_fixture(at, mended);
            }
        }
        self.order.done[job as usize] += 1;
        let works = &mut self.tally.works;
        if !matches!(job, JobKind::Stain | JobKind::Body)
            && self.raid.is_none()
            && let Err(place) = works.binary_search(&at)
        {
            works.insert(place, at);
        }
        self.emit(Event::JobDone { job, at });
    }

    /// Whoever belongs to a post is itself again, and on its way there.
    pub(super) fn call_home(&mut self, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        let stray = self
            .roster
            .iter()
            .find(|spot| self.duty(spot.entity) == (Duty::Stray { post }))
            .copied();
        if let Some(stray) = stray {
            self.set_duty(&stray, Duty::Guard { post });
            self.set_mind(&stray, Mind::Curious { goal: post, patience: u8::MAX });
        }
    }

    /// Something that was in order is a job again.
    pub(super) fn spoil(&mut self, at: Pos, fixture: Fixture) {
        self.floor.set_fixture(at, Some(fixture));
        self.hammered.retain(|&(door, _)| door != at);
        if let Some(job) = fixture.job() {
            let done = &mut self.order.done[job as usize];
            *done = done.saturating_sub(1);
        }
        if self.raid.is_some() {
            super::raid::spoilt(self, at, fixture);
        } else if let Ok(place) = self.tally.works.binary_search(&at) {
            self.tally.works.remove(place);
        }
    }

    pub(super) fn set_door(&mut self, at: Pos, door: Door) {
        self.floor.set_fixture(at, Some(Fixture::Door(door)));
        self.hammered.retain(|&(hammered, _)| hammered != at);
    }

    /// Lays a body on the nearest cell that has none, from `at` on.
    pub(super) fn drop_body(&mut self, at: Pos, body: Body) {
        let place = self.nearest(at, |world, pos| {
            world.bodies[pos].is_none()
                && !matches!(
                    world.floor.fixture(pos),
                    Some(Fixture::Trap { .. } | Fixture::Door(_) | Fixture::Chute)
                )
        });
        // Where there is no room at all, nothing is to be found of it.
        if let Some(place) = place {
            self.place_body(place, body);
        }
    }

    /// Lays a stack on the nearest cell that has none, from `at` on.
    pub(super) fn drop_stack(&mut self, at: Pos, stack: Stack) -> Pos {
        if let Some(lying) = self.item_at(at)
            && lying.kind == stack.kind
            && !self.is_for_sale(at)
        {
            let count = lying.count.saturating_add(stack.count);
            self.lift_item(at);
            self.place_item(at, Stack { count, ..stack });
            return at;
        }
        let place =
            self.nearest(at, |world, pos| world.items[pos].is_none() && !world.is_armed_trap(pos));
        if let Some(place) = place {
            self.place_item(place, stack);
        }
        place.unwrap_or(at)
    }

    /// The nearest passable cell that a test holds for, ring by ring, each ring in reading order.
    pub(super) fn nearest(&self, at: Pos, test: impl Fn(&World, Pos) -> bool) -> Option<Pos> {
        (0..=6_i32).find_map(|radius| {
            let square = crate::base::Rect::new(at.x, at.y, 1, 1).grown(radius);
            square.positions().filter(|&pos| pos.steps_to(at) == radius).find(|&pos| {
                self.floor.is_passable(pos) && !self.is_closed_door(pos) && test(self, pos)
            })
        })
    }

    /// Takes one or more out of the cart.
    pub(super) fn take_from_cart(&mut self, slot: Slot, count: u16) -> Option<Stack> {
        let mut taken = None;
        let player = self.player();
        self.change::<Belongings>(player, |own| taken = own.take(slot, count));
        taken
    }

    pub(super) fn set_mind(&mut self, spot: &Spot, mind: Mind) {
        if self.kind(spot).traits.lurks.is_some() {
            self.floor.look_changed(spot.pos);
        }
        self.change_mind(spot.entity, mind);
    }

    /// Gives somebody something to belong to; a stray is on its own side.
    pub(super) fn set_duty(&mut self, spot: &Spot, duty: Duty) {
        self.change_duty(spot.entity, |own| *own = duty);
        let side = self.side_of(spot.kind, duty);
        let Some(own) = self.spot_mut(spot.id) else { return };
        own.faction = side;
        let pos = own.pos;
        if self.occupants[pos] == Some(spot.entity) {
            self.presence.put(pos, side, &self.catalog.factions);
        }
    }

    /// The upkeeper steps off the floor.
    pub(super) fn leave(&mut self) {
        let player = self.roster[0];
        if self.occupants[player.pos] == Some(player.entity) {
            self.occupants[player.pos] = None;
            self.presence.clear(player.pos);
        }
        self.away = true;
        self.hidden = false;
    }

    /// The upkeeper comes in at the start.
    pub(super) fn come_in(&mut self) {
        let (player, start) = (self.roster[0], self.floor.start);
        self.away = false;
        self.relocate(&player, start);
    }

    pub(super) fn finish(&mut self, how: End) {
        if self.end.is_none() {
            self.end = Some(how);
            self.behaviour = None;
            self.emit(Event::ShiftEnded { how });
        }
    }
}
