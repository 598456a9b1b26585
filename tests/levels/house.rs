//! A house: its walls raised again, one after another.

use base::{Bits, Dir, DistanceField, Grid, Moves, Pos, Rect};
use levels::{HouseDetail, Link, LinkGate, LinkKind, RoomRole, ThingKind};

use crate::contract::{Case, check_loops};

pub(crate) fn check(case: &Case<'_>, house: &HouseDetail) {
    let Case { level, context, .. } = case;
    let passable = level.tiles.map(|tile| tile.is_passable());
    let inside = level.tiles.bounds().grown(-2);
    check_front_door(case, house, inside);

    let min = case.setting("least_room");
    let mut parts = vec![inside];
    let mut wall = passable.map(|_| true);
    for pos in inside.positions() {
        wall[pos] = false;
    }
    wall[level.exit] = false;
    let loops: Vec<Pos> = case.loops().map(|link| link.cells[0]).collect();
    for split in &house.splits {
        let place = parts.iter().position(|part| part.contains(split.from));
        let part = parts.swap_remove(place.unwrap_or_else(|| panic!("{context}: {split:?}")));
        let halves = halves(part, split.from, split.to);
        let [one, other] = halves.unwrap_or_else(|| panic!("{context}: {split:?} of {part:?}"));
        let sides = if one.x == other.x { [one.h, other.h] } else { [one.w, other.w] };
        assert!(sides.iter().all(|&side| side >= min), "{context}: {split:?} of {part:?}");
        // It ends at walls, so it shuts off neither an opening nor the front door.
        let along = if split.from.x == split.to.x { Pos::new(0, 1) } else { Pos::new(1, 0) };
        assert!(wall[split.from - along] && wall[split.to + along], "{context}: {split:?}");
        let cells = Rect::new(
            split.from.x,
            split.from.y,
            split.to.x - split.from.x + 1,
            split.to.y - split.from.y + 1,
        );
        assert!(cells.contains(split.opening), "{context}: {split:?}");
        for pos in cells.positions() {
            wall[pos] = pos != split.opening;
            let is_open = pos == split.opening || loops.contains(&pos);
            assert_eq!(passable[pos], is_open, "{context}: {split:?} at {pos:?}");
        }
        parts.extend([one, other]);
    }

    let mut rooms: Vec<Rect> = level.rooms.iter().map(|room| room.rect).collect();
    for &room in rooms
        .iter()
        .filter(|&&room| case.setting("hall_percent") == 0 || room.area() >= 9 * min * min)
    {
        assert!(!could_be_split(&wall, room, min), "{context}: {room:?} is left whole");
    }
    rooms.sort_unstable_by_key(|room| (room.y, room.x));
    parts.sort_unstable_by_key(|part| (part.y, part.x));
    assert_eq!(rooms, parts, "{context}");
    check_openings(case, house);
    check_loops(case, true);
    for &pos in &loops {
        assert!(wall[pos], "{context}: {pos:?} was open");
        wall[pos] = false;
    }
    check_back_door(case, house, inside, &passable);
    for (pos, &open) in passable.iter() {
        assert!(!open || !wall[pos], "{context}: nobody opened {pos:?}");
    }
    let chests = level.things_of(ThingKind::Chest).count();
    let floor = rooms.iter().map(|room| room.area()).sum::<i32>() as usize;
    assert!(chests <= 3.min(floor / 50), "{context}: {chests} chests on {floor} cells");
}

fn check_front_door(case: &Case<'_>, house: &HouseDetail, inside: Rect) {
    let Case { level, context, .. } = case;
    if let Some(&asked) = Dir::CARDINAL.get(case.setting("side") as usize) {
        assert_eq!(house.side, asked, "{context}");
    }
    assert_eq!(house.door, level.exit, "{context}");
    assert_eq!(house.door, level.start + house.side, "{context}");
    assert!(inside.contains(level.start) && !inside.contains(house.door), "{context}");
    assert!(inside.grown(1).contains(house.door), "{context}");
}

/// A shift begins inside, by the outer wall, as far from the front door as anywhere along it,
/// beside nothing, and in the room of the closet.
fn check_back_door(case: &Case<'_>, house: &HouseDetail, inside: Rect, passable: &Grid<bool>) {
    let Case { level, context, .. } = case;
    let back_door = house.back_door;
    assert_eq!(level.entrance(), back_door, "{context}");
    assert!(inside.contains(back_door) && !inside.grown(-1).contains(back_door), "{context}");
    assert!(level.thing_at(back_door).is_none(), "{context}: {:?}", level.thing_at(back_door));
    let mut steps = DistanceField::new();
    let passable = Bits::of(passable, |&open| open);
    steps.spread(&passable, [level.exit], Moves::Eight, DistanceField::MAX_DISTANCE);
    let room = |pos: Pos| level.rooms.iter().find(|room| room.rect.contains(pos));
    let rim = inside.positions().filter(|&pos| !inside.grown(-1).contains(pos));
    let rim = rim.filter(|&pos| room(pos).is_some());
    let farthest = rim.map(|pos| steps.get(pos)).filter(|&it| it != DistanceField::UNREACHABLE);
    let farthest = farthest.max();
    let to_back_door = Some(steps.get(back_door));
    assert_eq!(to_back_door, farthest, "{context}: {back_door:?} is not the farthest");
    assert!(farthest > Some(2), "{context}: it is beside the front door");
    let closet = level.things_of(ThingKind::Closet).next().expect("a closet").pos();
    let (home, start) = (room(back_door).expect("a room"), room(level.start).expect("a room"));
    assert_eq!(room(closet).map(|room| room.id), Some(home.id), "{context}: no closet there");
    let role = if home.id == start.id { RoomRole::Start } else { RoomRole::Closet };
    assert_eq!(home.role, role, "{context}");
}

/// One link for each wall, in their order, through its opening; then the loops.
fn check_openings(case: &Case<'_>, house: &HouseDetail) {
    let Case { level, context, .. } = case;
    assert_eq!(house.splits.len(), level.rooms.len() - 1, "{context}");
    for (link, split) in level.links.iter().zip(&house.splits) {
        assert_eq!(
            (&link.cells[..], link.kind),
            (&[split.opening][..], LinkKind::Tree),
            "{context}"
        );
    }
    for link in &level.links {
        let Link { cells, doors, gate, .. } = link;
        assert_eq!((cells.len(), *gate), (1, None::<LinkGate>), "{context}");
        let is_door = level.tiles[cells[0]].character() == '+';
        assert_eq!(!doors.is_empty(), is_door, "{context}: {link:?}");
        let open = cells[0].cardinals().filter(|&beside| level.tiles[beside].is_passable());
        assert_eq!(open.count(), 2, "{context}: {link:?} is beside another opening");
    }
    let starts = level.rooms.iter().filter(|room| room.role == RoomRole::Start);
    let held: Vec<bool> = starts.map(|room| room.rect.contains(level.start)).collect();
    assert_eq!(held, [true], "{context}: where the start is");
}

/// The halves of a part on both sides of a wall that goes all the way across it.
fn halves(part: Rect, from: Pos, to: Pos) -> Option<[Rect; 2]> {
    let (right, bottom) = (part.right() - 1, part.bottom() - 1);
    if from.x == to.x && (from.y, to.y) == (part.y, bottom) {
        let x = from.x;
        let east = Rect::new(x + 1, part.y, right - x, part.h);
        Some([Rect::new(part.x, part.y, x - part.x, part.h), east])
    } else if from.y == to.y && (from.x, to.x) == (part.x, right) {
        let y = from.y;
        let south = Rect::new(part.x, y + 1, part.w, bottom - y);
        Some([Rect::new(part.x, part.y, part.w, y - part.y), south])
    } else {
        None
    }
}

fn could_be_split(wall: &Grid<bool>, part: Rect, min: i32) -> bool {
    let column = (part.x + min..part.right() - min)
        .any(|x| wall[Pos::new(x, part.y - 1)] && wall[Pos::new(x, part.bottom())]);
    let row = (part.y + min..part.bottom() - min)
        .any(|y| wall[Pos::new(part.x - 1, y)] && wall[Pos::new(part.right(), y)]);
    column || row
}
