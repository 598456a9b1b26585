//! Connected parts of a set of cells.
//!
//! Two cells are connected where they share a side. Since a diagonal step needs both of the cells
//! beside it, this is also what an actor that moves in eight directions can reach.

use crate::{Bits, Dir, Grid, Pos};

/// The cells of `within` that are connected with `start`; none if `start` is not one of them.
pub fn flood(within: &Bits, start: Pos) -> Bits {
    let mut reached = within.clone();
    if within.contains(start) {
        let mut rest = within.clone();
        take_part(&mut rest, start, &mut Vec::new(), |_, _| ());
        reached.subtract(&rest);
    } else {
        reached.clear();
    }
    reached
}

/// Takes the cells that are connected with `start` out of a set, and calls `found` with each word
/// of them.
///
/// A flood fill by words of 64 cells: what is reached in a word spreads along its row at once, and
/// then to the words above, below and beside it. `seeds` is memory to work with.
fn take_part(
    rest: &mut Bits,
    start: Pos,
    seeds: &mut Vec<(usize, u64)>,
    mut found: impl FnMut(usize, u64),
) {
    let stride = rest.stride();
    seeds.push((start.y as usize * stride + start.x as usize / 64, 1 << (start.x % 64)));
    let open = rest.words_mut();
    while let Some((word, seeds_here)) = seeds.pop() {
        let news = spread(seeds_here & open[word], open[word]);
        if news == 0 {
            continue;
        }
        open[word] &= !news;
        found(word, news);
        let column = word % stride;
        let mut reach = |to: usize, cells: u64| {
            let cells = cells & open[to];
            if cells != 0 {
                seeds.push((to, cells));
            }
        };
        if word >= stride {
            reach(word - stride, news);
        }
        if word + stride < open.len() {
            reach(word + stride, news);
        }
        if column > 0 {
            reach(word - 1, news << 63);
        }
        if column + 1 < stride {
            reach(word + 1, news >> 63);
        }
    }
}

/// Seeds and the open cells that hang together with them in one word. Adding a seed to a run of
/// ones carries through to the end of the run, and so changes every bit from the seed on.
fn spread(seeds: u64, open: u64) -> u64 {
    let up = |seeds: u64, open: u64| (open ^ open.wrapping_add(seeds)) & open | seeds;
    let down = up(seeds.reverse_bits(), open.reverse_bits()).reverse_bits();
    up(seeds, open) | down
}

/// The connected parts of a set, numbered from 0 in the reading order of their first cells.
#[derive(Clone, Debug)]
pub struct Components {
    labels: Grid<u32>,
    sizes: Vec<usize>,
}

impl Components {
    /// The label of cells outside the set.
    const NONE: u32 = u32::MAX;

    pub fn of(within: &Bits) -> Components {
        let mut labels = Grid::filled(within.width(), within.height(), Components::NONE);
        let (mut rest, mut seeds, mut sizes) = (within.clone(), Vec::new(), Vec::new());
        for word in 0..within.words().len() {
            while rest.words()[word] != 0 {
                let start = within.pos_of(word, rest.words()[word].trailing_zeros());
                let label = sizes.len() as u32;
                let mut size = 0;
                take_part(&mut rest, start, &mut seeds, |word, mut cells| {
                    size += cells.count_ones() as usize;
                    while cells != 0 {
                        labels[within.pos_of(word, cells.trailing_zeros())] = label;
                        cells &= cells - 1;
                    }
                });
                sizes.push(size);
            }
        }
        Components { labels, sizes }
    }

    /// Each connected part of a set, in the reading order of their first cells. Of each the first
    /// cell, and its cells as words of the set ([`Bits::words`]): the place of each word and the
    /// bits of it; a place may come more than once.
    pub fn each_part(within: Bits) -> impl Iterator<Item = (Pos, Vec<(usize, u64)>)> {
        let (mut rest, mut seeds, mut word) = (within, Vec::new(), 0);
        std::iter::from_fn(move || {
            while *rest.words().get(word)? == 0 {
                word += 1;
            }
            let first = rest.pos_of(word, rest.words()[word].trailing_zeros());
            let mut part = Vec::new();
            take_part(&mut rest, first, &mut seeds, |word, cells| part.push((word, cells)));
            Some((first, part))
        })
    }

    /// The number of parts.
    #[inline]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The part that a cell belongs to; `None` outside the set.
    #[inline]
    pub fn at(&self, pos: Pos) -> Option<usize> {
        let label = *self.labels.get(pos)?;
        (label != Components::NONE).then_some(label as usize)
    }

    /// The largest part, the first of equals; `None` of an empty set.
    pub fn largest(&self) -> Option<usize> {
        (0..self.count()).max_by_key(|&part| (self.sizes[part], std::cmp::Reverse(part)))
    }

    pub fn cells(&self, part: usize) -> Bits {
        Bits::of(&self.labels, |&label| label as usize == part)
    }
}

/// The number of connected components, by cardinal steps, among the eight neighbours of a cell, of
/// those components that contain a cardinal neighbour. If there is at most one, removing the cell
/// never disconnects the set; if there are more, it may. A cell with exactly one is a simple point
/// (Rosenfeld, "Connectivity in digital pictures", 1970). The cell must not be on the border.
#[inline]
pub fn local_components(set: &Bits, pos: Pos) -> usize {
    let ring = ring(set, pos);
    let next = ring.rotate_right(1);
    let after = ring.rotate_right(2);
    (ring & SIDES & !(next & after)).count_ones() as usize
}

/// The cardinal directions in a [`ring`].
pub const SIDES: u8 = 0b0101_0101;

/// Which of the eight neighbours of a cell are in a set: a bit for each direction of [`Dir::ALL`],
/// the lowest for north.
#[inline]
pub fn ring(set: &Bits, pos: Pos) -> u8 {
    RINGS[set.around(pos) as usize]
}

/// The ring for each square of nine cells, as [`Bits::around`] encodes it.
const RINGS: [u8; 512] = {
    let mut rings = [0; 512];
    let mut square = 0;
    while square < 512 {
        let mut place = 0;
        while place < 8 {
            let Pos { x, y } = Dir::ALL[place].offset();
            rings[square] |= ((square >> (4 + 3 * y + x) & 1) as u8) << place;
            place += 1;
        }
        square += 1;
    }
    rings
};

#[cfg(test)]
mod tests {
    use super::{Components, flood};
    use crate::{Bits, Grid, Pos, Purpose, Seed, Stream};

    const MAP: &str = "..#.\n.##.\n#...";

    fn floor() -> Bits {
        let cells = MAP.chars().filter(|c| *c != '\n').collect();
        Bits::of(&Grid::from_cells(4, cells).expect("a rectangle"), |&cell| cell == '.')
    }

    #[test]
    fn a_flood_crosses_words_and_finds_what_the_parts_are() {
        let mut stream = Stream::new(Seed(1), Purpose::new("flood"), ());
        for percent in [30, 50, 60, 70, 90] {
            let mut set = Bits::new(150, 20);
            for pos in Grid::filled(150, 20, ()).positions() {
                set.set(pos, stream.percent(percent));
            }
            let parts = Components::of(&set);
            for start in set.iter() {
                let part = parts.at(start).expect("it is in the set");
                assert_eq!(flood(&set, start), parts.cells(part), "{percent} % from {start:?}");
            }
        }
    }

    #[test]
    fn parts_do_not_join_over_corners() {
        let floor = floor();
        let parts = Components::of(&floor);
        assert_eq!(parts.sizes(), [3, 5]);
        assert_eq!(parts.largest(), Some(1));
        assert_eq!(parts.at(Pos::new(0, 1)), Some(0));
        assert_eq!(parts.at(Pos::new(2, 0)), None);
        assert_eq!(parts.at(Pos::new(4, 0)), None);
        assert_eq!(parts.cells(1), flood(&floor, Pos::new(1, 2)));
        assert_eq!(flood(&floor, Pos::new(0, 0)).count(), 3);
        assert!(flood(&floor, Pos::new(2, 0)).is_empty());
    }

    #[test]
    fn of_equal_parts_the_first_is_largest() {
        let grid = Grid::from_cells(5, vec![true, false, true, false, true]).expect("a rectangle");
        assert_eq!(Components::of(&Bits::of(&grid, |&cell| cell)).largest(), Some(0));
        assert_eq!(Components::of(&Bits::new(3, 3)).largest(), None);
    }
}
