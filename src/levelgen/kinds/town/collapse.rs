//! Modules grow from the main street until the town is full.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Dir, Pos, SmallSet, Stream};
use crate::content::{ModuleClass, Modules};
use crate::levelgen::algo::wfc::{Contradiction, Wave};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::town::build;
use crate::levelgen::kinds::town::state::Town;

/// Chooses a module for every place: first along the main street, then wherever there are the fewest
/// likely ones (the least Shannon entropy), beside what stands already. Streets only grow from streets,
/// so they hang together. A choice that leaves nothing for some place is taken back.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let modules = draft.modules()?;
    let town = draft.town.take().ok_or(PassError::Missing("a main street"))?;
    let mut wave = prepare(modules, &town);
    wave.propagate().map_err(|Contradiction| PassError::Retry("the main street has no modules"))?;

    let mut solver = WfcSolver::new(wave, &mut draft.stream);
    let mut sketches = Vec::new();
    let every = if draft.spec.trace { solver.wave.places().div_ceil(12) } else { usize::MAX };
    let main_street = main_street(&town, &solver.wave);
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
        let rows = build::sketch(&town, modules, draft.spec);
        draft.keep_step(&format!("collapse, {count} modules"), &rows);
    }
    town.modules.cells_mut().copy_from_slice(&standing);
    draft.town = Some(town);
    Ok(())
}

/// What every place may have to begin with.
fn prepare<'a>(modules: &'a Modules, town: &Town) -> Wave<'a> {
    let (cols, rows) = (town.modules.width(), town.modules.height());
    let shapes: Vec<Shape> =
        (0..modules.list.len()).map(|place| Shape::of(modules, place)).collect();
    let such = |wanted: &dyn Fn(&Shape) -> bool| -> SmallSet {
        (0..shapes.len()).filter(|&place| wanted(&shapes[place])).collect()
    };
    let ordinary = such(&|shape| shape.main == 0 && shape.class != ModuleClass::Gate);
    let mut wave = Wave::new(modules, cols, rows, ordinary);

    let mut closed = |pos: Pos, side: usize| {
        let place = wave.place_of(pos);
        let domain = wave.domain(place).and(modules.with(side, modules.closed));
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
    let mut want = |pos: Pos, wanted: &dyn Fn(&Shape) -> bool| {
        wave.set(wave.place_of(pos), such(wanted));
    };
    for &pos in &town.main_street {
        let main = sides[town.modules.index_of(pos)];
        let outward = (0..4)
            .filter(|&side| !town.modules.contains(pos + Dir::CARDINAL[side]))
            .fold(0, |bits, side| bits | 1 << side);
        let class = if outward == 0 { ModuleClass::Street } else { ModuleClass::Gate };
        want(pos, &|shape| shape.class == class && shape.main == main && shape.gate == outward);
    }
    if let Some((square, _)) = town.square {
        for pos in square.positions() {
            let main = sides[town.modules.index_of(pos)];
            let inner = (0..4)
                .filter(|&side| square.contains(pos + Dir::CARDINAL[side]))
                .fold(0, |bits, side| bits | 1 << side);
            want(pos, &|shape| {
                shape.class == ModuleClass::Square && shape.main == main && shape.inner == inner
            });
        }
    }
    wave
}

/// On which sides a module has which sort of socket: a bit for each.
struct Shape {
    class: ModuleClass,
    main: u8,
    gate: u8,
    inner: u8,
}

impl Shape {
    fn of(modules: &Modules, module: usize) -> Shape {
        let module = &modules.list[module];
        let sides = |is_such: &dyn Fn(u8) -> bool| {
            (0..4)
                .filter(|&side| is_such(module.sockets[side]))
                .fold(0, |bits, side| bits | 1 << side)
        };
        Shape {
            class: module.class,
            main: sides(&|socket| socket == modules.main),
            gate: sides(&|socket| socket == modules.gate),
            inner: sides(&|socket| modules.is_inner(socket)),
        }
    }
}

/// On which sides of each place the main street goes on: a bit for each.
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

struct WfcSolver<'a> {
    wave: Wave<'a>,
    decisions: Vec<Decision>,
    /// Places beside what stands, those with the least entropy first, then by a number of their own.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// The entropy under which a place stands in `open`.
    queued: Vec<Option<u32>>,
    salt: u64,
    /// Nothing can grow from streets any more; what is left grows from whatever stands.
    outskirts: bool,
    /// Of each module: weight times its logarithm.
    terms: Vec<u64>,
    /// Modules with a street on any side.
    streets: SmallSet,
    /// For each side the modules that face a street there.
    facing: [SmallSet; 4],
    has_door: SmallSet,
    /// Parts of houses that have their door elsewhere.
    annexes: SmallSet,
    street_count: u32,
    house_count: u32,
    restarts: u32,
}

struct Decision {
    mark: usize,
    place: usize,
    module: usize,
}

impl<'a> WfcSolver<'a> {
    fn new(wave: Wave<'a>, stream: &mut Stream) -> WfcSolver<'a> {
        let modules = wave.modules;
        let list = &modules.list;
        let such = |is_such: &dyn Fn(usize) -> bool| -> SmallSet {
            (0..list.len()).filter(|&module| is_such(module)).collect()
        };
        let built = modules.of(&[ModuleClass::House, ModuleClass::Yard]);
        let has_door = such(&|module| list[module].pictures[0].contains(&'+'));
        WfcSolver {
            decisions: Vec::with_capacity(wave.places()),
            open: BinaryHeap::new(),
            queued: vec![None; wave.places()],
            salt: stream.next_u64(),
            outskirts: false,
            terms: list.iter().map(|m| u64::from(m.weight) * log2(m.weight)).collect(),
            streets: such(&|module| list[module].sockets.iter().any(|&it| modules.is_way(it))),
            facing: std::array::from_fn(|side| {
                such(&|module| {
                    built.contains(module) && modules.is_kerb(list[module].sockets[side])
                })
            }),
            annexes: modules.of(&[ModuleClass::House]).without(has_door),
            has_door,
            street_count: 0,
            house_count: 0,
            restarts: 0,
            wave,
        }
    }

    /// The module on each place, row by row.
    fn standing(&self) -> Vec<Option<u16>> {
        (0..self.wave.places())
            .map(|place| self.wave.at(place).map(|module| module as u16))
            .collect()
    }

    /// The place to be decided next; none once all are.
    fn next(&mut self, main_street: &[usize]) -> Option<usize> {
        // Only what was taken back leaves a gap before the last of them.
        if self.decisions.len() < main_street.len() {
            let mut left = main_street.iter().filter(|&&place| self.wave.at(place).is_none());
            let first = left.clone().next().copied();
            return left.find(|&&place| self.is_reached(place)).copied().or(first);
        }
        loop {
            while let Some(Reverse((entropy, _, place))) = self.open.pop() {
                let place = place as usize;
                if self.queued[place] == Some(entropy) && self.wave.at(place).is_none() {
                    self.queued[place] = None;
                    return Some(place);
                }
            }
            if self.outskirts {
                return None;
            }
            self.outskirts = true;
            for place in 0..self.wave.places() {
                self.queue(place);
            }
        }
    }

    /// Chooses a module for a place, or takes back choices that leave none.
    fn collapse(&mut self, place: usize, stream: &mut Stream) -> Result<(), PassError> {
        let options = self.allowed(place);
        let weights = options.iter().map(|module| self.weight(place, module));
        let drawn = stream.weighted(weights).and_then(|nth| options.iter().nth(nth));
        let Some(module) = drawn else {
            // A street will yet lead here, or nothing fits.
            return if self.outskirts { self.backtrack(None) } else { Ok(()) };
        };
        let mark = self.wave.mark();
        if self.wave.collapse(place, module).is_err() {
            self.wave.undo(mark, place);
            return self.backtrack(Some((place, module)));
        }
        self.decisions.push(Decision { mark, place, module });
        self.count(module, 1);
        for side in 0..4 {
            if let Some(beside) = self.wave.beside(place, side) {
                self.queue(beside);
            }
        }
        self.queue_changed();
        Ok(())
    }

    /// Forbids a choice that came to nothing, and with it any before that forces it.
    fn backtrack(&mut self, mut wrong: Option<(usize, usize)>) -> Result<(), PassError> {
        loop {
            self.restarts += 1;
            if self.restarts as usize > 100 + self.wave.places() {
                return Err(PassError::Retry("the modules do not come together"));
            }
            if let Some((place, module)) = wrong {
                let others = self.wave.domain(place).without([module].into_iter().collect());
                let left = self.wave.restrict(place, others).and_then(|()| self.wave.propagate());
                if left.is_ok() {
                    self.queue_changed();
                    return Ok(());
                }
            }
            let last = self.decisions.pop().ok_or(PassError::Retry("no module fits the town"))?;
            self.wave.undo(last.mark, last.place);
            self.count(last.module, -1);
            wrong = Some((last.place, last.module));
        }
    }

    fn count(&mut self, module: usize, by: i32) {
        if self.has_door.contains(module) {
            self.house_count = self.house_count.saturating_add_signed(by);
        } else if self.streets.contains(module) {
            self.street_count = self.street_count.saturating_add_signed(by);
        }
    }

    /// What may grow on a place: streets only from streets, parts of houses only from those with the
    /// door, and nothing that faces a street where none will be.
    fn allowed(&self, place: usize) -> SmallSet {
        let mut options = self.wave.domain(place);
        if !self.is_reached(place) && !self.decisions.is_empty() {
            options = options.without(self.streets);
        }
        if !self.leads_here(place, Modules::is_inner) {
            options = options.without(self.annexes);
        }
        for side in 0..4 {
            let faces_nothing = self
                .wave
                .beside(place, side)
                .is_some_and(|beside| self.wave.at(beside).is_none() && !self.is_reached(beside));
            if faces_nothing {
                options = options.without(self.facing[side]);
            }
        }
        options
    }

    /// Whether a street that stands leads here.
    fn is_reached(&self, place: usize) -> bool {
        self.leads_here(place, Modules::is_way)
    }

    /// Whether something that stands has such a socket towards a place.
    fn leads_here(&self, place: usize, is_such: impl Fn(&Modules, u8) -> bool) -> bool {
        (0..4).any(|side| {
            let socket = self.wave.socket_towards(place, side);
            socket.is_some_and(|socket| is_such(self.wave.modules, socket))
        })
    }

    /// How likely a module is on a place: the more streets stand the likelier a house, and the
    /// more houses the likelier a street that goes on.
    fn weight(&self, place: usize, module: usize) -> u32 {
        let modules = self.wave.modules;
        let wanted = self.street_count * modules.houses_per_street / 100;
        let (wanted, built) = (wanted + 3, self.house_count + 3);
        let (for_houses, for_streets) = (100 * wanted / built, 100 * built / wanted);
        let it = &modules.list[module];
        let mut weight = it.weight;
        if self.has_door.contains(module) {
            weight = weight * for_houses.clamp(25, 400) / 100;
        } else if it.class == ModuleClass::Street {
            for side in 0..4 {
                let beside = self.wave.beside(place, side);
                let goes_on = modules.is_way(it.sockets[side])
                    && beside.is_some_and(|beside| self.wave.at(beside).is_none());
                if goes_on {
                    weight = weight * for_streets.clamp(25, 400) / 100;
                }
            }
        }
        weight.max(1)
    }

    fn queue_changed(&mut self) {
        for place in self.wave.take_changed() {
            self.queue(place);
        }
    }

    /// Puts a place among those to be decided, if it is beside what it may grow from.
    fn queue(&mut self, place: usize) {
        if self.wave.at(place).is_some() {
            return;
        }
        let closed = self.wave.modules.closed;
        if !self.leads_here(place, |_, socket| self.outskirts || socket != closed) {
            return;
        }
        let entropy = self.entropy(place);
        if self.queued[place] != Some(entropy) {
            self.queued[place] = Some(entropy);
            let own = (self.salt ^ place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            self.open.push(Reverse((entropy, own as u32, place as u32)));
        }
    }

    /// Shannon entropy of what a place may have, in 1/256 bit: log₂ W − Σ w·log₂ w / W.
    fn entropy(&self, place: usize) -> u32 {
        let (mut weight, mut terms) = (0, 0);
        for module in self.wave.domain(place).iter() {
            weight += self.wave.modules.list[module].weight;
            terms += self.terms[module];
        }
        log2(weight).saturating_sub(terms / u64::from(weight.max(1))) as u32
    }
}

/// The logarithm to base 2, in 1/256, rounded down; 0 of 0. By squaring: a fraction of the logarithm
/// doubles with each square, and its next bit is whether that passes 2.
fn log2(number: u32) -> u64 {
    let Some(whole) = number.checked_ilog2() else {
        return 0;
    };
    let mut fraction = u64::from(number) << (31 - whole);
    (0..8).fold(u64::from(whole), |log, _| {
        fraction = (fraction * fraction) >> 31;
        let bit = fraction >> 32;
        fraction >>= bit;
        log << 1 | bit
    })
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn logarithms() {
        let of = [0, 1, 2, 3, 1000, u32::MAX].map(log2);
        assert_eq!(of, [0, 0, 256, 405, 2551, 8191]);
    }
}
