//! Columns and niches in rooms.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::RoomRole;
use base::{Grid, Pos, Rect};
use content::{Holding, Tile};

/// A symmetric arrangement of columns or niches in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adornment {
    /// Two rows of columns along the room, an aisle behind each.
    Colonnade,
    /// Niches side by side in both long walls.
    Niches,
    /// A column near each corner.
    Four,
}

/// Builds columns or niches into a share of the rooms. The boss room always has columns, with a
/// resident, lights and a chest; the start room has none, to leave space for the closet.
///
/// Columns stand free, and niches are one cell deep and face two free rows, so nothing is cut off.
/// No door is walled up, and the middle of a room stays open.
pub(crate) fn columns(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("adorned_percent")? as u32;
    for room in &draft.rooms {
        let rect = room.rect;
        match room.role {
            RoomRole::Start => {}
            RoomRole::Boss => {
                let style = if Adornment::Colonnade.fits(rect) {
                    Adornment::Colonnade
                } else {
                    Adornment::Four
                };
                set(&mut draft.tiles, rect, style);
                let centre = rect.centre();
                let holds = [Holding::Actor, Holding::Light, Holding::Light, Holding::Chest];
                for holding in holds {
                    draft.feature_requests.entry(holding).or_default().push_back(centre);
                }
            }
            _ if draft.stream.percent(percent) => {
                let styles =
                    [(Adornment::Niches, 5), (Adornment::Colonnade, 3), (Adornment::Four, 2)];
                let weights =
                    styles.map(|(style, weight)| if style.fits(rect) { weight } else { 0 });
                if let Some(drawn) = draft.stream.weighted(weights) {
                    set(&mut draft.tiles, rect, styles[drawn].0);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

impl Adornment {
    /// Whether a room is large enough for it.
    fn fits(self, room: Rect) -> bool {
        let (long, short) = (room.w.max(room.h), room.w.min(room.h));
        match self {
            Adornment::Colonnade => long >= 7 && short >= 6,
            Adornment::Niches => short >= 5,
            Adornment::Four => short >= 6,
        }
    }

    /// The cells that become wall, counted along the room and across it.
    fn stones(self, long: i32, short: i32) -> Vec<(i32, i32)> {
        let (from, to) = match self {
            Adornment::Colonnade | Adornment::Four => (1, short - 2),
            Adornment::Niches => (0, short - 1),
        };
        let mut along = mirrored(long);
        if self == Adornment::Four {
            along.truncate(2);
        }
        along.into_iter().flat_map(|at| [(at, from), (at, to)]).collect()
    }
}

/// Every second index along a wall of this length, counted from both ends, none beside another.
fn mirrored(length: i32) -> Vec<i32> {
    let pairs = (1..length).step_by(2).map(|at| (at, length - 1 - at));
    let mut places = Vec::new();
    for (one, other) in pairs.take_while(|(one, other)| one <= other && other - one != 1) {
        places.push(one);
        if other != one {
            places.push(other);
        }
    }
    places
}

/// Builds an arrangement into a room, but not beside doors, start or exit.
fn set(tiles: &mut Grid<Tile>, room: Rect, style: Adornment) {
    let is_wide = room.w >= room.h;
    let (long, short) = if is_wide { (room.w, room.h) } else { (room.h, room.w) };
    for (along, across) in style.stones(long, short) {
        let (dx, dy) = if is_wide { (along, across) } else { (across, along) };
        let pos = Pos::new(room.x + dx, room.y + dy);
        let is_plain = |pos: Pos| tiles[pos] == Tile::Floor && room.contains(pos);
        let is_free = |pos: Pos| is_plain(pos) || tiles[pos] == Tile::Wall;
        if is_plain(pos) && pos.cardinals().all(is_free) {
            tiles[pos] = Tile::Wall;
        }
    }
}
