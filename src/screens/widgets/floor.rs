//! The floor as the upkeeper sees and remembers it, as the source of a map.
//!
//! Seen, remembered and merely planned cells differ by more than their colour: remembered cells are
//! fainter (without colours, seen cells are bold), and of a plan only walls and fixtures are drawn.
//! Hostile actors are bold or reversed.

use ratatui::style::Modifier;

use crate::{Appearance, glyphs::GlyphId, terminal::ColorDepth, theme::ColorRole};
use base::{Dir, Pos};
use content::{Gate, ItemKindId, Slot};
use engine::sim::{Door, Fixture, STIRRING_TURNS};
use engine::view::{Cell, SeenActor, View};
use levels::Tile;

use super::map::{MapCell, MapMark, MapSource, MarkKind, Symbol};

pub struct FloorCells<'a> {
    view: View<'a>,
    looks: Appearance,
    /// Walls are lines rather than blocks.
    has_lines: bool,
    /// A character stands for several cells: floor that is only planned is drawn, because its walls
    /// are not.
    is_scaled: bool,
}

impl<'a> FloorCells<'a> {
    pub fn new(view: View<'a>, looks: Appearance) -> Self {
        Self { view, looks, has_lines: has_drawn_walls(view), is_scaled: false }
    }

    /// The floor for a map of several cells to a character.
    pub fn scaled(view: View<'a>, looks: Appearance) -> Self {
        Self { view, looks, has_lines: false, is_scaled: true }
    }
}

impl MapSource for FloorCells<'_> {
    fn size(&self) -> (i32, i32) {
        self.view.size()
    }

    fn cell(&self, pos: Pos) -> Option<MapCell> {
        let cell = self.view.cell(pos);
        if self.view.is_exit_marked(pos) {
            let symbol = Symbol::Glyph(self.looks.glyph(ground(Tile::Exit, false).0));
            return Some(MapCell { symbol, style: self.looks.theme.remembered() });
        }
        let tile = cell.tile?;
        if !cell.seen && tile == Tile::Floor && cell.fixture.is_none() && !self.is_scaled {
            return None;
        }
        let mut is_covered = cell.blood;
        let (symbol, role) = if tile.is_wall() {
            (self.wall(pos, tile)?, ColorRole::Wall)
        } else {
            let (mut sign, role) = self.sign(&cell, tile);
            // A way in or out is never hidden: what lies there gives it a colour and a line.
            if matches!(tile, Tile::Start | Tile::Exit) {
                let way = ground(tile, cell.lit).0;
                is_covered |= sign != way;
                sign = way;
            }
            let symbol = match cell.fixture {
                Some(Fixture::Drop(down)) if sign == GlyphId::Ledge => {
                    self.looks.glyphs.ledge(down)
                }
                _ => self.looks.glyph(sign),
            };
            (symbol, role)
        };
        let mut style = if cell.visible || is_worth_remembering(role) && cell.seen {
            self.looks.style(role)
        } else {
            self.looks.theme.remembered()
        };
        if is_covered && role != ColorRole::Blood {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        // In a town the doors have signs.
        let sign =
            (cell.fixture == Some(Fixture::House)).then(|| self.view.house_sign(pos)).flatten();
        let symbol = sign.map_or(Symbol::Glyph(symbol), Symbol::Letter);
        Some(MapCell { symbol, style })
    }

    /// The upkeeper, unless away, and every actor that is seen.
    fn figures(&self) -> Vec<(Pos, MapCell)> {
        let player = (!self.view.is_away()).then(|| {
            let glyph = self.view.catalog().actor(self.view.catalog().rules.upkeeper.id).glyph;
            let style = self.looks.style(ColorRole::Player);
            (self.view.player().pos, MapCell { symbol: Symbol::Letter(glyph), style })
        });
        let actors = self.view.actors();
        player
            .into_iter()
            .chain(actors.iter().map(|actor| (actor.pos, self.actor(actor))))
            .collect()
    }

    /// The entry and the exit first, then open jobs, and so on down to walls and to cells that are
    /// not known.
    fn weight(&self, pos: Pos) -> u8 {
        let view = self.view;
        let cell = view.cell(pos);
        match (cell.tile, cell.fixture) {
            (None, _) if view.is_exit_marked(pos) => 9,
            (None, _) => 0,
            (Some(Tile::Start | Tile::Exit), _) => 9,
            _ if view.job_at(pos).is_some() && !cell.blood => 8,
            (_, Some(Fixture::Closet | Fixture::Chute | Fixture::Well)) => 7,
            (_, Some(fixture)) if fixture.gate().is_some() => 7,
            (_, Some(fixture)) if fixture.is_armed_trap() => 6,
            _ if cell.item.is_some() => 5,
            (_, Some(_)) => 4,
            _ if cell.blood => 3,
            (Some(tile), _) if tile.is_wall() => 1,
            _ => 2,
        }
    }
}

/// Whether the walls of this kind of level are built and so are drawn as lines; those of a cavern
/// are rock.
fn has_drawn_walls(view: View<'_>) -> bool {
    view.is_plan_known() || view.is_in_town()
}

impl FloorCells<'_> {
    fn sign(&self, cell: &Cell, tile: Tile) -> (GlyphId, ColorRole) {
        let is_way = matches!(tile, Tile::Start | Tile::Exit);
        let mut signs = signs(self.view, cell).into_iter().flatten();
        let shown = signs.find(|&(sign, _)| sign != GlyphId::Stain || !is_way);
        shown.unwrap_or_else(|| ground(tile, cell.lit))
    }

    fn actor(&self, actor: &SeenActor<'_>) -> MapCell {
        let mut style = self.looks.style(role_of_side(&actor.kind.faction.name, !actor.harmless));
        if !actor.harmless {
            style = style.add_modifier(Modifier::BOLD);
            if self.looks.theme.depth == ColorDepth::None {
                style = style.add_modifier(Modifier::REVERSED);
            }
        }
        MapCell { symbol: Symbol::Letter(actor.kind.glyph), style }
    }

    /// A wall with the walls that it goes on in: those that stand with it at the side of an open
    /// cell.
    fn wall(&self, pos: Pos, tile: Tile) -> Option<&'static str> {
        let is_face = pos.neighbours().any(|near| self.is_open(near));
        if tile == Tile::Rock && !is_face {
            return None;
        }
        if !self.has_lines {
            return Some(self.looks.glyph(GlyphId::Wall));
        }
        let neighbours = Dir::CARDINAL.map(|dir| self.goes_on(pos, dir));
        Some(self.looks.glyphs.wall(neighbours))
    }

    fn goes_on(&self, pos: Pos, dir: Dir) -> bool {
        let next = pos + dir;
        let side = Dir::CARDINAL[(dir as usize / 2 + 1) % 4];
        let is_open_at = |side| self.is_open(pos + side) || self.is_open(next + side);
        self.is_solid(next) && (is_open_at(side) || is_open_at(side.opposite()))
    }

    fn is_solid(&self, pos: Pos) -> bool {
        match self.view.tile(pos) {
            None => false,
            Some(tile) if tile.is_wall() || tile == Tile::Door => true,
            Some(_) => {
                matches!(self.view.cell(pos).fixture, Some(Fixture::Door(_) | Fixture::House))
            }
        }
    }

    /// Known, and no wall.
    fn is_open(&self, pos: Pos) -> bool {
        self.view.tile(pos).is_some_and(|tile| !tile.is_wall())
    }
}

/// The mark of a ghost on a cell; `None` where it would tell what the player does not know, or hide
/// what is there.
pub(super) fn ghost_mark(view: View<'_>, at: Pos) -> Option<MapMark> {
    let cell = view.cell(at);
    let is_floor = cell.seen && cell.tile.is_some_and(|tile| !tile.is_wall());
    let is_taken = view.actor_at(at).is_some()
        || (!view.is_away() && view.player().pos == at)
        || cell.item.is_some();
    (is_floor && !is_taken).then_some(MapMark { at, kind: MarkKind::Ghost })
}

/// The signs of all that the player knows to be on a cell, but for actors, walls and bare floor.
pub(crate) fn glyphs_at(view: View<'_>, pos: Pos) -> impl Iterator<Item = GlyphId> {
    let glyphs = signs(view, &view.cell(pos)).into_iter().flatten().map(|(glyph, _)| glyph);
    glyphs.filter(|glyph| !matches!(glyph, GlyphId::Wall | GlyphId::Floor))
}

/// What lies and stands on a cell, the topmost first, and its ground.
fn signs(view: View<'_>, cell: &Cell) -> [Option<(GlyphId, ColorRole)>; 8] {
    let is_stirring = cell.body_rises.is_some_and(|left| left <= STIRRING_TURNS);
    let body = if is_stirring { ColorRole::BodyStirring } else { ColorRole::Body };
    let fixture = cell.fixture.map(|fixture| {
        let (sign, role, _) = furnishing(fixture);
        (sign, role)
    });
    [
        (cell.fire > 0).then_some((GlyphId::Fire, ColorRole::Fire)),
        cell.body.then_some((GlyphId::Body, body)),
        fixture.filter(|_| cell.fixture.is_some_and(Fixture::is_armed_trap)),
        cell.item.map(|item| (item_glyph(view, item), ColorRole::Item)),
        fixture,
        (cell.gas > 0).then_some((GlyphId::Gas, ColorRole::Gas)),
        cell.blood.then_some((GlyphId::Stain, ColorRole::Blood)),
        cell.tile.map(|tile| ground(tile, cell.lit)),
    ]
}

fn item_glyph(view: View<'_>, kind: ItemKindId) -> GlyphId {
    let item = view.catalog().item(kind);
    let is_key = item.opens.is_some_and(Gate::keeps_its_key);
    match item.slot {
        Slot::Tool => GlyphId::Tool,
        Slot::Garb => GlyphId::Garb,
        Slot::Trinket | Slot::Charm => GlyphId::Trinket,
        Slot::Potion => GlyphId::Potion,
        Slot::Scroll => GlyphId::Scroll,
        Slot::Missile => GlyphId::Missile,
        Slot::Sundry => GlyphId::Pile,
        Slot::Belt if is_key => GlyphId::Key,
        Slot::Belt => GlyphId::Gear,
    }
}

/// Whether a role keeps its style on remembered cells, because the work depends on it.
fn is_worth_remembering(role: ColorRole) -> bool {
    !matches!(
        role,
        ColorRole::Wall
            | ColorRole::Floor
            | ColorRole::LitFloor
            | ColorRole::Grass
            | ColorRole::Crate
            | ColorRole::Door
    )
}

/// How a fixture is drawn, and its name.
pub(crate) fn furnishing(fixture: Fixture) -> (GlyphId, ColorRole, &'static str) {
    match fixture {
        Fixture::Trap { armed: true, .. } => {
            (GlyphId::TrapArmed, ColorRole::TrapArmed, "armed trap")
        }
        Fixture::Trap { armed: false, .. } => {
            (GlyphId::TrapSprung, ColorRole::TrapSprung, "sprung trap")
        }
        Fixture::Chest { full: true } => (GlyphId::ChestFull, ColorRole::Chest, "full chest"),
        Fixture::Chest { full: false } => {
            (GlyphId::ChestLooted, ColorRole::LootedChest, "looted chest")
        }
        Fixture::Door(Door::Open) => (GlyphId::DoorOpen, ColorRole::Door, "open door"),
        Fixture::Door(Door::Closed) => (GlyphId::DoorClosed, ColorRole::Door, "shut door"),
        Fixture::Door(Door::Broken) => (GlyphId::DoorBroken, ColorRole::BrokenDoor, "broken door"),
        Fixture::Door(Door::Locked) => (GlyphId::DoorLocked, ColorRole::Door, "locked door"),
        Fixture::Door(Door::Barred) => (GlyphId::DoorLocked, ColorRole::Door, "barred door"),
        Fixture::Door(Door::Bolted) => (GlyphId::DoorBoss, ColorRole::Door, "boss door"),
        Fixture::Light { lit: true } => (GlyphId::LightLit, ColorRole::Light, "lit brazier"),
        Fixture::Light { lit: false } => (GlyphId::LightDead, ColorRole::DeadLight, "dead brazier"),
        Fixture::Post { empty: true } => (GlyphId::PostEmpty, ColorRole::LootedChest, "empty post"),
        // A post whose resident is near: there is nothing to do.
        Fixture::Post { empty: false } => (GlyphId::Floor, ColorRole::Floor, "post"),
        Fixture::Closet => (GlyphId::Closet, ColorRole::Closet, "closet"),
        Fixture::Chute => (GlyphId::Chute, ColorRole::Chute, "chute"),
        Fixture::Well => (GlyphId::Well, ColorRole::Well, "well"),
        Fixture::House => (GlyphId::House, ColorRole::Door, "house door, shut"),
        Fixture::Drop(_) => (GlyphId::Ledge, ColorRole::Ledge, "ledge"),
        Fixture::Crate => (GlyphId::Crate, ColorRole::Crate, "crate"),
        Fixture::Wardrobe => (GlyphId::Hiding, ColorRole::Crate, "wardrobe"),
        Fixture::Alcove => (GlyphId::Hiding, ColorRole::Crate, "hollow"),
    }
}

/// How a kind of ground is drawn, in the light of a brazier or not.
pub fn ground(tile: Tile, lit: bool) -> (GlyphId, ColorRole) {
    match tile {
        Tile::Wall | Tile::Rock => (GlyphId::Wall, ColorRole::Wall),
        Tile::Floor if lit => (GlyphId::Floor, ColorRole::LitFloor),
        Tile::Floor => (GlyphId::Floor, ColorRole::Floor),
        Tile::Door => (GlyphId::DoorClosed, ColorRole::Door),
        Tile::LockedDoor => (GlyphId::DoorLocked, ColorRole::Door),
        Tile::BossDoor => (GlyphId::DoorBoss, ColorRole::Door),
        Tile::Pit => (GlyphId::Pit, ColorRole::Pit),
        Tile::Rubble => (GlyphId::Rubble, ColorRole::Rubble),
        Tile::DeepWater => (GlyphId::Water, ColorRole::Water),
        Tile::Grass => (GlyphId::Grass, ColorRole::Grass),
        Tile::Road => (GlyphId::Road, ColorRole::Floor),
        Tile::Start => (GlyphId::Entry, ColorRole::Stairs),
        Tile::Exit => (GlyphId::Exit, ColorRole::Stairs),
    }
}

/// The colour of an actor, by its faction and by whether it attacks the player.
pub fn role_of_side(faction: &str, hostile: bool) -> ColorRole {
    match faction {
        _ if !hostile => ColorRole::Neutral,
        "raiders" => ColorRole::Raider,
        "undead" => ColorRole::Undead,
        _ => ColorRole::Hostile,
    }
}
