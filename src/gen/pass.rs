use super::plan::{Plan, Stop};
use super::{carve, certify, connect, furnish};
use crate::content::Pass;

/// Runs one pass over the plan.
pub(super) fn run(pass: Pass, plan: &mut Plan<'_>) -> Result<(), Stop> {
    match pass {
        Pass::Features => carve::features::place(plan)?,
        Pass::Repair => connect::repair::repair(plan)?,
        Pass::Passages => carve::passages::dig(plan)?,
        Pass::Chambers => carve::chambers::widen(plan)?,
        Pass::Noise => carve::automaton::scatter(plan)?,
        Pass::Automaton => carve::automaton::run(plan)?,
        Pass::Regions => carve::regions::fill_small(plan)?,
        Pass::Tunnels => connect::tunnels::join(plan)?,
        Pass::Walkers => carve::walkers::walk(plan)?,
        Pass::Enclose => carve::enclose::close(plan)?,
        Pass::FrontDoor => carve::front_door::open(plan)?,
        Pass::RoomWalls => carve::room_walls::raise(plan)?,
        Pass::OpenCap => carve::automaton::check_open_cap(plan)?,
        Pass::Halvings => carve::partition::halve(plan)?,
        Pass::Partition => carve::partition::split(plan)?,
        Pass::Rooms => carve::rooms::place(plan)?,
        Pass::RoomGraph => connect::room_graph::span(plan)?,
        Pass::Hallways => connect::hallways::route(plan)?,
        Pass::Locks => connect::locked::place(plan)?,
        Pass::DigCrypt => carve::crypt::dig(plan)?,
        Pass::Columns => carve::columns::build(plan)?,
        Pass::Ends => connect::ends::choose(plan)?,
        Pass::MainStreet => carve::town::lay(plan)?,
        Pass::Collapse => carve::town::grow(plan)?,
        Pass::Build => carve::town::build(plan)?,
        Pass::Walls => carve::walls::line(plan),
        Pass::Doors => furnish::doors::hang(plan)?,
        Pass::Pools => furnish::pools::sink(plan)?,
        Pass::Pillars => furnish::pillars::stand(plan)?,
        Pass::Ponds => furnish::ponds::flood(plan)?,
        Pass::Stacks => furnish::stacks::pile(plan)?,
        Pass::Grass => furnish::grass::grow(plan)?,
        Pass::Services => furnish::services::place(plan)?,
        Pass::Traps => furnish::traps::lay(plan),
        Pass::Chests => furnish::chests::place(plan),
        Pass::Lights => furnish::lights::place(plan),
        Pass::Actors => furnish::actors::house(plan),
        Pass::Items => furnish::items::drop(plan),
        Pass::Openers => furnish::openers::lay(plan)?,
        Pass::Certificate => certify::certificate::write(plan)?,
        Pass::Contract => certify::contract::check(plan)?,
    }
    Ok(())
}
