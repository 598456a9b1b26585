//! An effect: something that is on the map for a while, as plain data.

use base::Pos;

use crate::{
    theme::ColorRole,
    widgets::map::{MapMark, MarkKind},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    pub shape: Shape,
    pub role: ColorRole,
    /// When it begins, and for how long it is there, in milliseconds.
    pub start: u32,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Something flies over these cells, one after another.
    Path(Vec<Pos>),
    /// Cells that light up, some after others: one list for a flash, several for a ring that grows.
    Cells(Vec<Vec<Pos>>),
    /// The letter of whoever is gone fades.
    Letter(Pos, char),
    /// Health lost or won, above the cell.
    Number(Pos, i32),
}

impl Shape {
    /// The number of pictures that it is shown in, each for as long as the others.
    fn pictures(&self) -> u32 {
        let count = match self {
            Shape::Path(cells) => cells.len(),
            Shape::Cells(lists) => lists.len(),
            Shape::Letter(..) => 2,
            Shape::Number(..) => 1,
        };
        count as u32
    }

    fn marks(&self, picture: u32, role: ColorRole) -> Vec<MapMark> {
        let picture = picture as usize;
        let mark = |at, kind| MapMark { at, kind };
        match self {
            Shape::Path(cells) => vec![mark(cells[picture], MarkKind::Missile)],
            Shape::Cells(lists) => {
                lists[picture].iter().map(|&at| mark(at, MarkKind::Flash(role))).collect()
            }
            Shape::Letter(at, letter) => {
                let role = if picture == 0 { role } else { ColorRole::Dim };
                vec![mark(*at, MarkKind::Letter(*letter, role))]
            }
            Shape::Number(at, number) => vec![mark(*at, MarkKind::Number(*number, role))],
        }
    }

    /// Whether one picture tells all of it.
    pub(super) fn is_still(&self) -> bool {
        !matches!(self, Shape::Path(_)) && self.pictures() == 1
    }
}

impl Effect {
    /// What it puts on the map at a time.
    pub(super) fn marks(&self, now: u32) -> Vec<MapMark> {
        match now.checked_sub(self.start) {
            Some(gone) if gone < self.length => {
                self.shape.marks(gone * self.shape.pictures() / self.length, self.role)
            }
            _ => Vec::new(),
        }
    }

    /// The first time after `now` at which that is something else; `None` if it is over.
    pub(super) fn next_change(&self, now: u32) -> Option<u32> {
        let Some(gone) = now.checked_sub(self.start) else { return Some(self.start) };
        let pictures = self.shape.pictures();
        let picture = gone * pictures / self.length.max(1);
        // The first millisecond of the next picture.
        let next = ((picture + 1) * self.length).div_ceil(pictures.max(1));
        (gone < self.length).then_some(self.start + next)
    }
}
