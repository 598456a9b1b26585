//! Which part of the floor is on the screen.
//!
//! The camera stays put while its focus keeps away from the edges of the screen, and then jumps so
//! that two thirds of the screen lie before it: scrolling at every step would send the whole map to
//! the terminal.
//!
//! A cell of the floor takes one column of the screen, or two, so that it is about square.

use ratatui::layout::Rect;

use base::Pos;

/// The number of cells that are shown around the focus on each side, at the least.
const EDGE_CELLS: i32 = 2;

/// The narrowest area whose cells take two columns where nobody has asked for that.
const MIN_COLUMNS_OF_WIDE: u16 = 74;

/// How many columns of the screen a cell of a floor takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellWidth {
    /// Two where the whole floor has room so.
    #[default]
    Auto,
    Narrow,
    Wide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// The cell in the upper left corner; it may lie outside of a floor smaller than the screen.
    pub origin: Pos,
    /// The columns of a cell: 1 or 2.
    columns: u16,
}

impl Default for Camera {
    fn default() -> Self {
        Camera::at(Pos::new(0, 0))
    }
}

impl Camera {
    /// A camera with cells of one column, and a cell in its upper left corner.
    pub const fn at(origin: Pos) -> Camera {
        Camera { origin, columns: 1 }
    }

    /// Makes its cells as wide as they are to be in an area, for a floor of a size. Returns how many
    /// columns and rows of cells the area shows.
    pub fn fit(&mut self, area: Rect, floor: (i32, i32), width: CellWidth) -> (i32, i32) {
        let is_wide = match width {
            CellWidth::Auto => {
                area.width >= MIN_COLUMNS_OF_WIDE && 2 * floor.0 <= i32::from(area.width)
            }
            CellWidth::Narrow => false,
            CellWidth::Wide => true,
        };
        self.columns = 1 + u16::from(is_wide);
        (i32::from(area.width / self.columns), i32::from(area.height))
    }

    /// The columns of the screen that a cell takes.
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// Moves as little as keeps `focus` on the screen and `margin` percent of the screen away from
    /// its edges. `floor` and `shown` are columns and rows of the floor and of the screen.
    pub fn follow(&mut self, focus: Pos, floor: (i32, i32), shown: (i32, i32), margin: i32) {
        self.origin = Pos::new(
            follow(self.origin.x, focus.x, floor.0, shown.0, margin),
            follow(self.origin.y, focus.y, floor.1, shown.1, margin),
        );
    }

    /// As [`Camera::follow`], and then moves as little as brings `others` onto the screen too: one
    /// after the other, as far as there is room for it beside `focus` and those before it.
    pub fn follow_with(
        &mut self,
        focus: Pos,
        others: impl Iterator<Item = Pos>,
        floor: (i32, i32),
        shown: (i32, i32),
        margin: i32,
    ) {
        self.follow(focus, floor, shown, margin);
        let (mut columns, mut rows) =
            (Span::around(focus.x, shown.0), Span::around(focus.y, shown.1));
        for other in others {
            let all = (columns.with(other.x, shown.0), rows.with(other.y, shown.1));
            if let (Some(wider), Some(higher)) = all {
                (columns, rows) = (wider, higher);
            }
        }
        let Pos { x, y } = self.origin;
        self.origin = Pos::new(
            if floor.0 > shown.0 { columns.clamp(x, floor.0 - shown.0) } else { x },
            if floor.1 > shown.1 { rows.clamp(y, floor.1 - shown.1) } else { y },
        );
    }

    /// The cell of the floor at a position of the screen, for a floor of a size that was drawn into
    /// an area; `None` outside the floor or the area.
    pub fn cell_at(self, place: (u16, u16), area: Rect, floor: (i32, i32)) -> Option<Pos> {
        if !area.contains(place.into()) {
            return None;
        }
        let (x, y) = (place.0 - area.x, place.1 - area.y);
        let pos = self.origin + Pos::new(i32::from(x / self.columns), i32::from(y));
        ((0..floor.0).contains(&pos.x) && (0..floor.1).contains(&pos.y)).then_some(pos)
    }
}

/// The origins of the camera, on one axis, that keep some cells on the screen: from the first to
/// the last.
#[derive(Clone, Copy)]
struct Span {
    first: i32,
    last: i32,
}

impl Span {
    /// The origins that show the cells up to [`EDGE_CELLS`] from one, on a screen of a size.
    fn around(cell: i32, shown: i32) -> Span {
        let edge = EDGE_CELLS.min((shown - 1) / 2);
        Span { first: cell + edge + 1 - shown, last: cell - edge }
    }

    /// The origins that show another cell too, if there are any.
    fn with(self, cell: i32, shown: i32) -> Option<Span> {
        let span = Span { first: self.first.max(cell + 1 - shown), last: self.last.min(cell) };
        (span.first <= span.last).then_some(span)
    }

    /// The nearest of these origins that shows nothing beyond the floor.
    fn clamp(self, origin: i32, max: i32) -> i32 {
        origin.clamp(self.first, self.last).clamp(0, max)
    }
}

fn follow(origin: i32, focus: i32, floor: i32, shown: i32, margin: i32) -> i32 {
    if floor <= shown {
        return (floor - shown) / 2;
    }
    let margin = shown * margin / 100;
    let last = floor - shown;
    let origin = origin.clamp(0, last);
    let inside = focus >= origin + margin && focus < origin + shown - margin;
    // At the floor's own edge there is nothing more to show.
    let at_edge = focus < origin + margin && origin == 0
        || focus >= origin + shown - margin && origin == last;
    let in_sight = focus >= origin && focus < origin + shown;
    if inside || at_edge && in_sight {
        return origin;
    }
    let (behind, middle) = (margin.max(shown / 3), shown / 2);
    let place = match () {
        () if !in_sight => middle,
        () if focus < origin + margin => middle.max(shown - 1 - behind),
        () => middle.min(behind),
    };
    (focus - place).clamp(0, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_jumps_only_when_the_edge_comes_near() {
        let mut camera = Camera::default();
        let mut follow = |x| {
            camera.follow(Pos::new(x, 5), (100, 10), (40, 20), 20);
            camera.origin
        };
        assert_eq!(follow(3), Pos::new(0, -5));
        assert_eq!(follow(31), Pos::new(0, -5));
        assert_eq!(follow(32), Pos::new(19, -5));
        assert_eq!(follow(27), Pos::new(19, -5));
        assert_eq!(follow(26), Pos::new(0, -5));
        assert_eq!(follow(99), Pos::new(60, -5));
    }

    #[test]
    fn it_shows_all_for_whom_there_is_room_beside_the_focus() {
        let mut camera = Camera::default();
        let mut follow = |x, others: &[i32]| {
            let others = others.iter().map(|&x| Pos::new(x, 5));
            camera.follow_with(Pos::new(x, 5), others, (100, 10), (40, 20), 20);
            camera.origin.x
        };
        assert_eq!(follow(20, &[38]), 0, "in sight as it is");
        assert_eq!(follow(20, &[42]), 3, "no farther than is needed");
        assert_eq!(follow(20, &[43, 2]), 4, "the second has no room beside the first");
        assert_eq!(follow(20, &[90, 2]), 2, "the first is too far off, the second is not");
        assert_eq!(follow(20, &[56]), 17, "up to the edge around the focus");
        assert_eq!(follow(20, &[58]), 0, "beyond that there is no room for both");
    }
}
