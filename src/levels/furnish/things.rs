//! Passes that place closet, chutes and wells, chests, braziers, residents, items, hiding places,
//! keys and tools, and the draws of kinds by depth.

use crate::algo::locks::Opener;
use crate::draft::LevelDraft;
use crate::draft::placement_map::{FreeCells, PlacementMap, ground};
use crate::error::PassError;
use crate::level::{Room, RoomRole, ThingKind};
use base::{Bits, DistanceField, Moves, Pos, Rect, Stream};
use content::{ActorKind, Depth, DepthRange, Holding, TrapKind};

/// The greatest distance of the closet from where a shift begins, in steps.
const MAX_CLOSET_STEPS: u16 = 16;

/// Places the closet as near to where a shift begins as possible, in the same room if there are
/// rooms, then chutes and wells; the first chute and the first well can be reached without opening
/// a gate.
pub(crate) fn services(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let home = home(draft);
    let within = (2..=u32::from(MAX_CLOSET_STEPS)).find_map(|near| {
        draft.find_before_gates(|map, pos| {
            map.steps_to(pos) <= near && home.is_none_or(|home| home.contains(pos))
        })
    });
    let closet = within.ok_or(PassError::Retry("there is no room for a closet by the start"))?;
    draft.place_thing(ThingKind::Closet, "closet", 1, closet);

    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let furnishing = &draft.spec.kind.furnishing;
    for (kind, name, count) in [
        (ThingKind::Chute, "chute", furnishing.chutes.on(cells, depth)),
        (ThingKind::Well, "well", furnishing.wells.on(cells, depth)),
    ] {
        let standing = draft.things.iter().filter(|thing| thing.kind == kind).count() as u32;
        for placed in standing..count {
            let is_spread =
                |map: &PlacementMap, pos| map.steps_to(pos) > 3 && !map.is_crowded(pos, 3);
            let found = if placed == 0 {
                draft.find_before_gates(is_spread).or_else(|| draft.find_before_gates(|_, _| true))
            } else {
                draft.find(is_spread).or_else(|| draft.find(|_, _| true))
            };
            let Some(pos) = found else {
                if placed == 0 {
                    return Err(PassError::Retry("there is no room for a chute and a well"));
                }
                break;
            };
            draft.place_thing(kind, name, 1, pos);
        }
    }
    Ok(())
}

/// Whether closet, first chute and first well are sure to find cells, whatever is drawn, if nothing
/// is placed before them.
///
/// Where cells are scarce it may be false although they would.
pub(crate) fn surely_fit(draft: &LevelDraft<'_>) -> bool {
    if draft.tiles.cells().iter().any(|tile| tile.is_gate()) {
        return false;
    }
    let entrance = draft.entrance();
    let ground = ground(&draft.tiles, draft.exit);
    let free = FreeCells::of(&ground, [entrance, draft.exit], &draft.things);
    let mut steps = DistanceField::new();
    steps.spread(&ground, [entrance], Moves::Eight, MAX_CLOSET_STEPS);
    let home = home(draft);
    let can_place = |pos: &Pos| free.can_place(&draft.tiles, *pos);
    let is_near = |pos: &Pos| {
        steps.get(*pos) <= MAX_CLOSET_STEPS && home.is_none_or(|home| home.contains(*pos))
    };
    let around = Rect::around(entrance, MAX_CLOSET_STEPS.into());
    // A thing affects what can be placed on its own cell and on its neighbours, and the closet and
    // all chutes come before the first well.
    let chutes = draft.spec.kind.furnishing.chutes.on(free.open.count(), draft.spec.depth) as usize;
    free.open.iter_in(around).filter(is_near).any(|pos| can_place(&pos))
        && free.open.iter().filter(can_place).nth(9 * (1 + chutes)).is_some()
}

/// The room where a shift begins; the closet is placed in it.
fn home(draft: &LevelDraft<'_>) -> Option<Rect> {
    let entrance = draft.entrance();
    let is_home = |room: &&Room| {
        matches!(room.role, RoomRole::Start | RoomRole::Closet) && room.rect.contains(entrance)
    };
    draft.rooms.iter().find(is_home).map(|room| room.rect)
}

/// Places chests where features request them, then in nooks and dead ends away from the start, then
/// anywhere.
pub(crate) fn chests(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let mut nooks = draft
        .shuffled(|map, pos| map.room_around(pos) <= 3 && map.steps_to(pos) > map.farthest / 4);
    for _ in 0..draft.spec.kind.furnishing.chests.on(cells, depth) {
        let found = draft
            .find_requested(Holding::Chest)
            .or_else(|| draft.next_free(&mut nooks, |map, pos| !map.is_crowded(pos, 3)))
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > 3));
        let Some(pos) = found else {
            break;
        };
        let tier = chest_tier(&mut draft.stream, depth);
        draft.place_thing(ThingKind::Chest, "chest", tier, pos);
    }
}

/// Minimum distance between two braziers, in steps in eight directions.
const MIN_GAP_STEPS: i32 = 7;

/// Places braziers where features request them, then at the walls of wider spaces, apart from each
/// other; fewer if there is no such cell left, but at least one.
pub(crate) fn lights(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let mut lit = Bits::new(draft.spec.width, draft.spec.height);
    let mut by_walls = draft.shuffled(|map, pos| (4..=6).contains(&map.room_around(pos)));
    for _ in 0..draft.spec.kind.furnishing.lights.on(cells, depth) {
        let found = draft
            .find_requested(Holding::Light)
            .or_else(|| draft.next_free(&mut by_walls, |_, pos| !lit.contains(pos)));
        let Some(pos) = found else {
            break;
        };
        draft.place_thing(ThingKind::Light, "brazier", 1, pos);
        // Too near for another.
        lit.insert_within(Rect::around(pos, MIN_GAP_STEPS - 1));
    }
    if lit.is_empty()
        && let Some(pos) = draft.find(|_, _| true)
    {
        draft.place_thing(ThingKind::Light, "brazier", 1, pos);
    }
}

/// Places residents by depth and weight, in groups of the size that their kind says; the farther
/// from the start, the more of them.
pub(crate) fn actors(draft: &mut LevelDraft<'_>) {
    let depth = draft.spec.resident_depth;
    let quiet = draft.spec.kind.furnishing.quiet;
    for _ in 0..draft.groups_of_residents() {
        let Some(kind) = draft.draw_resident(depth) else { break };
        // Danger rises with the distance: each group has a random minimum distance.
        let farthest = draft.placement().farthest;
        let off = quiet.max(draft.stream.below(farthest * 2 / 3 + 1));
        let found = draft
            .find_requested(Holding::Actor)
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > off))
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > quiet));
        let Some(first) = found else {
            break;
        };
        let tier = kind.tier();
        draft.place_thing(ThingKind::Actor, &kind.name, tier, first);
        let (low, high) = kind.group;
        let heads = draft.stream.range(i32::from(low), i32::from(high));
        for _ in 1..heads {
            let Some(beside) = draft.find_near(first, 4) else {
                break;
            };
            draft.place_thing(ThingKind::Actor, &kind.name, tier, beside);
        }
    }
}

impl LevelDraft<'_> {
    /// How many groups of residents the level has, by its size, the depth of the residents and what
    /// was asked for.
    pub(crate) fn groups_of_residents(&mut self) -> u32 {
        let usual = self.spec.kind.furnishing.actors;
        let cells = self.furnishable_cells();
        let groups = usual.on(cells, self.spec.resident_depth);
        (groups * self.spec.resident_percent).div_ceil(100)
    }
}

impl<'a> LevelDraft<'a> {
    /// A kind of resident drawn for a depth, by its weight in the recipe.
    pub(crate) fn draw_resident(&mut self, depth: Depth) -> Option<&'a ActorKind> {
        let (kinds, recipe) = (&self.catalog.actors, self.spec.kind);
        let weights = kinds.iter().map(|kind| (kind.depths, recipe.weight_of(kind)));
        by_depth(&mut self.stream, depth, weights).map(|place| &kinds[place])
    }

    /// A kind of trap drawn for the depth of the level.
    pub(crate) fn draw_trap(&mut self) -> Option<&'a TrapKind> {
        let kinds = &self.catalog.traps;
        let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
        by_depth(&mut self.stream, self.spec.depth, weights).map(|place| &kinds[place])
    }
}

/// Places items by depth and weight, where features request them, then anywhere.
pub(crate) fn items(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let kinds = &draft.catalog.items;
    for _ in 0..draft.spec.kind.furnishing.items.on(cells, depth) {
        let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
        let Some(kind) = by_depth(&mut draft.stream, depth, weights).map(|place| &kinds[place])
        else {
            break;
        };
        let found = draft
            .find_requested(Holding::Item)
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > 2));
        let Some(pos) = found else {
            break;
        };
        draft.place_thing(ThingKind::Item, &kind.name, kind.tier, pos);
    }
}

/// Places wardrobes along the walls of rooms, or in wider spaces of levels without rooms.
pub(crate) fn wardrobes(draft: &mut LevelDraft<'_>) {
    let mut walls = Bits::new(draft.spec.width, draft.spec.height);
    for floor in draft.rooms.iter().map(|room| room.rect) {
        let inner = floor.grown(-1);
        for pos in floor.positions().filter(|&pos| !inner.contains(pos)) {
            walls.insert(pos);
        }
    }
    let is_anywhere = walls.is_empty();
    let is_by_wall = |pos| is_anywhere || walls.contains(pos);
    hide(draft, "wardrobe", |map, pos| is_by_wall(pos) && (3..=5).contains(&map.room_around(pos)));
}

/// Places alcoves on cells with few open neighbours.
pub(crate) fn alcoves(draft: &mut LevelDraft<'_>) {
    hide(draft, "alcove", |map, pos| (1..=3).contains(&map.room_around(pos)));
}

/// Places as many as the recipe says, none beside another thing.
fn hide(draft: &mut LevelDraft<'_>, name: &str, suits: impl Fn(&PlacementMap, Pos) -> bool) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let Some(count) = draft.spec.kind.furnishing.hiding else { return };
    let mut places = draft.shuffled(suits);
    for _ in 0..count.on(cells, depth) {
        let Some(pos) = draft.next_free(&mut places, |map, pos| !map.is_crowded(pos, 1)) else {
            break;
        };
        draft.place_thing(ThingKind::Crate, name, 1, pos);
    }
}

/// Places the openers in the rooms that the locks were proven with: in the start room in a corner,
/// elsewhere as near to the centre as possible.
pub(crate) fn openers(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(locked) = draft.locked.take() else {
        return Err(PassError::Missing("proven locks"));
    };
    for item in &locked.items {
        let area = draft.rooms[item.room].rect;
        let (centre, start) = (area.centre(), draft.start);
        let found = if draft.rooms[item.room].role == RoomRole::Start {
            draft.best_cell_in(area, |map, pos| {
                (8 - map.room_around(pos) as i32, pos.manhattan(start))
            })
        } else {
            draft.best_cell_in(area, |_, pos| (-pos.steps_to(centre), -pos.manhattan(centre)))
        };
        let pos = found.ok_or(PassError::Retry("there is no room for a key"))?;
        draft.place_thing(kind_of(item.opener), &item.opener.to_string(), 1, pos);
    }
    draft.locked = Some(locked);
    Ok(())
}

pub(crate) fn kind_of(opener: Opener) -> ThingKind {
    match opener {
        Opener::Key => ThingKind::Key,
        Opener::BossKey => ThingKind::BossKey,
        Opener::Feather => ThingKind::Feather,
        Opener::Satchel => ThingKind::Satchel,
    }
}

/// The index of a kind drawn by weight among those of a depth; below the deepest depth of all
/// kinds, among those of the deepest. `None` if there are none. `kinds` yields depths and weights.
fn by_depth(
    stream: &mut Stream,
    depth: Depth,
    kinds: impl Iterator<Item = (DepthRange, u32)> + Clone,
) -> Option<usize> {
    let living = kinds.clone().filter(|&(depths, weight)| depths != DepthRange::NONE && weight > 0);
    let deepest = living.map(|(depths, _)| depths.last()).max()?;
    let depth = depth.min(deepest);
    let weights = kinds.map(|(depths, weight)| if depths.contains(depth) { weight } else { 0 });
    stream.weighted(weights)
}

/// The tier of a chest at a depth: [`Depth::tier`], with one chance in five one more; at most 5.
fn chest_tier(stream: &mut Stream, depth: Depth) -> u8 {
    let luck = u8::from(stream.one_in(5));
    (depth.tier() + luck).min(5)
}
