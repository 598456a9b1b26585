//! Galleries and niches along the walls of halls.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::tile::Tile;
use base::{Dir, Pos, Rect};

/// The minimum length of a wall with a gallery or niches, in cells.
const MIN_WALL_CELLS: i32 = 6;

/// Digs along `gallery_percent` of the long walls: a gallery behind a row of pillars if there is enough solid rock, niches
/// between buttresses otherwise.
///
/// Only the hall's wall and the rock behind it are dug, away from doorways and other open cells, so the room stays a plain
/// rectangle of floor and nothing is newly connected.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("gallery_percent")? as u32;
    for room in 0..draft.rooms.len() {
        let room = &draft.rooms[room];
        let hall = room.rect;
        for out in Dir::CARDINAL {
            let wall = Wall::of(hall, out);
            if wall.length < MIN_WALL_CELLS || !draft.stream.percent(percent) {
                continue;
            }
            if wall.is_solid(draft, 3) {
                gallery(draft, wall);
            } else {
                niches(draft, wall);
            }
        }
    }
    Ok(())
}

/// One side of a hall, seen from within.
#[derive(Clone, Copy)]
struct Wall {
    /// The first cell of the wall, beside the hall's corner cell.
    first: Pos,
    along: Pos,
    out: Pos,
    length: i32,
}

impl Wall {
    fn of(hall: Rect, out: Dir) -> Wall {
        let (last_x, last_y) = (hall.right() - 1, hall.bottom() - 1);
        let (first, along, length) = match out {
            Dir::North => (Pos::new(hall.x, hall.y - 1), Pos::new(1, 0), hall.w),
            Dir::South => (Pos::new(hall.x, last_y + 1), Pos::new(1, 0), hall.w),
            Dir::West => (Pos::new(hall.x - 1, hall.y), Pos::new(0, 1), hall.h),
            _ => (Pos::new(last_x + 1, hall.y), Pos::new(0, 1), hall.h),
        };
        Wall { first, along, out: Pos::default() + out, length }
    }

    /// The cell `place` cells along the wall and `depth` cells into it.
    fn cell(self, place: i32, depth: i32) -> Pos {
        self.first
            + Pos::new(
                self.along.x * place + self.out.x * depth,
                self.along.y * place + self.out.y * depth,
            )
    }

    /// Whether there is an opening at a place: openings alternate with pillars from either end, so two pillars or openings
    /// meet in the middle of an even length.
    fn is_opening(self, place: i32) -> bool {
        place.min(self.length - 1 - place) % 2 == 1
    }

    /// Whether the wall and the rock behind it are solid, `depth` cells deep, including the cells beside its ends.
    fn is_solid(self, draft: &LevelDraft<'_>, depth: i32) -> bool {
        (-1..=self.length)
            .all(|place| (0..depth).all(|deep| is_rock(draft, self.cell(place, deep))))
    }
}

fn is_rock(draft: &LevelDraft<'_>, pos: Pos) -> bool {
    draft.tiles.get(pos) == Some(&Tile::Wall)
}

fn gallery(draft: &mut LevelDraft<'_>, wall: Wall) {
    for place in 0..wall.length {
        draft.tiles[wall.cell(place, 1)] = Tile::Floor;
        if wall.is_opening(place) {
            draft.tiles[wall.cell(place, 0)] = Tile::Floor;
        }
    }
}

fn niches(draft: &mut LevelDraft<'_>, wall: Wall) {
    for place in 0..wall.length {
        let around = (-1..=1).flat_map(|beside| [(place + beside, 0), (place + beside, 1)]);
        let mut around = around.map(|(place, depth)| wall.cell(place, depth));
        if wall.is_opening(place) && around.all(|pos| is_rock(draft, pos)) {
            draft.tiles[wall.cell(place, 0)] = Tile::Floor;
        }
    }
}
