//! The choice of a module for every place of a town, growing from the main street.

use crate::algo::wfc::{Contradiction, Wave};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::town::build::sketch;
use crate::kinds::town::solver::WfcSolver;
use crate::level::rows;
use crate::state::Town;
use base::{Dir, Pos, SmallSet};
use content::{ModuleClass, Modules};

/// Chooses a module for every place: first along the main street, then beside placed modules, the
/// least Shannon entropy first. Streets grow only from streets, so all streets are connected. A
/// choice that leaves a place without modules is undone.
pub(crate) fn collapse(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let modules = draft.modules()?;
    let house_percent = draft.setting("house_percent")?.unsigned_abs();
    let town = draft.town.take().ok_or(PassError::Missing("a main street"))?;
    let mut wave = prepare(modules, &town);
    wave.propagate().map_err(|Contradiction| PassError::Retry("the main street has no modules"))?;

    let main_street = main_street(&town, &wave);
    let mut solver = WfcSolver::new(wave, house_percent, &mut draft.stream);
    let mut sketches = Vec::new();
    let every = if draft.spec.trace { solver.wave.places().div_ceil(12) } else { usize::MAX };
    while let Some(place) = solver.next(&main_street) {
        solver.collapse(place, &mut draft.stream)?;
        if solver.decisions.len().is_multiple_of(every) {
            sketches.push((solver.decisions.len(), solver.standing()));
        }
    }
    let (standing, restarts) = (solver.standing(), solver.restarts);
    let mut town = Town { restarts, ..town };
    for (count, standing) in sketches {
        town.modules.cells_mut().copy_from_slice(&standing);
        let tiles = sketch(&town, modules, draft.spec);
        draft.keep_step(&format!("collapse, {count} modules"), || rows(&tiles));
    }
    town.modules.cells_mut().copy_from_slice(&standing);
    draft.town = Some(town);
    Ok(())
}

/// The initial domain of every place: closed at the border, fixed sides along the main street and
/// the square.
fn prepare<'a>(modules: &'a Modules, town: &Town) -> Wave<'a> {
    let (cols, rows) = (town.modules.width(), town.modules.height());
    let shapes: Vec<SocketSides> =
        (0..modules.list.len()).map(|place| SocketSides::of(modules, place)).collect();
    let such = |wanted: &dyn Fn(&SocketSides) -> bool| -> SmallSet {
        (0..shapes.len()).filter(|&place| wanted(&shapes[place])).collect()
    };
    let ordinary = such(&|shape| shape.main == 0 && shape.class != ModuleClass::Gate);
    let mut wave = Wave::new(modules, cols, rows, ordinary);

    let mut closed = |pos: Pos, side: usize| {
        let place = wave.place_of(pos);
        let domain = wave.domain(place).and(modules.with(side)[usize::from(modules.closed)]);
        wave.set(place, domain);
    };
    for x in 0..cols {
        closed(Pos::new(x, 0), 0);
        closed(Pos::new(x, rows - 1), 2);
    }
    for y in 0..rows {
        closed(Pos::new(cols - 1, y), 1);
        closed(Pos::new(0, y), 3);
    }

    let sides = sides_of_main_street(town);
    let mut want = |pos: Pos, wanted: &dyn Fn(&SocketSides) -> bool| {
        wave.set(wave.place_of(pos), such(wanted));
    };
    for &pos in &town.main_street {
        let main = sides[town.modules.index_of(pos)];
        let outward = side_bits(|side| !town.modules.contains(pos + Dir::CARDINAL[side]));
        let class = if outward == 0 { ModuleClass::Street } else { ModuleClass::Gate };
        want(pos, &|shape| shape.class == class && shape.main == main && shape.gate == outward);
    }
    if let Some((square, _)) = town.square {
        for pos in square.positions() {
            let main = sides[town.modules.index_of(pos)];
            let inner = side_bits(|side| square.contains(pos + Dir::CARDINAL[side]));
            want(pos, &|shape| {
                shape.class == ModuleClass::Square && shape.main == main && shape.inner == inner
            });
        }
    }
    wave
}

/// The class of a module, and the sides on which it has sockets of some sorts: a bit for each side.
struct SocketSides {
    class: ModuleClass,
    main: u8,
    gate: u8,
    inner: u8,
}

impl SocketSides {
    fn of(modules: &Modules, module: usize) -> SocketSides {
        let module = &modules.list[module];
        SocketSides {
            class: module.class,
            main: side_bits(|side| module.sockets[side] == modules.main),
            gate: side_bits(|side| module.sockets[side] == modules.gate),
            inner: side_bits(|side| modules.is_inner(module.sockets[side])),
        }
    }
}

/// A bit for each of the four sides that suits.
fn side_bits(suits: impl Fn(usize) -> bool) -> u8 {
    (0..4).filter(|&side| suits(side)).fold(0, |bits, side| bits | 1 << side)
}

/// By place: the sides on which the main street continues, a bit for each.
fn sides_of_main_street(town: &Town) -> Vec<u8> {
    let mut sides = vec![0; town.modules.area()];
    let pairs = town.main_street.windows(2).map(|pair| (pair[0], pair[1]));
    let meets = town.square.iter().flat_map(|(_, meets)| meets.iter().copied());
    for (a, b) in pairs.chain(meets) {
        if let Some(side) = Dir::CARDINAL.iter().position(|&dir| a + dir == b) {
            sides[town.modules.index_of(a)] |= 1 << side;
            sides[town.modules.index_of(b)] |= 1 << ((side + 2) % 4);
        }
    }
    sides
}

/// The places of the main street and its square in the order in which they are reached.
fn main_street(town: &Town, wave: &Wave<'_>) -> Vec<usize> {
    let mut places = Vec::new();
    for &pos in &town.main_street {
        places.push(wave.place_of(pos));
        if let Some((square, [(_, enters), _])) = town.square
            && enters == pos
        {
            places.extend(square.positions().map(|pos| wave.place_of(pos)));
        }
    }
    places
}
