//! 64 bits over the whole state, by component: what tells that two runs are still the same run.
//!
//! Cells are kept incrementally (Zobrist); actors and things are summed mod 2, so that no order of
//! theirs matters; the rest is a few words. Nothing here is a cryptographic promise: who doubts a
//! run simulates it again.

use hecs::Entity;
use serde::{Deserialize, Serialize};

use crate::sim::event::Harm;
use crate::sim::state::belongings::{Belongings, Body};
use crate::sim::state::components::{AiState, Boss, Duty, Errand, Kind, Position, Raider};
use crate::sim::state::glance::Glance;
use crate::sim::state::order::WorkOrder;
use crate::sim::state::report::{Fate, Report};
use crate::sim::state::world::World;
use crate::sim::units::{ActorId, Digest, Stack};

/// The digest of a state by component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentDigests {
    /// Terrain, fixtures, blood, gas, fire and what is known of them.
    pub cells: Digest,
    /// Everybody.
    pub actors: Digest,
    /// Items and bodies on the floor.
    pub things: Digest,
    /// The clock, the order, what was begun, what was learnt.
    pub night: Digest,
    /// The random streams.
    pub streams: Digest,
}

impl ComponentDigests {
    /// The names of the components, in the order of [`ComponentDigests::values`].
    pub const NAMES: [&'static str; 5] = ["cells", "actors", "things", "night", "streams"];

    pub fn values(&self) -> [Digest; 5] {
        [self.cells, self.actors, self.things, self.night, self.streams]
    }

    /// All components in one.
    pub fn whole(&self) -> Digest {
        let mut mixer = Mixer::new(0);
        for part in self.values() {
            mixer.word(part.0);
        }
        Digest(mixer.finish())
    }
}

/// Folds words into 64 bits by wide multiplication (as wyhash does).
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) fn new(key: u64) -> Mixer {
        Mixer(key ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word.wrapping_mul(0xd6e8_feb8_6659_fd93))
            * u128::from(0xa076_1d64_78bd_642f_u64 ^ word.rotate_left(32));
        self.0 = (product >> 64) as u64 ^ product as u64 ^ self.0.rotate_left(23);
    }

    pub(crate) fn finish(mut self) -> u64 {
        self.word(0x2d35_8dcc_aa6c_78a5);
        self.word(0x8bb8_4b93_962e_acc9);
        self.0
    }
}

/// The key of one value in one layer of one cell.
pub(crate) fn cell_key(cell: u64, layer: u64, code: u64) -> u64 {
    let mut z = cell << 8 | layer;
    z = (z ^ code.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 29 ^ code).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 32
}

impl World {
    pub(crate) fn digest_parts(&self) -> ComponentDigests {
        self.digest_parts_around(self.digest_actors())
    }

    /// The digests by component and those of each actor, by id.
    pub(crate) fn digest_all(&self) -> (ComponentDigests, Vec<(ActorId, Digest)>) {
        let actors = self.actor_digests();
        let sum = actors.iter().fold(0, |sum, (_, own)| sum ^ own.0);
        (self.digest_parts_around(Digest(sum)), actors)
    }

    fn digest_parts_around(&self, actors: Digest) -> ComponentDigests {
        // Now and then: recomputing costs a thousand times as much as keeping.
        debug_assert!(
            !self.clock.0.is_multiple_of(64)
                || self.floor.digest() == self.floor.recomputed_digest(),
            "the digest of the cells went astray"
        );
        ComponentDigests {
            cells: self.floor.digest(),
            actors,
            things: self.digest_things(),
            night: self.digest_night(),
            streams: self.digest_streams(),
        }
    }

    /// The digest of each actor, by id.
    pub(crate) fn actor_digests(&self) -> Vec<(ActorId, Digest)> {
        let mut query = self.ecs.query::<Actor<'_>>();
        let mut digests: Vec<_> =
            query.iter().map(|actor| (*actor.1, self.digest_actor(actor))).collect();
        digests.sort_unstable_by_key(|&(id, _)| id);
        digests
    }

    /// The digests of all actors, summed: in whatever order the columns have them.
    fn digest_actors(&self) -> Digest {
        let mut query = self.ecs.query::<Actor<'_>>();
        Digest(query.iter().fold(0, |sum, actor| sum ^ self.digest_actor(actor).0))
    }

    fn digest_actor(&self, actor: Actor<'_>) -> Digest {
        digest_actor(actor, self.glances.of(actor.0))
    }

    fn digest_things(&self) -> Digest {
        let mut sum = 0;
        for (Position(pos), stack) in &mut self.ecs.query::<(&Position, &Stack)>() {
            let mut mixer = Mixer::new(1);
            mixer.word(pos_word(*pos));
            mixer.word(stack_word(stack));
            sum ^= mixer.finish();
        }
        for (Position(pos), body) in &mut self.ecs.query::<(&Position, &Body)>() {
            let mut mixer = Mixer::new(2);
            mixer.word(pos_word(*pos));
            mixer.word(body_word(body));
            sum ^= mixer.finish();
        }
        Digest(sum)
    }

    fn digest_night(&self) -> Digest {
        let mut mixer = Mixer::new(3);
        mixer.word(u64::from(self.clock.0) << 32 | u64::from(self.next_id));
        mixer.word(pos_word(self.floor.start) << 8 | u64::from(self.depth.0));
        mixer.word(pos_word(self.floor.exit));
        for appearances in self.appearances.chunks(8) {
            mixer.word(appearances.iter().fold(0, |word, &look| word << 8 | u64::from(look)));
        }
        let WorkOrder { done, ordered, lost } = &self.order;
        for ((done, ordered), lost) in done.iter().zip(ordered).zip(lost) {
            mixer.word(u64::from(*done) << 32 | u64::from(*ordered) << 16 | u64::from(*lost));
        }
        mixer.word(self.behaviour.map_or(0, crate::sim::state::behaviour::Behaviour::code));
        mixer.word(
            self.paused_job.map_or(0, |(pos, left)| pos_word(pos) << 8 | u64::from(left) | 1 << 63),
        );
        for &(pos, blows) in &self.door_damage {
            mixer.word(pos_word(pos) << 8 | u64::from(blows));
        }
        mixer.word(u64::from(self.hidden));
        for known in self.identified.chunks(64) {
            mixer.word(known.iter().fold(0, |word, &bit| word << 1 | u64::from(bit)));
        }
        mixer.word(self.threats.iter().fold(0, |word, id| word.rotate_left(9) ^ u64::from(id.0)));
        for &pos in &self.discarded {
            mixer.word(pos_word(pos));
        }
        if let Some(shop) = &self.shop {
            let crate::sim::state::shop::Shop { room, keeper } = *shop;
            mixer.word(pos_word(crate::base::Pos::new(room.x, room.y)) | 1 << 63);
            mixer.word(pos_word(crate::base::Pos::new(room.w, room.h)) << 1 ^ u64::from(keeper.0));
        }
        for &pos in &self.goods {
            mixer.word(pos_word(pos) | 1 << 62);
        }
        mixer.word(self.end.map_or(0, |end| end as u64 + 1));
        mixer.word(self.par.map_or(0, |par| u64::from(par.0) + 1));
        let tally = &self.tally;
        mixer.word(
            u64::from(tally.kills) << 48
                | u64::from(tally.traps_sprung) << 32
                | u64::from(tally.bosses) << 16
                | u64::from(tally.items_used),
        );
        mixer.word(u64::from(tally.damage_taken) << 32 | u64::from(tally.steps));
        mixer.word(tally.left_at.map_or(0, |turn| u64::from(turn.0) | 1 << 63));
        for &pos in &tally.finished_jobs {
            mixer.word(pos_word(pos));
        }
        for &(id, turn) in &self.recently_seen {
            mixer.word(u64::from(id.0) << 32 | u64::from(turn.0));
        }
        mixer.word(u64::from(self.away));
        digest_report(&mut mixer, &self.last_night);
        if let Some(report) = &self.at_dawn {
            digest_report(&mut mixer, report);
        }
        if let Some(raid) = &self.raid {
            mixer.word(u64::from(raid.began.0) << 8 | raid.heading as u64);
            mixer.word(raid.key);
            for &word in raid.seen.words() {
                mixer.word(word);
            }
            mixer.word((raid.spotted.len() as u64) << 32 | raid.route.len() as u64);
            mixer.word(raid.tended.len() as u64);
            for &pos in
                raid.tended.iter().chain(&raid.spotted).chain(&raid.route).chain(&raid.footsteps)
            {
                mixer.word(pos_word(pos));
            }
            if let Some((turn, at)) = raid.last_fight {
                mixer.word(u64::from(turn.0));
                mixer.word(pos_word(at));
            }
            digest_report(&mut mixer, &raid.report);
        }
        Digest(mixer.finish())
    }

    fn digest_streams(&self) -> Digest {
        let mut mixer = Mixer::new(4);
        for stream in [&self.streams.ai, &self.streams.combat, &self.streams.floor] {
            // The next number stands for a state of four words; a stream that went astray shows in
            // it at once but for one case in 2^64.
            mixer.word(stream.clone().next_u64());
        }
        Digest(mixer.finish())
    }
}

/// All that hecs has of an actor.
type Actor<'w> = (Entity, &'w ActorId, &'w Kind, &'w Position, Option<&'w Belongings>);

fn digest_actor(
    (_, id, kind, position, belongings): Actor<'_>,
    Glance { vitals, statuses, mind, duty, .. }: &Glance,
) -> Digest {
    let mut mixer = Mixer::new(u64::from(id.0) << 16 | u64::from(kind.0.0));
    mixer.word(pos_word(position.0));
    mixer.word(u64::from(vitals.health as u32) << 32 | u64::from(vitals.energy as u32));
    mixer.word(vitals.most as u64);
    for four in statuses.0.chunks(4) {
        mixer.word(four.iter().fold(0, |word, &turns| word << 16 | u64::from(turns)));
    }
    let (tag, pos, rest) = match *mind {
        AiState::Idle => (0, 0, 0),
        AiState::Curious { goal, patience } => (1, pos_word(goal), u64::from(patience)),
        AiState::Hunting { quarry, last_seen, lost } => {
            (2, pos_word(last_seen), u64::from(quarry.0) << 8 | u64::from(lost))
        }
        AiState::Fleeing { from, patience } => (3, pos_word(from), u64::from(patience)),
        AiState::GaveUp { patience } => (4, 0, u64::from(patience)),
    };
    mixer.word(pos ^ tag << 60);
    mixer.word(rest);
    match duty {
        Duty::None => {}
        Duty::Guard { post } => mixer.word(pos_word(*post) | 1 << 60),
        Duty::Stray { post } => mixer.word(pos_word(*post) | 2 << 60),
        Duty::Boss(Boss { phase, ready, windup }) => {
            let windup = windup
                .map_or(0, |windup| u64::from(windup.blow) << 8 | windup.dir as u64 | 1 << 16);
            mixer.word(u64::from(ready.0) << 32 | windup << 8 | u64::from(*phase) | 4 << 60);
        }
        Duty::Raider(Raider { loot, carries, errand }) => {
            mixer.word(carries.as_ref().map_or(0, stack_word) << 8 | u64::from(*loot) | 3 << 60);
            if let Some(Errand { what, at, patience, spent }) = errand {
                let rest = u64::from(*patience) << 8 | u64::from(*spent);
                mixer.word(pos_word(*at) << 16 | rest);
                mixer.word(*what as u64);
            }
        }
    }
    if let Some(belongings) = belongings {
        digest_belongings(&mut mixer, belongings);
    }
    Digest(mixer.finish())
}

fn digest_belongings(mixer: &mut Mixer, belongings: &Belongings) {
    for stack in &belongings.cart {
        mixer.word(stack_word(stack));
    }
    for worn in belongings.worn {
        mixer.word(worn.map_or(0, |kind| u64::from(kind.0) + 1));
    }
    mixer.word(belongings.supplies.iter().fold(0, |word, &count| word << 16 | u64::from(count)));
    mixer.word(u64::from(belongings.mop_fouled));
    mixer.word(belongings.carrying.as_ref().map_or(0, body_word));
    for stack in &belongings.belt {
        mixer.word(stack_word(stack));
    }
    mixer.word(u64::from(belongings.satchel_ready.0) << 32 | u64::from(belongings.coins.0));
    for (kind, ready) in &belongings.resting {
        mixer.word(u64::from(kind.0) << 32 | u64::from(ready.0) | 1 << 63);
    }
    for stack in &belongings.unpaid {
        mixer.word(stack_word(stack) | 1 << 62);
    }
}

fn digest_report(mixer: &mut Mixer, report: &Report) {
    mixer.word(
        report.party.map_or(0, |party| u64::from(party.0) + 1) << 32 | u64::from(report.turns),
    );
    for member in &report.members {
        let fate = match member.fate {
            Fate::Inside => 0,
            Fate::Through => 1,
            Fate::Fled => 2,
            Fate::Fell(_) => 3,
        };
        mixer.word(u64::from(member.id.0) << 32 | u64::from(member.health as u32));
        mixer.word(u64::from(member.loot) << 8 | fate);
    }
    for count in &report.order {
        mixer.word((count.job as u64) << 32 | u64::from(count.done) << 16 | u64::from(count.total));
    }
    for deed in &report.deeds {
        mixer.word(pos_word(deed.at) << 2 | u64::from(deed.disarmed) << 1 | u64::from(deed.yours));
        mixer.word(u64::from(deed.left.code()) << 32 | u64::from(deed.turn));
        mixer.word(deed.by.map_or(0, |id| u64::from(id.0) + 1));
    }
    mixer.word(u64::from(report.lost_to_traps) << 32 | u64::from(report.lost_to_blows));
    for counts in report.counts().chunks(4) {
        mixer.word(counts.iter().fold(0, |word, &count| word << 16 | u64::from(count)));
    }
}

fn pos_word(pos: crate::base::Pos) -> u64 {
    u64::from(pos.x as u32) << 24 | u64::from(pos.y as u32)
}

fn stack_word(stack: &Stack) -> u64 {
    u64::from(stack.kind.0) << 16 | u64::from(stack.count)
}

fn body_word(body: &Body) -> u64 {
    let by = body.by.map_or(0, |by| match by {
        Harm::Blow { by } => 1 << 12 | u64::from(by.0),
        Harm::Trap(kind) => 2 << 12 | u64::from(kind.0),
        Harm::Gas => 3 << 12,
        Harm::Fire => 7 << 12,
        Harm::Status(status) => 4 << 12 | status as u64,
        Harm::Missile(kind) => 5 << 12 | u64::from(kind.0),
        Harm::Potion(kind) => 6 << 12 | u64::from(kind.0),
    });
    by << 48 | u64::from(body.kind.0) << 32 | u64::from(body.rises.0) | 1 << 63
}
