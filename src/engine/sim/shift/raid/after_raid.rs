//! The floor between raids, and between the last raid and the shift.

use crate::sim::prelude::*;

/// A resident farther from its post than this, or with less than half its health, may become a
/// stray.
const ASTRAY_DISTANCE_CELLS: i32 = 8;

/// Percent of the residents driven from their posts that become strays, and the most strays of a
/// floor.
const STRAY_CHANCE_PERCENT: u32 = 60;
const MAX_STRAYS: u16 = 3;

/// Percent of the raiders still on the floor that stay for the shift.
const RAIDER_STAYS_PERCENT: u32 = 25;

/// No enemy of the player is nearer to the start than this when the shift begins.
const QUIET_START_RADIUS_CELLS: i32 = 6;

pub(crate) fn has_left_enough(world: &World) -> bool {
    let open = |job: JobKind| {
        let counts = world.job_counts().into_iter();
        counts.filter(|count| count.job == job).map(|count| u32::from(count.total)).sum::<u32>()
    };
    let spoilt = open(JobKind::Trap) + open(JobKind::Chest) + open(JobKind::Light);
    let could_be = world.floor.fixtures().filter(|(_, fixture)| {
        matches!(fixture, Fixture::Trap { .. } | Fixture::Chest { .. } | Fixture::Light { .. })
    });
    let jobs = spoilt + open(JobKind::Body) + open(JobKind::Door);
    let mess = &world.catalog.rules.mess;
    let is_spoilt = || spoilt * 100 >= could_be.count() as u32 * mess.spoilt_percent;
    jobs >= mess.plenty || (jobs >= mess.jobs && is_spoilt())
}

/// Prepares the floor for the next party of the same night: the raiders still there are removed,
/// the residents recover and return to their posts, and the reports are added up.
pub(crate) fn pause_between_parties(world: &mut World) {
    let report = world.shift.at_dawn.take().unwrap_or_default();
    world.shift.last_night = report.after(&world.shift.last_night);
    let everybody = world.roster()[1..].to_vec();
    for actor in everybody {
        match world.duty(actor.entity) {
            Duty::Raider(_) => world.remove(actor.id),
            _ => recover_at_home(world, &actor),
        }
    }
}

/// The same between nights: gas and fire are gone by then.
pub(crate) fn pause_between_nights(world: &mut World) {
    pause_between_parties(world);
    clear_the_air(world);
}

/// The raiders that are still on the floor leave it, by the way they came.
pub(crate) fn send_home(world: &mut World) {
    let everybody = world.roster()[1..].to_vec();
    for actor in everybody {
        if let Duty::Raider(_) = world.duty(actor.entity) {
            world.remove(actor.id);
        }
    }
    let members = world.shift.at_dawn.iter_mut().flat_map(|report| &mut report.members);
    for member in members.filter(|member| member.fate == Fate::Inside) {
        member.fate = Fate::Fled;
    }
}

/// Silently puts right what is to be done on a cell; false if nothing is.
pub(crate) fn mend(world: &mut World, at: Pos) -> bool {
    let mut any = world.lift_body(at).is_some();
    if world.floor.blood.contains(at) {
        world.floor.set_blood(at, false);
        any = true;
    }
    if let Some(fixture) = world.floor.fixture(at).filter(|fixture| fixture.job().is_some()) {
        world.floor.set_fixture(at, Some(fixture.mended()));
        any = true;
    }
    any
}

/// What lies about is carried off, but for what opens the gates of the floor. It comes before the
/// goods of a shop are laid out.
pub(crate) fn strip(world: &mut World) {
    let things: Vec<Pos> = world.item_cells().iter().collect();
    for at in things {
        let opens = |kind| world.catalog.item(kind).opens.is_some();
        if !world.item_at(at).is_some_and(|stack| opens(stack.kind)) {
            world.lift_item(at);
        }
    }
}

fn clear_the_air(world: &mut World) {
    for pos in world.floor.gassy.clone() {
        world.floor.set_gas(pos, 0);
    }
    crate::sim::floor::fire::burn_down(world);
}

/// Prepares the floor for the shift: most raiders still there are removed, the residents recover
/// and return to their posts or become strays, gas and fire are gone, and the clock starts at 0.
pub(crate) fn clear_up(world: &mut World) {
    let mut report = world.shift.at_dawn.take().unwrap_or_default().after(&world.shift.last_night);
    world.restart_shift();
    clear_the_air(world);
    repair_what_is_out_of_reach(world);
    world.floor.clear_all_damage();
    // The clock starts anew, so that turns noted before it mean nothing.
    world.run.belongings.resting.clear();
    world.run.belongings.satchel_ready = Turns(0);
    let everybody = world.roster()[1..].to_vec();
    for actor in everybody {
        match world.duty(actor.entity) {
            Duty::Raider(_) if !straggles(world, &actor, &mut report) => {
                world.remove(actor.id);
                continue;
            }
            Duty::Guard { post }
                if was_driven_off(world, &actor, post) && runs_wild(world, &report) =>
            {
                drive_off(world, &actor, post, &mut report);
            }
            _ => {}
        }
        recover_at_home(world, &actor);
    }
    world.shift.last_night = report;
    keep_start_quiet(world);
    leave_few_stains(world);
    debug_assert!(world.roster()[0].id == ActorId::PLAYER);
}

/// Only the largest patches of blood stay that are near enough to where a mop is rinsed, and so
/// many cells of each.
fn leave_few_stains(world: &mut World) {
    let mess = &world.catalog.rules.mess;
    let (count, cells) = (mess.stain_patches, mess.stain_cells);
    let water = world.floor.fixtures().filter(|(_, fixture)| fixture.has_water());
    let mut ground = world.floor.passable.clone();
    ground.union(&world.floor.built);
    let mut to_water = DistanceField::new();
    to_water.spread(&ground, water.map(|(pos, _)| pos), Moves::Eight, mess.stain_steps);
    let (mut near, far): (Vec<_>, Vec<_>) = world
        .blood_patches()
        .into_iter()
        .partition(|patch| patch.iter().any(|&pos| to_water.reached(pos).is_some()));
    near.sort_by_key(|patch| std::cmp::Reverse(patch.len()));
    let dried = near.iter().enumerate().flat_map(|(place, patch)| {
        let kept = if place < count { cells.min(patch.len()) } else { 0 };
        &patch[kept..]
    });
    for &pos in dried.chain(far.iter().flatten()) {
        world.floor.set_blood(pos, false);
    }
}

/// Silently repairs and cleans what can be reached only over armed traps, so that it is no job of
/// this shift: an actor that teleports or flies may have spoiled it.
fn repair_what_is_out_of_reach(world: &mut World) {
    let floor = &world.floor;
    let mut open = floor.passable.clone();
    open.union(&floor.pits);
    open.union(&floor.gates);
    open.subtract(&floor.armed);
    let in_reach = flood(&open, floor.start).dilated();
    let mut spoilt = floor.built.clone();
    spoilt.union(&floor.blood);
    spoilt.union(world.body_cells());
    spoilt.subtract(&in_reach);
    for pos in spoilt.iter() {
        mend(world, pos);
    }
}

/// Whether a raider that is still on the floor stays for the shift; else it counts as fled.
fn straggles(world: &mut World, actor: &ActorRef, report: &mut RaidReport) -> bool {
    let stays = world.streams.floor.percent(RAIDER_STAYS_PERCENT);
    if stays {
        world.set_duty(actor, Duty::None);
    } else if let Some(member) = report.members.iter_mut().find(|member| member.id == actor.id) {
        member.fate = Fate::Fled;
    }
    stays
}

fn was_driven_off(world: &World, guard: &ActorRef, post: Pos) -> bool {
    world.vitals(guard.entity).is_low() || guard.pos.steps_to(post) > ASTRAY_DISTANCE_CELLS
}

fn runs_wild(world: &mut World, report: &RaidReport) -> bool {
    let max = MAX_STRAYS.min(1 + u16::from(world.depth.0) / 3);
    report.residents_driven < max && world.streams.floor.percent(STRAY_CHANCE_PERCENT)
}

fn drive_off(world: &mut World, actor: &ActorRef, post: Pos, report: &mut RaidReport) {
    world.set_duty(actor, Duty::Stray { post });
    world.floor.set_fixture(post, Some(Fixture::Post { empty: true }));
    report.residents_driven += 1;
    world.emit(RaidEvent::DrivenOff { who: world.who(actor), post });
}

fn recover_at_home(world: &mut World, actor: &ActorRef) {
    if let Duty::Guard { post } = world.duty(actor.entity) {
        world.set_down(actor, post);
    }
    let vitals = &mut world.hot_mut(actor.entity).vitals;
    vitals.health = vitals.max_health;
    vitals.energy = 0;
    world.hot_mut(actor.entity).statuses = Statuses::default();
    world.set_ai_state(actor, AiState::Idle);
}

/// Moves the enemies of the player that are near the start farther away.
fn keep_start_quiet(world: &mut World) {
    let (player, start) = (world.roster()[0], world.floor.start);
    let everybody = world.roster()[1..].to_vec();
    for actor in everybody {
        if actor.pos.steps_to(start) > QUIET_START_RADIUS_CELLS
            || !world.are_hostile(&player, &actor)
        {
            continue;
        }
        let ground = &world.floor.passable;
        let far: Vec<_> = ground
            .iter()
            .filter(|&pos| {
                (QUIET_START_RADIUS_CELLS * 2..QUIET_START_RADIUS_CELLS * 4)
                    .contains(&pos.steps_to(start))
                    && !world.is_occupied(pos)
                    && world.floor.fixture(pos).is_none()
            })
            .collect();
        if let Some(&pos) = world.streams.floor.pick(&far) {
            world.set_down(&actor, pos);
        }
    }
}
