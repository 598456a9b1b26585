//! The search of a town's modules: which place is decided next, and what is undone after a
//! contradiction.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::algo::wfc::Wave;
use crate::error::PassError;
use base::{SmallSet, Stream};
use content::{ModuleClass, Modules};

/// Wave function collapse that grows from placed modules: of the places beside them the one with
/// the least Shannon entropy is decided next. A choice that leaves a place without modules is
/// undone and forbidden (chronological backtracking).
///
/// Besides the sockets, streets grow only from streets, parts of houses only from the part with the
/// door, and the numbers of houses and streets are balanced.
pub(crate) struct WfcSolver<'a> {
    pub wave: Wave<'a>,
    pub decisions: Vec<Decision>,
    /// The undecided places beside placed modules, by entropy, then by a random number of the
    /// place.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// By place: the entropy of its valid entry in `open`.
    queued: Vec<Option<u32>>,
    salt: u64,
    /// Whether no place beside a street is left; then places beside any module are decided.
    outskirts: bool,
    /// By module: its weight, and that times the logarithm of the weight.
    terms: Vec<(u32, u64)>,
    /// Modules with a street on any side.
    streets: SmallSet,
    /// By side: the houses and yards that face a street there.
    facing: [SmallSet; 4],
    has_door: SmallSet,
    /// Parts of houses that have their door elsewhere.
    annexes: SmallSet,
    /// What the weights of houses are multiplied by, in percent.
    house_percent: u32,
    street_count: u32,
    house_count: u32,
    /// The number of choices that were undone.
    pub restarts: u32,
}

/// A choice, and the mark to which it is undone.
pub(crate) struct Decision {
    mark: usize,
    place: usize,
    module: usize,
}

impl<'a> WfcSolver<'a> {
    pub(super) fn new(wave: Wave<'a>, house_percent: u32, stream: &mut Stream) -> WfcSolver<'a> {
        let (modules, list) = (wave.modules, &wave.modules.list);
        let such = |is_such: &dyn Fn(usize) -> bool| -> SmallSet {
            (0..list.len()).filter(|&module| is_such(module)).collect()
        };
        let built = modules.of(&[ModuleClass::House, ModuleClass::Yard]);
        let faces = |module: usize, side: usize| {
            built.contains(module) && modules.is_kerb(list[module].sockets[side])
        };
        let has_door = such(&|module| list[module].has_door);
        WfcSolver {
            decisions: Vec::with_capacity(wave.places()),
            open: BinaryHeap::new(),
            queued: vec![None; wave.places()],
            salt: stream.next_u64(),
            outskirts: false,
            terms: list.iter().map(|m| (m.weight, u64::from(m.weight) * log2(m.weight))).collect(),
            streets: such(&|module| list[module].sockets.iter().any(|&it| modules.is_way(it))),
            facing: std::array::from_fn(|side| such(&|module| faces(module, side))),
            annexes: modules.of(&[ModuleClass::House]).without(has_door),
            has_door,
            house_percent,
            street_count: 0,
            house_count: 0,
            restarts: 0,
            wave,
        }
    }

    /// The module on each place, row by row.
    pub(super) fn standing(&self) -> Vec<Option<u16>> {
        (0..self.wave.places())
            .map(|place| self.wave.at(place).map(|module| module as u16))
            .collect()
    }

    /// The place to be decided next; `None` when all are.
    pub(super) fn next(&mut self, main_street: &[usize]) -> Option<usize> {
        // The main street first, in order; places on it may be undecided again after backtracking.
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

    /// Chooses a module for a place, or undoes choices that leave none for it.
    pub(super) fn collapse(&mut self, place: usize, stream: &mut Stream) -> Result<(), PassError> {
        let options = self.allowed(place);
        let weights = options.iter().map(|module| self.weight(place, module));
        let drawn = stream.weighted(weights).and_then(|nth| options.iter().nth(nth));
        let Some(module) = drawn else {
            // A street may still lead here; in the outskirts nothing fits.
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

    /// Forbids a choice that led to a contradiction, and undoes the choices before it that force
    /// it.
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

    fn queue_changed(&mut self) {
        while let Some(place) = self.wave.take_changed() {
            self.queue(place);
        }
    }

    /// Queues a place if it is beside a module that it may grow from.
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

    /// The Shannon entropy of a place's domain, in 1/256 bit: log₂ W − Σ w·log₂ w / W.
    fn entropy(&self, place: usize) -> u32 {
        let (mut weight, mut terms) = (0, 0);
        for module in self.wave.domain(place).iter() {
            let (of_module, term) = self.terms[module];
            weight += of_module;
            terms += term;
        }
        log2(weight).saturating_sub(terms / u64::from(weight.max(1))) as u32
    }

    /// Counts a module that was chosen, or with −1 one that was undone.
    fn count(&mut self, module: usize, by: i32) {
        if self.has_door.contains(module) {
            self.house_count = self.house_count.saturating_add_signed(by);
        } else if self.streets.contains(module) {
            self.street_count = self.street_count.saturating_add_signed(by);
        }
    }

    /// The modules that may be chosen for a place: streets only beside streets, parts of houses
    /// only beside the same house, and nothing that would face a street where there will be none.
    /// The first module of the town may be a street.
    fn allowed(&self, place: usize) -> SmallSet {
        let mut options = self.wave.domain(place);
        if !self.is_reached(place) && !self.decisions.is_empty() {
            options = options.without(self.streets);
        }
        if !self.leads_here(place, Modules::is_inner) {
            options = options.without(self.annexes);
        }
        for side in 0..4 {
            let beside = self.wave.beside(place, side);
            if beside.is_some_and(|it| self.wave.at(it).is_none() && !self.is_reached(it)) {
                options = options.without(self.facing[side]);
            }
        }
        options
    }

    /// The weight of a module on a place: the more streets there are the likelier is a house, and
    /// the more houses the likelier a street that continues.
    fn weight(&self, place: usize, module: usize) -> u32 {
        let modules = self.wave.modules;
        let wanted = self.street_count * modules.file.houses_per_street / 100;
        let (wanted, built) = (wanted + 3, self.house_count + 3);
        let (for_houses, for_streets) = (100 * wanted / built, 100 * built / wanted);
        let it = &modules.list[module];
        let mut weight = it.weight;
        if self.has_door.contains(module) {
            weight = weight * for_houses.clamp(25, 400) / 100 * self.house_percent / 100;
        } else if it.class == ModuleClass::Street {
            for side in (0..4).filter(|&side| modules.is_way(it.sockets[side])) {
                let beside = self.wave.beside(place, side);
                if beside.is_some_and(|beside| self.wave.at(beside).is_none()) {
                    weight = weight * for_streets.clamp(25, 400) / 100;
                }
            }
        }
        weight.max(1)
    }

    /// Whether a placed street leads to a place.
    fn is_reached(&self, place: usize) -> bool {
        self.leads_here(place, Modules::is_way)
    }

    /// Whether a placed neighbour has a socket of some sort towards a place.
    fn leads_here(&self, place: usize, is_such: impl Fn(&Modules, u8) -> bool) -> bool {
        let mut sockets = (0..4).filter_map(|side| self.wave.socket_towards(place, side));
        sockets.any(|socket| is_such(self.wave.modules, socket))
    }
}

/// The logarithm to base 2, in 1/256, rounded down; 0 of 0. By squaring: a fraction of the
/// logarithm doubles with each square, and its next bit is whether that passes 2.
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
