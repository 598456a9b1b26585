//! A level drawn cell by cell, at any number of pixels a cell.

use super::canvas::{Area, Canvas};
use super::ink::{self, Ink};
use super::stencil::{self, MIN_LARGE_PIXELS, Stencil};
use base::{Bits, Dir, Grid, Pos};
use levels::{Level, ThingKind, Tile};

/// Walls are drawn with edges if a cell's side has at least this many pixels.
const MIN_EDGED_PIXELS: u32 = 5;

/// Draws a level with its upper left corner at a pixel.
pub(super) fn draw(canvas: &mut Canvas, corner: (u32, u32), side: u32, level: &Level) {
    let painter = Painter { tiles: &level.tiles, halls: &halls(level), side };
    let area = |pos: Pos| {
        Area::square(corner.0 + pos.x as u32 * side, corner.1 + pos.y as u32 * side, side)
    };
    for pos in level.tiles.positions() {
        painter.cell(canvas, area(pos), pos);
    }
    for thing in &level.things {
        let is_drawn_already = thing.kind == ThingKind::Door && level.tiles[thing.pos()].is_door();
        if !is_drawn_already {
            Stencil::of(thing.kind).draw(canvas, area(thing.pos()));
        }
    }
    flag(canvas, area(level.start), Tile::Start);
    flag(canvas, area(level.exit), Tile::Exit);
}

/// A tile on its own, for a legend.
pub(super) fn sample(canvas: &mut Canvas, area: Area, tile: Tile) {
    if matches!(tile, Tile::Start | Tile::Exit) {
        canvas.fill(area, ink::FLOOR);
        return flag(canvas, area.inset(1), tile);
    }
    let tiles = Grid::filled(1, 1, tile);
    let painter = Painter { tiles: &tiles, halls: &Bits::new(1, 1), side: area.width };
    painter.cell(canvas, area, Pos::default());
}

/// A piece of hallway, for a legend.
pub(super) fn hall_sample(canvas: &mut Canvas, area: Area) {
    let tiles = Grid::filled(1, 1, Tile::Floor);
    let mut halls = Bits::new(1, 1);
    halls.insert(Pos::default());
    Painter { tiles: &tiles, halls: &halls, side: area.width }.cell(canvas, area, Pos::default());
}

/// The cells of hallways: those of links that are in no room.
fn halls(level: &Level) -> Bits {
    let mut halls = Bits::new(level.tiles.width(), level.tiles.height());
    for &pos in level.links.iter().flat_map(|link| &link.cells) {
        halls.insert(pos);
    }
    for room in &level.rooms {
        for pos in room.rect.positions() {
            halls.remove(pos);
        }
    }
    halls
}

/// Start and exit stand out of everything, in the smallest picture too.
fn flag(canvas: &mut Canvas, area: Area, tile: Tile) {
    let (ink, stencil) = match tile {
        Tile::Start => (ink::START, &stencil::START),
        _ => (ink::EXIT, &stencil::EXIT),
    };
    let rim = if area.width < MIN_LARGE_PIXELS { 3 } else { 1 };
    let around = Area {
        x: area.x.saturating_sub(rim),
        y: area.y.saturating_sub(rim),
        width: area.width + 2 * rim,
        height: area.height + 2 * rim,
    };
    canvas.fill(around, ink::WHITE);
    if area.width < MIN_LARGE_PIXELS {
        canvas.fill(around.inset(if area.width > 2 { 2 } else { 1 }), ink);
    } else {
        canvas.fill(area, ink);
        stencil.draw(canvas, area);
    }
}

struct Painter<'a> {
    tiles: &'a Grid<Tile>,
    halls: &'a Bits,
    side: u32,
}

impl Painter<'_> {
    fn cell(&self, canvas: &mut Canvas, area: Area, pos: Pos) {
        let tile = self.tiles[pos];
        match tile {
            Tile::Wall | Tile::Rock => self.wall(canvas, area, pos),
            Tile::Floor | Tile::Start | Tile::Exit => self.floor(canvas, area, pos),
            Tile::Door | Tile::LockedDoor | Tile::BossDoor => self.door(canvas, area, pos, tile),
            Tile::Pit => {
                canvas.fill(area, ink::PIT);
                canvas.frame(area, self.fine(), ink::PIT_EDGE);
            }
            Tile::Rubble => {
                self.floor(canvas, area, pos);
                self.pattern(canvas, area, ink::RUBBLE_DARK, &RUBBLE_SHADE);
                self.pattern(canvas, area, ink::RUBBLE, &RUBBLE);
            }
            Tile::DeepWater => {
                canvas.fill(area, ink::WATER);
                self.pattern(canvas, area, ink::WATER_LIGHT, &WAVES);
            }
            Tile::Grass => {
                canvas.fill(area, ink::GRASS);
                self.pattern(canvas, area, ink::GRASS_TUFT, &TUFTS);
            }
            Tile::Road => {
                canvas.fill(area, ink::ROAD);
                self.pattern(canvas, area, ink::ROAD_EDGE, &PAVING);
            }
        }
    }

    /// The width of thin lines at this size.
    fn fine(&self) -> u32 {
        (self.side / 8).max(1)
    }

    fn floor(&self, canvas: &mut Canvas, area: Area, pos: Pos) {
        let (floor, edge) = if self.halls.contains(pos) {
            (ink::HALL, ink::HALL_EDGE)
        } else {
            (ink::FLOOR, ink::FLOOR_EDGE)
        };
        canvas.fill(area, floor);
        if self.side >= MIN_LARGE_PIXELS {
            let last = |start: u32| start + self.side - 1;
            canvas.fill(Area { y: last(area.y), height: 1, ..area }, edge);
            canvas.fill(Area { x: last(area.x), width: 1, ..area }, edge);
        }
    }

    /// Bricks with a light edge where a wall borders on open cells; rock elsewhere.
    fn wall(&self, canvas: &mut Canvas, area: Area, pos: Pos) {
        let is_open = |near: Pos| self.tiles.get(near).is_some_and(|tile| !tile.is_wall());
        if self.tiles.area() > 1 && !pos.neighbours().any(is_open) {
            return canvas.fill(area, ink::ROCK);
        }
        canvas.fill(area, ink::WALL);
        if self.side >= MIN_LARGE_PIXELS {
            self.pattern(canvas, area, ink::WALL_DARK, &BRICKS);
        }
        if self.side < MIN_EDGED_PIXELS {
            return;
        }
        let fine = self.fine();
        let far = self.side - fine;
        for dir in Dir::CARDINAL.into_iter().filter(|&dir| is_open(pos + dir)) {
            let Pos { x, y } = dir.offset();
            let edge = Area {
                x: if x > 0 { area.x + far } else { area.x },
                y: if y > 0 { area.y + far } else { area.y },
                width: if x == 0 { self.side } else { fine },
                height: if y == 0 { self.side } else { fine },
            };
            canvas.fill(edge, ink::WALL_LIGHT);
        }
    }

    /// A leaf across the passage; a gate is thicker and has its own colour.
    fn door(&self, canvas: &mut Canvas, area: Area, pos: Pos, tile: Tile) {
        self.floor(canvas, area, pos);
        let (leaf, is_gate) = match tile {
            Tile::LockedDoor => (ink::LOCKED, true),
            Tile::BossDoor => (ink::BOSS, true),
            _ => (ink::DOOR, false),
        };
        if self.side < MIN_EDGED_PIXELS {
            return canvas.fill(area, leaf);
        }
        let is_wall = |dir: Dir| self.tiles.get(pos + dir).is_some_and(|tile| tile.is_wall());
        let is_across = is_wall(Dir::East) && is_wall(Dir::West);
        let margin = self.side * if is_gate { 15 } else { 28 } / 100;
        let narrow = self.side - 2 * margin;
        let plank = if is_across {
            Area { y: area.y + margin, height: narrow, ..area }
        } else {
            Area { x: area.x + margin, width: narrow, ..area }
        };
        canvas.fill(plank, leaf);
        canvas.frame(plank, self.fine(), ink::DARK);
        if is_gate {
            let hole = (self.side / 4).max(2);
            let middle = (self.side - hole) / 2;
            canvas.fill(Area::square(area.x + middle, area.y + middle, hole), ink::DARK);
        }
    }

    /// Marks on an 8×8 raster laid over the cell; too small for it, only the first one.
    fn pattern(&self, canvas: &mut Canvas, area: Area, ink: Ink, marks: &[(u32, u32, u32, u32)]) {
        let side = self.side;
        if side < 4 {
            return;
        }
        let marks = if side < MIN_LARGE_PIXELS { &marks[..1] } else { marks };
        let at = |eighths: u32| eighths * side / 8;
        for &(x, y, width, height) in marks {
            let mark = Area {
                x: area.x + at(x),
                y: area.y + at(y),
                width: (at(x + width) - at(x)).max(1),
                height: (at(y + height) - at(y)).max(1),
            };
            canvas.fill(mark, ink);
        }
    }
}

/// A mark: left, top, width and height in eighths of a cell.
type Mark = (u32, u32, u32, u32);

const BRICKS: [Mark; 4] = [(0, 3, 8, 1), (0, 7, 8, 1), (3, 0, 1, 3), (7, 4, 1, 3)];
const WAVES: [Mark; 4] = [(1, 2, 3, 1), (4, 3, 2, 1), (3, 6, 3, 1), (6, 5, 1, 1)];
const TUFTS: [Mark; 5] = [(2, 2, 1, 2), (1, 1, 1, 1), (3, 1, 1, 1), (5, 5, 1, 2), (6, 4, 1, 1)];
const PAVING: [Mark; 4] = [(0, 3, 8, 1), (5, 0, 1, 3), (2, 4, 1, 4), (0, 7, 8, 1)];
const RUBBLE: [Mark; 3] = [(1, 4, 3, 3), (4, 1, 3, 3), (5, 5, 2, 2)];
const RUBBLE_SHADE: [Mark; 3] = [(1, 5, 4, 3), (4, 2, 4, 3), (5, 6, 3, 2)];
