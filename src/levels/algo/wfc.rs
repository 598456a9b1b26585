//! Wave function collapse: the domains of a grid of places, each the set of modules that it may
//! still have.
//!
//! Gumin, "WaveFunctionCollapse" (2016), the simple tiled model; the constraints are kept
//! arc-consistent as in Mackworth's AC-3 (1977). Every change is on a trail, so that it can be
//! undone.

use base::{Pos, SmallSet};
use content::Modules;

/// A grid of places, each with the modules that it may still have.
pub(crate) struct Wave<'a> {
    pub modules: &'a Modules,
    pub cols: i32,
    domains: Vec<SmallSet>,
    /// By place and side: the sockets that the modules of its domain have there, a bit for each.
    sockets: Vec<[u64; 4]>,
    /// The module that stands on each place, once it has been chosen.
    placed: Vec<Option<u16>>,
    /// Changed places with their domains before the change.
    trail: Vec<(u32, SmallSet)>,
    /// Places whose domains have shrunk, for the next propagation.
    pending: Vec<usize>,
    /// Places whose domains have changed since the last [`Wave::take_changed`], each once.
    changed: Vec<usize>,
    /// By place: whether it is one of them.
    is_changed: Vec<bool>,
}

/// The domain of some place is empty.
pub(crate) struct Contradiction;

impl<'a> Wave<'a> {
    /// A grid on which every place has the same domain.
    pub(crate) fn new(modules: &'a Modules, cols: i32, rows: i32, domain: SmallSet) -> Wave<'a> {
        let places = (cols * rows) as usize;
        let mut sockets = [0; 4];
        for (side, bits) in sockets.iter_mut().enumerate() {
            for (socket, with) in modules.with(side).iter().enumerate() {
                *bits |= u64::from(with.meets(&domain)) << socket;
            }
        }
        Wave {
            modules,
            cols,
            domains: vec![domain; places],
            sockets: vec![sockets; places],
            placed: vec![None; places],
            trail: Vec::with_capacity(4 * places),
            pending: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; places],
        }
    }

    pub(crate) fn places(&self) -> usize {
        self.domains.len()
    }

    pub(crate) fn place_of(&self, pos: Pos) -> usize {
        (pos.y * self.cols + pos.x) as usize
    }

    /// The place beside another; sides in the order of `Dir::CARDINAL`.
    pub(crate) fn beside(&self, place: usize, side: usize) -> Option<usize> {
        let cols = self.cols as usize;
        match side {
            0 => place.checked_sub(cols),
            1 => (!(place + 1).is_multiple_of(cols)).then_some(place + 1),
            2 => (place + cols < self.places()).then_some(place + cols),
            _ => (!place.is_multiple_of(cols)).then(|| place - 1),
        }
    }

    pub(crate) fn domain(&self, place: usize) -> SmallSet {
        self.domains[place]
    }

    /// The module that was chosen for a place.
    pub(crate) fn at(&self, place: usize) -> Option<usize> {
        self.placed[place].map(usize::from)
    }

    /// The socket that the module chosen for the place on a side has towards this place.
    pub(crate) fn socket_towards(&self, place: usize, side: usize) -> Option<u8> {
        let module = self.at(self.beside(place, side)?)?;
        Some(self.modules.list[module].sockets[(side + 2) % 4])
    }

    /// Sets the domain of a place before any module is chosen; takes effect on others with the next
    /// propagation.
    pub(crate) fn set(&mut self, place: usize, domain: SmallSet) {
        // A subset of the old domain has no more sockets, so the old sockets stay an upper bound.
        if !domain.without(self.domains[place]).is_empty() {
            self.sockets[place] = [u64::MAX >> (64 - self.modules.sockets.len()); 4];
        }
        self.domains[place] = domain;
        self.pending.push(place);
    }

    /// Chooses one module of the domain of a place, and propagates.
    ///
    /// # Errors
    /// A contradiction; the caller must undo to a mark from before.
    pub(crate) fn collapse(&mut self, place: usize, module: usize) -> Result<(), Contradiction> {
        self.restrict(place, [module].into_iter().collect())?;
        self.propagate()?;
        self.placed[place] = Some(module as u16);
        Ok(())
    }

    /// Intersects the domain of a place with a set; takes effect on others with the next
    /// propagation.
    pub(crate) fn restrict(&mut self, place: usize, to: SmallSet) -> Result<(), Contradiction> {
        let before = self.domains[place];
        let after = before.and(to);
        if after.is_empty() {
            self.pending.clear();
            return Err(Contradiction);
        }
        if !before.without(to).is_empty() {
            self.trail.push((place as u32, before));
            self.domains[place] = after;
            self.pending.push(place);
            self.note_change(place);
        }
        Ok(())
    }

    /// Removes modules from domains that fit no module of a neighbouring domain, until nothing
    /// changes.
    pub(crate) fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some(place) = self.pending.pop() {
            self.narrow_neighbours(place)?;
        }
        Ok(())
    }

    /// Removes modules from the domains beside a place that fit none of its own.
    fn narrow_neighbours(&mut self, place: usize) -> Result<(), Contradiction> {
        for side in 0..4 {
            let Some(beside) = self.beside(place, side) else { continue };
            let before = self.sockets[place][side];
            // The last socket stays: some module is left, and has it.
            if before.is_power_of_two() {
                continue;
            }
            let after = self.present(place, side, before);
            if before == after {
                continue;
            }
            self.sockets[place][side] = after;
            if self.placed[beside].is_none() {
                let with = self.modules.with((side + 2) % 4);
                let mut fitting = SmallSet::EMPTY;
                for_each_bit(after, |socket| fitting = fitting.or(with[socket]));
                self.restrict(beside, fitting)?;
            }
        }
        Ok(())
    }

    /// The sockets among some that the domain of a place still has on a side.
    fn present(&self, place: usize, side: usize, among: u64) -> u64 {
        let (domain, with) = (&self.domains[place], self.modules.with(side));
        let mut present = 0;
        for_each_bit(among, |socket| {
            present |= u64::from(with[socket].meets(domain)) << socket;
        });
        present
    }

    /// A mark for [`Wave::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since a mark, at which a module was chosen or tried for `chosen`.
    pub(crate) fn undo(&mut self, mark: usize, chosen: usize) {
        self.placed[chosen] = None;
        self.note_change(chosen);
        let all = u64::MAX >> (64 - self.modules.sockets.len());
        while self.trail.len() > mark
            && let Some((place, before)) = self.trail.pop()
        {
            let place = place as usize;
            self.domains[place] = before;
            self.sockets[place] = std::array::from_fn(|side| self.present(place, side, all));
            self.note_change(place);
        }
    }

    fn note_change(&mut self, place: usize) {
        if !std::mem::replace(&mut self.is_changed[place], true) {
            self.changed.push(place);
        }
    }

    /// One of the places whose domains have changed since it was last taken.
    pub(crate) fn take_changed(&mut self) -> Option<usize> {
        let place = self.changed.pop()?;
        self.is_changed[place] = false;
        Some(place)
    }
}

/// Calls `f` with the index of each bit that is set.
fn for_each_bit(mut word: u64, mut f: impl FnMut(usize)) {
    while word != 0 {
        f(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
