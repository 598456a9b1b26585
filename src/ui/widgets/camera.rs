//! Which part of the floor is on the screen.
//!
//! The camera stays put while its focus keeps away from the edges of the screen, and then jumps until the focus is in
//! the middle again: scrolling at every step would send the whole map to the terminal.

use ratatui::layout::Rect;

use crate::base::Pos;

/// The part of the floor that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Camera {
    /// The cell in the upper left corner; it may lie outside of a floor smaller than the screen.
    pub origin: Pos,
}

impl Camera {
    /// Moves as little as keeps `focus` on the screen and `margin` percent of the screen away from its edges. `floor`
    /// and `shown` are columns and rows of the floor and of the screen.
    pub fn follow(&mut self, focus: Pos, floor: (i32, i32), shown: (i32, i32), margin: i32) {
        self.origin = Pos::new(
            follow(self.origin.x, focus.x, floor.0, shown.0, margin),
            follow(self.origin.y, focus.y, floor.1, shown.1, margin),
        );
    }

    /// As [`Camera::follow`], and then centres `focus` if that brings one of `others` onto the screen which would be off it
    /// otherwise.
    pub fn follow_with(
        &mut self,
        focus: Pos,
        mut others: impl Iterator<Item = Pos>,
        floor: (i32, i32),
        shown: (i32, i32),
        margin: i32,
    ) {
        self.follow(focus, floor, shown, margin);
        let mut centred = *self;
        centred.follow(focus, floor, shown, 50);
        if others.any(|other| centred.shows(other, shown) && !self.shows(other, shown)) {
            *self = centred;
        }
    }

    /// The cell of the floor at a position of the screen, for a floor of a size that was drawn into an area; `None` outside
    /// the floor or the area.
    pub fn cell_at(self, place: (u16, u16), area: Rect, floor: (i32, i32)) -> Option<Pos> {
        if !area.contains(place.into()) {
            return None;
        }
        let (x, y) = (place.0 - area.x, place.1 - area.y);
        let pos = self.origin + Pos::new(i32::from(x), i32::from(y));
        ((0..floor.0).contains(&pos.x) && (0..floor.1).contains(&pos.y)).then_some(pos)
    }

    fn shows(self, pos: Pos, shown: (i32, i32)) -> bool {
        let Pos { x, y } = pos - self.origin;
        (0..shown.0).contains(&x) && (0..shown.1).contains(&y)
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
    if inside || at_edge && in_sight { origin } else { (focus - shown / 2).clamp(0, last) }
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
        assert_eq!(follow(32), Pos::new(12, -5));
        assert_eq!(follow(20), Pos::new(12, -5));
        assert_eq!(follow(19), Pos::new(0, -5));
        assert_eq!(follow(99), Pos::new(60, -5));
    }

    #[test]
    fn it_goes_to_the_middle_for_those_who_are_seen_from_there() {
        let mut camera = Camera::default();
        let mut follow = |x, other| {
            let others = [Pos::new(other, 5)].into_iter();
            camera.follow_with(Pos::new(x, 5), others, (100, 10), (40, 20), 20);
            camera.origin.x
        };
        assert_eq!(follow(30, 38), 0, "in sight as it is");
        assert_eq!(follow(30, 60), 0, "too far off for either");
        assert_eq!(follow(30, 42), 10);
        assert_eq!(follow(31, 43), 10, "and there it stays");
    }
}
