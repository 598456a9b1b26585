//! Runs the passes of a recipe: the attempts at a level, whole or only until its plan is certain,
//! and the function of each pass that a recipe names.

use crate::draft::LevelDraft;
use crate::error::{GenError, PassError};
use crate::furnish::things::surely_fit;
use crate::kinds::crypt::dig::due_boss;
use crate::level::Level;
use crate::measure::Plan;
use crate::passes::contract::contract;
use crate::request::Request;
use crate::{furnish, kinds, passes};
use content::{Catalog, Pass, Pattern};

/// Generates the level of a request. The same request and content always give the same level.
///
/// When an attempt fails, another one begins with another stream, as often as the recipe allows.
///
/// # Errors
/// Refuses an invalid request before any work; fails when all attempts failed.
pub fn generate(request: &Request, catalog: &Catalog) -> Result<Level, GenError> {
    first_success(request, catalog, |mut draft| {
        run(&draft.spec.kind.passes, &mut draft)?;
        Ok(draft.into_level())
    })
}

/// What `read` makes of the plan of the level of a request: the plan of what [`generate`] returns,
/// in less time.
///
/// Most levels are not furnished: the plan is that of the first attempt that succeeds, and whether
/// an attempt does is mostly certain as soon as its plan stands.
pub fn generate_plan<T>(
    request: &Request,
    catalog: &Catalog,
    read: impl Fn(&Plan<'_>) -> T,
) -> Result<T, GenError> {
    first_success(request, catalog, |mut draft| {
        let passes = &draft.spec.kind.passes;
        let planning =
            passes.iter().rposition(|pass| !pass.row().keeps_plan).map_or(0, |at| at + 1);
        let (planning, furnishing) = passes.split_at(planning);
        run(planning, &mut draft)?;
        let doubtful = doubtful(furnishing, &mut draft);
        run(doubtful, &mut draft)?;
        Ok(read(&Plan::of_draft(&draft)))
    })
}

/// An attempt that failed, and in which pass.
type FailedPass = (Pass, PassError);

/// Makes attempts until one succeeds, as often as the recipe allows.
fn first_success<T>(
    request: &Request,
    catalog: &Catalog,
    attempt: impl Fn(LevelDraft<'_>) -> Result<T, FailedPass>,
) -> Result<T, GenError> {
    let spec = request.spec(catalog)?;
    let mut reason = "no attempt was made";
    for number in 1..=spec.kind.attempts {
        match attempt(LevelDraft::new(&spec, catalog, number)) {
            Ok(made) => return Ok(made),
            Err((_, PassError::Retry(why))) => reason = why,
            Err((pass, error)) => {
                let (pass, fault) = (format!("{pass:?}"), error.to_string());
                return Err(GenError::Recipe { kind: spec.kind.name.clone(), pass, fault });
            }
        }
    }
    Err(GenError::OutOfAttempts {
        kind: spec.kind.name.clone(),
        seed: spec.seed,
        attempts: spec.kind.attempts,
        reason,
    })
}

fn run(passes: &[Pass], draft: &mut LevelDraft<'_>) -> Result<(), FailedPass> {
    passes.iter().try_for_each(|&pass| {
        run_pass(pass, draft).map_err(|error| (pass, error))?;
        draft.keep_stage(pass);
        Ok(())
    })
}

/// The part of the furnishing passes, from the first on, that must run until it is certain whether
/// the attempt succeeds.
///
/// A plan that keeps the contract of every kind does so when it is furnished: nothing is placed
/// where it would block a way (see [`crate::draft::placement_map::PlacementMap`]). So the walk of
/// the certificate, which leads round all things, finds its ways, too. What else can fail is only
/// that there is no cell for something indispensable.
fn doubtful<'p>(furnishing: &'p [Pass], draft: &mut LevelDraft<'_>) -> &'p [Pass] {
    if contract(draft).is_err() {
        return furnishing;
    }
    let may_fail = |&place: &usize| match furnishing[place] {
        Pass::Services => {
            let is_first =
                furnishing[..place].iter().all(|pass| matches!(pass, Pass::Walls | Pass::Doors));
            !(is_first && surely_fit(draft))
        }
        Pass::Openers => draft.locked.as_ref().is_some_and(|locked| !locked.items.is_empty()),
        Pass::Boss => due_boss(draft).is_some(),
        // A smaller cycle may fall back to two open ways, the great one may not.
        Pass::PatternEncounters => {
            draft.cycles.as_ref().and_then(|cycles| cycles.all.first()).is_some_and(|great| {
                matches!(great.pattern, Pattern::Patrol | Pattern::DangerousShortcut)
            })
        }
        Pass::Walls
        | Pass::Doors
        | Pass::Stacks
        | Pass::Grass
        | Pass::Traps
        | Pass::Chests
        | Pass::Lights
        | Pass::Actors
        | Pass::Garrison
        | Pass::Crates
        | Pass::Items
        | Pass::Wardrobes
        | Pass::Alcoves
        | Pass::Certificate
        | Pass::Contract => false,
        _ => true,
    };
    let last = (0..furnishing.len()).rev().find(may_fail);
    &furnishing[..last.map_or(0, |last| last + 1)]
}

/// Runs one pass over the draft.
fn run_pass(pass: Pass, draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    match pass {
        Pass::Features => kinds::vault::features(draft)?,
        Pass::Repair => kinds::vault::repair(draft)?,
        Pass::Passages => kinds::vault::passages(draft)?,
        Pass::Chambers => kinds::vault::chambers(draft)?,
        Pass::Noise => kinds::cavern::noise(draft)?,
        Pass::Automaton => kinds::cavern::automaton(draft)?,
        Pass::Ruins => kinds::cavern::ruins(draft)?,
        Pass::Regions => kinds::cavern::regions(draft)?,
        Pass::Tunnels => kinds::cavern::tunnels(draft)?,
        Pass::Walkers => kinds::warren::walkers(draft)?,
        Pass::Enclose => kinds::warren::enclose(draft)?,
        Pass::FrontDoor => kinds::house::front_door(draft)?,
        Pass::RoomWalls => kinds::house::room_walls(draft)?,
        Pass::BackDoor => kinds::house::back_door(draft)?,
        Pass::OpenCap => kinds::cavern::open_cap(draft)?,
        Pass::Halvings => kinds::keep::halvings(draft)?,
        Pass::Partition => passes::rooms::partition(draft)?,
        Pass::Rooms => passes::rooms::rooms(draft)?,
        Pass::Scatter => kinds::bastion::scatter(draft)?,
        Pass::Separate => kinds::bastion::separate_rooms(draft)?,
        Pass::MainRooms => kinds::bastion::main_rooms(draft)?,
        Pass::BastionHallways => kinds::bastion_hallways::bastion_hallways(draft)?,
        Pass::FarRooms => kinds::bastion::far_rooms(draft)?,
        Pass::RoomGraph => kinds::crypt::room_graph::room_graph(draft)?,
        Pass::Hallways => kinds::crypt::dig::hallways(draft)?,
        Pass::Locks => kinds::crypt::gates::locks(draft)?,
        Pass::DigCrypt => kinds::crypt::dig::dig_crypt(draft)?,
        Pass::Cycles => kinds::cloister::layout::cycles(draft)?,
        Pass::CycleHallways => kinds::cloister::dig::cycle_hallways(draft)?,
        Pass::Patterns => kinds::cloister::patterns::patterns(draft)?,
        Pass::DigCloister => kinds::cloister::dig::dig_cloister(draft)?,
        Pass::Columns => kinds::crypt::columns::columns(draft)?,
        Pass::BspHallways => kinds::keep_hallways::bsp_hallways(draft)?,
        Pass::Roles => kinds::keep::roles(draft)?,
        Pass::Galleries => kinds::keep::galleries(draft)?,
        Pass::Courts => kinds::keep::courts(draft)?,
        Pass::StartAndExit => passes::start_and_exit::start_and_exit(draft)?,
        Pass::MainStreet => kinds::town::street::main_street(draft)?,
        Pass::Collapse => kinds::town::collapse::collapse(draft)?,
        Pass::Build => kinds::town::build::build(draft)?,
        Pass::Walls => furnish::terrain::walls(draft),
        Pass::Doors => furnish::terrain::doors(draft)?,
        Pass::Pools => furnish::terrain::pools(draft)?,
        Pass::Pillars => furnish::terrain::pillars(draft)?,
        Pass::Ponds => furnish::terrain::ponds(draft)?,
        Pass::Stacks => furnish::terrain::stacks(draft)?,
        Pass::Grass => furnish::terrain::grass(draft)?,
        Pass::Services => furnish::things::services(draft)?,
        Pass::Traps => furnish::traps::traps(draft),
        Pass::Chests => furnish::things::chests(draft),
        Pass::Lights => furnish::things::lights(draft),
        Pass::Actors => furnish::things::actors(draft),
        Pass::Boss => kinds::crypt::dig::boss(draft)?,
        Pass::Garrison => kinds::keep::garrison(draft)?,
        Pass::Crates => kinds::keep::crates(draft)?,
        Pass::Items => furnish::things::items(draft),
        Pass::Wardrobes => furnish::things::wardrobes(draft),
        Pass::Alcoves => furnish::things::alcoves(draft),
        Pass::PatternEncounters => kinds::cloister::encounters::pattern_encounters(draft)?,
        Pass::Openers => furnish::things::openers(draft)?,
        Pass::Certificate => passes::certificate::certificate(draft)?,
        Pass::Contract => passes::contract::contract(draft)?,
    }
    Ok(())
}
