//! The cells of interest that the cursor jumps between.

use std::collections::BTreeSet;

use base::Pos;
use content::{CursorStop, JobKind, TerrainRow};
use engine::sim::Fixture;
use engine::view::{KnownJob, View};
use levels::Tile;

use crate::{glyphs::GlyphSet, widgets::floor::stops_at};

/// The actors in sight, then the jobs and things by distance.
pub(super) fn to_examine(view: View<'_>) -> Vec<Pos> {
    let rest = nearest_first(view, jobs(view).into_iter().chain(items(view)));
    distinct(actors(view).into_iter().chain(rest))
}

/// Exits and hiding places by distance, then the jobs, the things by use, and the actors.
pub(super) fn to_walk_to(view: View<'_>) -> Vec<Pos> {
    let rest = jobs(view).into_iter().chain(items(view));
    distinct(refuges(view).into_iter().chain(rest).chain(actors(view)))
}

/// The known cells by which the floor is entered, the nearest first.
pub(super) fn entries(view: View<'_>) -> Vec<Pos> {
    let is_entry = |pos| view.cell(pos).tile == Some(Tile::Start) || pos == view.start();
    nearest_first(view, view.cells().filter(|&pos| is_entry(pos)))
}

/// The cells by which the floor is left, the nearest first: where the exit is, is known from the
/// beginning.
pub(super) fn exits(view: View<'_>) -> Vec<Pos> {
    let is_exit = |pos| view.cell(pos).tile == Some(Tile::Exit) || pos == view.exit();
    nearest_first(view, view.cells().filter(|&pos| is_exit(pos)))
}

/// The places to go to, the nearest first: ways in and out, services, hiding places, houses and
/// gates, and of each pool of deep water the nearest cell.
pub(super) fn places(view: View<'_>) -> Vec<Pos> {
    let is_place = |pos: Pos| {
        let cell = view.cell(pos);
        matches!(cell.tile, Some(Tile::Start | Tile::Exit))
            || pos == view.exit()
            || cell.fixture.is_some_and(|fixture| {
                is_service(fixture) || fixture.hides() || fixture == Fixture::House
            })
            || is_gate(view, pos)
    };
    let water = view.cells().filter(|&pos| view.cell(pos).tile == Some(Tile::DeepWater));
    let pools = nearest_of_each_patch(view, water.collect());
    nearest_first(view, view.cells().filter(|&pos| is_place(pos)).chain(pools))
}

/// Everybody in sight, and last the player.
pub(super) fn actors_and_player(view: View<'_>) -> Vec<Pos> {
    distinct(actors(view).into_iter().chain([view.player().pos]))
}

/// The known cells with something that is drawn with a character, the nearest first; of what covers
/// the ground the nearest cell of each patch. `+` stands for all doors, `^` for all traps, `]` for
/// all that lies about.
pub(super) fn of_sign(view: View<'_>, sign: char, glyphs: GlyphSet) -> Vec<Pos> {
    let is_meant = |row: &&TerrainRow| match sign {
        '+' => row.of.is_door(),
        '^' => row.of.is_trap(),
        ']' => row.of.is_item(),
        _ => glyphs.sign(row.sign) == sign || row.sign.1 == sign,
    };
    let mut found: Vec<Pos> =
        view.actors().iter().filter(|actor| actor.kind.glyph == sign).map(|own| own.pos).collect();
    let mut patches = BTreeSet::new();
    for pos in view.cells() {
        let meant: Vec<_> = stops_at(view, pos).filter(is_meant).collect();
        if meant.iter().any(|row| row.jump == CursorStop::Each)
            || view.house_sign(pos) == Some(sign)
        {
            found.push(pos);
        } else if !meant.is_empty() {
            patches.insert(pos);
        }
    }
    found.extend(nearest_of_each_patch(view, patches));
    nearest_first(view, found.into_iter())
}

fn nearest_first(view: View<'_>, cells: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let here = view.player().pos;
    let mut cells = distinct(cells);
    cells.sort_by_key(|&pos| (pos.steps_to(here), pos));
    cells
}

/// The nearest cell of each set of connected cells.
fn nearest_of_each_patch(view: View<'_>, mut cells: BTreeSet<Pos>) -> Vec<Pos> {
    let mut nearest = Vec::new();
    for pos in nearest_first(view, cells.clone().into_iter()) {
        if cells.remove(&pos) {
            nearest.push(pos);
            remove_patch(&mut cells, pos);
        }
    }
    nearest
}

/// Removes the cells that are connected with one that was removed.
fn remove_patch(cells: &mut BTreeSet<Pos>, at: Pos) {
    let mut patch = vec![at];
    while let Some(pos) = patch.pop() {
        patch.extend(pos.neighbours().filter(|next| cells.remove(next)));
    }
}

/// Each cell where it comes first.
fn distinct(cells: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let mut found = BTreeSet::new();
    cells.filter(|&pos| found.insert(pos)).collect()
}

fn actors(view: View<'_>) -> Vec<Pos> {
    view.actors().into_iter().map(|actor| actor.pos).collect()
}

/// The items, exits, armed traps, services and gates that the player knows of, by use and distance.
fn items(view: View<'_>) -> Vec<Pos> {
    let here = view.player().pos;
    let is_meant = |pos: &Pos| {
        let cell = view.cell(*pos);
        let is_used = |fixture: Fixture| fixture.is_armed_trap() || is_service(fixture);
        cell.item.is_some()
            || cell.seen && cell.tile == Some(Tile::Exit)
            || cell.fixture.is_some_and(is_used)
            || is_gate(view, *pos)
    };
    let mut items: Vec<Pos> = view.cells().filter(is_meant).collect();
    items.sort_by_key(|&pos| (use_of(view, pos), pos.steps_to(here), pos));
    items
}

/// The cells of the known jobs, the nearest first; of each connected pool of blood only the nearest
/// cell.
fn jobs(view: View<'_>) -> Vec<Pos> {
    let known = view.known_jobs();
    let stains = known.iter().filter(|known| known.job == JobKind::Stain);
    let mut blood: BTreeSet<Pos> = stains.map(|known| known.at).collect();
    let is_stop = |&KnownJob { job, at, .. }: &KnownJob| {
        let is_new = job == JobKind::Stain && blood.remove(&at);
        if is_new {
            remove_patch(&mut blood, at);
        }
        is_new || job != JobKind::Stain
    };
    known.into_iter().filter(is_stop).map(|known| known.at).collect()
}

/// The exit and the known hiding places, the nearest first: where one goes in a hurry.
fn refuges(view: View<'_>) -> Vec<Pos> {
    let is_refuge = |&pos: &Pos| {
        let cell = view.cell(pos);
        cell.tile == Some(Tile::Exit) || cell.fixture.is_some_and(Fixture::hides)
    };
    nearest_first(view, view.cells().filter(is_refuge))
}

/// The rank of a cell's thing as a destination: items first, armed traps last.
fn use_of(view: View<'_>, pos: Pos) -> u8 {
    let cell = view.cell(pos);
    match cell.fixture {
        _ if cell.item.is_some() => 0,
        Some(fixture) if is_service(fixture) => 1,
        Some(fixture) if fixture.is_armed_trap() => 4,
        _ if cell.tile == Some(Tile::Exit) => 2,
        _ => 3,
    }
}

/// Whether the fixture serves the work: closet, chute and well.
fn is_service(fixture: Fixture) -> bool {
    matches!(fixture, Fixture::Closet | Fixture::Chute | Fixture::Well)
}

/// Whether a gate is here; of a gate several cells wide only the first cell counts.
fn is_gate(view: View<'_>, pos: Pos) -> bool {
    let gate = view.gate_at(pos);
    let before = [Pos::new(-1, 0), Pos::new(0, -1)].map(|back| view.gate_at(pos + back));
    gate.is_some() && !before.contains(&gate)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use base::Seed;
    use content::Catalog;
    use engine::sim::{Command, Game, Setup};

    /// A game in which the player knows at least `min_jobs` stains.
    fn stained(catalog: &Arc<Catalog>, min_jobs: usize) -> Game {
        for seed in 1..60 {
            let mut game = Game::new(Setup::shift("vault", content::Depth(1), Seed(seed)), catalog)
                .expect("made");
            for _ in 0..60 {
                let _ = game.step(Command::Explore);
            }
            let known = game.view().known_jobs();
            if known.iter().filter(|known| known.job == JobKind::Stain).count() >= min_jobs {
                return game;
            }
        }
        panic!("no raid has bled enough");
    }

    #[test]
    fn blood_that_hangs_together_is_one_stop_and_the_nearest_is_first() {
        let catalog = Arc::new(Catalog::embedded().expect("valid content"));
        let game = stained(&catalog, 8);
        let view = game.view();
        let here = view.player().pos;
        let is_stain = |&pos: &Pos| view.job_at(pos) == Some(JobKind::Stain);
        let stops: Vec<Pos> = jobs(view).into_iter().filter(is_stain).collect();
        let stains: Vec<Pos> = view.known_jobs().into_iter().map(|known| known.at).collect();
        let stains: BTreeSet<Pos> = stains.into_iter().filter(is_stain).collect();
        assert!(stops.len() < stains.len());
        let mut left = stains;
        for &stop in &stops {
            assert!(left.remove(&stop), "two stops in the same blood");
            let mut pool = vec![stop];
            while let Some(pos) = pool.pop() {
                assert!(pos.steps_to(here) >= stop.steps_to(here), "a nearer cell of it");
                pool.extend(pos.neighbours().filter(|next| left.remove(next)));
            }
        }
        assert!(left.is_empty(), "blood without a stop");

        let things = to_examine(view);
        let actors: Vec<Pos> = view.actors().iter().map(|actor| actor.pos).collect();
        assert!(things.starts_with(&actors));
        assert!(things[actors.len()..].is_sorted_by_key(|pos| pos.steps_to(here)));
    }
}
