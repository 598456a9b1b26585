//! Rectangles of cells that hold something.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::{Pos, Rect};

/// A rectangle of cells, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw<T>", into = "Raw<T>", bound(serialize = "T: Clone + Serialize"))]
pub struct Grid<T> {
    width: i32,
    height: i32,
    cells: Vec<T>,
}

/// The number of cells read is not width times height.
#[derive(Debug, thiserror::Error)]
#[error("a grid of {width}×{height} cannot hold {cells} cells")]
pub struct SizeMismatch {
    width: u16,
    height: u16,
    cells: usize,
}

#[derive(Serialize, Deserialize)]
struct Raw<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

impl<T> TryFrom<Raw<T>> for Grid<T> {
    type Error = SizeMismatch;
    fn try_from(raw: Raw<T>) -> Result<Grid<T>, SizeMismatch> {
        let Raw { width, height, cells } = raw;
        if cells.len() != usize::from(width) * usize::from(height) {
            return Err(SizeMismatch { width, height, cells: cells.len() });
        }
        Ok(Grid { width: width.into(), height: height.into(), cells })
    }
}

impl<T> From<Grid<T>> for Raw<T> {
    fn from(grid: Grid<T>) -> Raw<T> {
        Raw { width: grid.width as u16, height: grid.height as u16, cells: grid.cells }
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value in every cell.
    pub fn filled(width: i32, height: i32, value: T) -> Grid<T> {
        Grid { width, height, cells: vec![value; (width * height) as usize] }
    }
}

impl<T> Grid<T> {
    /// Rows of cells as they come; `None` where they do not fill a rectangle of that width.
    pub fn from_cells(width: i32, cells: Vec<T>) -> Option<Grid<T>> {
        let height = (cells.len() as i32).checked_div(width)?;
        (width > 0 && (width * height) as usize == cells.len()).then_some(Grid {
            width,
            height,
            cells,
        })
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    pub fn area(&self) -> usize {
        self.cells.len()
    }

    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    pub fn contains(&self, pos: Pos) -> bool {
        pos.x >= 0 && pos.y >= 0 && pos.x < self.width && pos.y < self.height
    }

    /// Gives some cells the same value.
    pub fn fill(&mut self, cells: impl IntoIterator<Item = Pos>, value: T)
    where
        T: Copy,
    {
        for pos in cells {
            self[pos] = value;
        }
    }

    /// On the outer ring of cells, or outside altogether.
    pub fn is_border(&self, pos: Pos) -> bool {
        pos.x <= 0 || pos.y <= 0 || pos.x >= self.width - 1 || pos.y >= self.height - 1
    }

    /// Where a cell stands in [`Grid::cells`].
    pub fn index_of(&self, pos: Pos) -> usize {
        debug_assert!(self.contains(pos), "{pos:?} lies outside {}×{}", self.width, self.height);
        (pos.y * self.width + pos.x) as usize
    }

    /// The cell at a place in [`Grid::cells`].
    pub fn pos_of(&self, index: usize) -> Pos {
        Pos::new(index as i32 % self.width, index as i32 / self.width)
    }

    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.contains(pos).then(|| &self.cells[self.index_of(pos)])
    }

    pub fn get_mut(&mut self, pos: Pos) -> Option<&mut T> {
        if !self.contains(pos) {
            return None;
        }
        let index = self.index_of(pos);
        Some(&mut self.cells[index])
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.width.max(1) as usize)
    }

    /// Every position, in reading order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Pos::new(x, y)))
    }

    /// Every cell with its position, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.positions().zip(&self.cells)
    }

    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { width: self.width, height: self.height, cells: self.cells.iter().map(f).collect() }
    }
}

impl<T> Index<Pos> for Grid<T> {
    type Output = T;
    fn index(&self, pos: Pos) -> &T {
        &self.cells[self.index_of(pos)]
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, pos: Pos) -> &mut T {
        let index = self.index_of(pos);
        &mut self.cells[index]
    }
}
