//! The drawing of a journey's map: land, roads, sites with their marks, and names where there is
//! room.
//!
//! A site is a letter by its kind. Before it stands how the player can come there: `@` here, `[` by
//! an open road. After it stands how the site is: a tick in order, a number the nights until it is
//! lost, a cross lost.

use ratatui::{
    buffer::{Buffer, Cell},
    style::Style,
};
use unicode_width::UnicodeWidthStr;

use super::plan::MarchesPlan;
use crate::{
    Appearance,
    glyphs::{GlyphId, RoadLine},
    theme::ColorRole,
};
use base::{Grid, Pos};
use content::capital;
use engine::sim::{SiteId, SiteState};
use engine::view::{JourneyView, SiteView};
use levels::Site;

/// The narrowest drawing with names on it, and the narrowest with borders between regions that a
/// tint does not tell apart.
const MIN_COLUMNS_WITH_NAMES: i32 = 76;
const MIN_COLUMNS_WITH_BORDERS: i32 = 64;

/// A journey's map to draw.
pub(crate) struct MarchesMap<'a> {
    pub journey: JourneyView<'a>,
    pub plan: &'a MarchesPlan,
    pub cursor: SiteId,
    pub looks: Appearance,
}

/// The colour of a site's letter, by how it stands.
pub(super) fn site_role(site: &SiteView<'_>) -> ColorRole {
    match site.state {
        _ if site.is_goal => ColorRole::Hostile,
        SiteState::Lost { .. } => ColorRole::Dim,
        SiteState::Worked { .. } => ColorRole::Good,
        SiteState::Open if site.is_town => ColorRole::Item,
        SiteState::Open => ColorRole::Stairs,
    }
}

/// The letter of a site on the map.
pub(super) fn site_letter(site: &SiteView<'_>, home: SiteId) -> char {
    match site.kind {
        _ if site.id == home => 'H',
        _ if site.is_goal => 'S',
        kind => Site::letter(kind),
    }
}

impl MarchesMap<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let roads = self.roads();
        self.draw_land(buffer, &roads);
        let sites: Vec<SiteView<'_>> =
            self.journey.atlas().ids().map(|id| self.journey.site(id)).collect();
        let open = self.open_sites();
        for site in &sites {
            self.draw_site(buffer, site, open.contains(&site.id));
        }
        self.draw_names(buffer, &sites, &open, &roads);
        for off in -1..=1 {
            if let Some(cell) = self.cell(self.plan.spot(self.cursor) + Pos::new(off, 0), buffer) {
                cell.set_style(self.looks.style(ColorRole::Cursor));
            }
        }
    }

    /// The cell of the screen for a cell of the drawing, if it is shown.
    fn cell<'b>(&self, at: Pos, buffer: &'b mut Buffer) -> Option<&'b mut Cell> {
        buffer.cell_mut(self.plan.on_screen(at)?)
    }

    /// The sites to which the player can go now.
    fn open_sites(&self) -> Vec<SiteId> {
        let roads = self.journey.roads().into_iter();
        roads.filter(|road| road.cost.is_ok()).map(|road| road.to).collect()
    }

    fn roads(&self) -> RoadNet {
        let mut net = RoadNet::new(self.plan.drawing);
        let (here, open) = (self.journey.at(), self.open_sites());
        for road in &self.journey.atlas().marches.roads {
            let ends = [road.a, road.b].map(|site| SiteId(site as u16));
            let is_lost =
                |id: &SiteId| matches!(self.journey.site(*id).state, SiteState::Lost { .. });
            let is_open = ends.contains(&here) && ends.iter().any(|end| open.contains(end));
            let line = match (is_open, ends.iter().any(is_lost)) {
                (true, _) => RoadLine::Open,
                (false, true) => RoadLine::Closed,
                (false, false) => RoadLine::Plain,
            };
            net.add(line, self.plan.spot(ends[0]), self.plan.spot(ends[1]));
        }
        net
    }

    /// Draws the regions, told apart by a tint or by borders, and the roads over them.
    fn draw_land(&self, buffer: &mut Buffer, roads: &RoadNet) {
        let (looks, plan) = (&self.looks, self.plan);
        let marches = &self.journey.atlas().marches;
        let colours = marches.colours();
        let region = |cell: Pos| marches.regions.get(plan.map_cell(cell)).copied().unwrap_or(0);
        let has_borders = !looks.theme.tints() && plan.drawing.0 >= MIN_COLUMNS_WITH_BORDERS;
        let area = plan.area;
        for (x, y) in (0..area.height).flat_map(|y| (0..area.width).map(move |x| (x, y))) {
            let at = plan.shown_cell(x, y);
            let Some(cell) = buffer.cell_mut((area.x + x, area.y + y)) else { continue };
            let own = region(at);
            cell.set_style(looks.theme.land(colours[usize::from(own)]));
            if let Some((line, leads)) = roads.at(at) {
                let role = match line {
                    RoadLine::Open => ColorRole::Key,
                    RoadLine::Plain | RoadLine::Closed => ColorRole::Border,
                };
                cell.set_symbol(looks.glyphs.road(line, leads)).set_style(looks.style(role));
            } else if has_borders
                && [Pos::new(1, 0), Pos::new(0, 1)].iter().any(|&off| region(at + off) != own)
            {
                let border = looks.glyph(GlyphId::Undone);
                cell.set_symbol(border).set_style(looks.style(ColorRole::Border));
            }
        }
    }

    fn draw_site(&self, buffer: &mut Buffer, site: &SiteView<'_>, is_open: bool) {
        let looks = &self.looks;
        let is_here = site.id == self.journey.at();
        let spot = self.plan.spot(site.id);
        let mut put = |off: i32, text: &str, style: Style| {
            if let Some(cell) = self.cell(spot + Pos::new(off, 0), buffer) {
                cell.set_symbol(text).set_style(style);
            }
        };
        let is_chosen = site.id == self.cursor;
        match (is_here, is_chosen, is_open) {
            (true, ..) => put(-1, "@", looks.style(ColorRole::Player)),
            (false, true, _) => put(-1, ">", looks.style(ColorRole::Key)),
            (false, false, true) => put(-1, "[", looks.style(ColorRole::Key)),
            (false, false, false) => {}
        }
        let is_lost = matches!(site.state, SiteState::Lost { .. });
        let role = site_role(site);
        let letter = site_letter(site, self.journey.home()).to_string();
        put(0, &letter, looks.style(role));
        let is_done = matches!(site.state, SiteState::Worked { .. });
        if let Some(nights) = self.journey.nights_left(site) {
            put(1, &nights.min(9).to_string(), looks.style(ColorRole::Bad));
        } else if is_lost {
            put(1, looks.glyph(GlyphId::Lost), looks.style(ColorRole::Dim));
        } else if is_done {
            put(1, looks.glyph(GlyphId::Done), looks.style(ColorRole::Good));
        } else if is_chosen && !is_here {
            put(1, "<", looks.style(ColorRole::Key));
        } else if is_open {
            put(1, "]", looks.style(ColorRole::Key));
        }
    }

    /// Writes the names of sites where nothing is in the way: those first that the player decides
    /// about.
    fn draw_names(
        &self,
        buffer: &mut Buffer,
        sites: &[SiteView<'_>],
        open: &[SiteId],
        roads: &RoadNet,
    ) {
        let (columns, rows) = self.plan.drawing;
        if columns < MIN_COLUMNS_WITH_NAMES {
            return;
        }
        let mut is_taken = Grid::filled(columns, rows, false);
        for cell in is_taken.positions().collect::<Vec<_>>() {
            is_taken[cell] = roads.at(cell).is_some();
        }
        for site in sites {
            for off in -2..=2 {
                if let Some(taken) = is_taken.get_mut(self.plan.spot(site.id) + Pos::new(off, 0)) {
                    *taken = true;
                }
            }
        }
        let mut named: Vec<&SiteView<'_>> = sites.iter().collect();
        named.sort_by_key(|site| {
            let is_near = site.id == self.journey.at() || open.contains(&site.id);
            let is_threatened = self.journey.nights_left(site).is_some();
            (site.id != self.cursor, !is_near, !site.is_goal, !is_threatened, site.id)
        });
        for site in named {
            let name = capital(&site.name);
            let wide = name.width() as i32;
            let spot = self.plan.spot(site.id);
            let places = [
                Pos::new(3, 0),
                Pos::new(-2 - wide, 0),
                Pos::new(-wide / 2, 1),
                Pos::new(-wide / 2, -1),
                Pos::new(0, 1),
                Pos::new(1 - wide, 1),
                Pos::new(0, -1),
                Pos::new(1 - wide, -1),
            ];
            let is_free = |start: &Pos| {
                (0..wide).all(|off| is_taken.get(*start + Pos::new(off, 0)) == Some(&false))
            };
            let Some(start) = places.iter().map(|&off| spot + off).find(is_free) else { continue };
            for (off, c) in (0..).zip(name.chars()) {
                is_taken[start + Pos::new(off, 0)] = true;
                if let Some(cell) = self.cell(start + Pos::new(off, 0), buffer) {
                    cell.set_char(c).set_style(self.looks.style(ColorRole::Dim));
                }
            }
        }
    }
}

/// For each cell of a drawing the directions in which roads lead on: north, east, south and west.
type Lines = Grid<[bool; 4]>;

/// The roads of a drawing, by how they are drawn.
pub(super) struct RoadNet {
    layers: [(RoadLine, Lines); 3],
}

impl RoadNet {
    pub(super) fn new((width, height): (i32, i32)) -> RoadNet {
        // The topmost last.
        let lines = [RoadLine::Closed, RoadLine::Plain, RoadLine::Open];
        RoadNet { layers: lines.map(|line| (line, Grid::filled(width, height, [false; 4]))) }
    }

    /// Adds a road between two cells.
    pub(super) fn add(&mut self, line: RoadLine, from: Pos, to: Pos) {
        let Some((_, lines)) = self.layers.iter_mut().find(|(own, _)| *own == line) else { return };
        let mut at = from;
        for next in staircase(from, to) {
            let (there, back) = match next - at {
                Pos { y: -1, .. } => (0, 2),
                Pos { x: 1, .. } => (1, 3),
                Pos { y: 1, .. } => (2, 0),
                _ => (3, 1),
            };
            lines[at][there] = true;
            lines[next][back] = true;
            at = next;
        }
    }

    /// The topmost road in a cell, and where it leads.
    pub(super) fn at(&self, cell: Pos) -> Option<(RoadLine, [bool; 4])> {
        let layers = self.layers.iter().rev();
        let mut own = layers.filter_map(|(line, lines)| Some((*line, *lines.get(cell)?)));
        own.find(|(_, leads)| leads.contains(&true))
    }
}

/// The cells of a line after its first one, each beside the one before in one of the four
/// directions.
fn staircase(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (across, down) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let (step_x, step_y) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut at = from;
    let (mut gone_x, mut gone_y) = (0, 0);
    (0..across + down).map(move |_| {
        // Whichever step is due first along the line.
        if gone_y == down
            || (gone_x < across && (2 * gone_x + 1) * down <= (2 * gone_y + 1) * across)
        {
            at.x += step_x;
            gone_x += 1;
        } else {
            at.y += step_y;
            gone_y += 1;
        }
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_leads_from_end_to_end_without_a_gap() {
        for to in [Pos::new(9, 2), Pos::new(-4, 7), Pos::new(0, 5), Pos::new(6, -6), Pos::new(0, 0)]
        {
            let mut at = Pos::new(0, 0);
            for next in staircase(at, to) {
                assert_eq!((next.x - at.x).abs() + (next.y - at.y).abs(), 1);
                at = next;
            }
            assert_eq!(at, to);
        }
    }

    #[test]
    fn an_open_road_lies_over_others() {
        let mut net = RoadNet::new((5, 3));
        net.add(RoadLine::Plain, Pos::new(2, 0), Pos::new(2, 2));
        net.add(RoadLine::Open, Pos::new(0, 1), Pos::new(4, 1));
        assert_eq!(net.at(Pos::new(2, 1)), Some((RoadLine::Open, [false, true, false, true])));
        assert_eq!(net.at(Pos::new(2, 0)), Some((RoadLine::Plain, [false, false, true, false])));
        assert_eq!(net.at(Pos::new(0, 0)), None);
    }
}
