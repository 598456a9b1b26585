//! What the passes of a town share while it is made.

use crate::kinds::town::detail::{House, TownDetail};
use base::{Grid, Pos, Rect};
use content::Modules;

/// A town on its grid of modules.
pub(crate) struct Town {
    /// The north-western cell of the grid on the level.
    pub origin: Pos,
    /// The places from the entrance gate to the exit gate, both included, without those of the square.
    pub main_street: Vec<Pos>,
    /// The places of the square, if there was room for one, and where the main street enters and leaves it: each time a
    /// place of the square and one of the street.
    pub square: Option<(Rect, [(Pos, Pos); 2])>,
    pub modules: Grid<Option<u16>>,
    /// Number of choices that were undone.
    pub restarts: u32,
    pub houses: Vec<House>,
}

impl Town {
    /// The number of modules across and down that fit inside the outer ring.
    pub(crate) fn grid_of(modules: &Modules, width: i32, height: i32) -> (i32, i32) {
        let size = modules.size as i32;
        ((width - 2) / size, (height - 2) / size)
    }

    pub(crate) fn detail(self, modules: &Modules) -> TownDetail {
        let id = |&module: &Option<u16>| {
            module.map_or_else(String::new, |module| modules.list[usize::from(module)].id.clone())
        };
        let standing: std::collections::BTreeSet<u16> =
            self.modules.cells().iter().copied().flatten().collect();
        let sockets = standing.into_iter().map(usize::from);
        TownDetail {
            module_size: modules.size,
            modules: self.modules.rows().map(|row| row.iter().map(id).collect()).collect(),
            sockets: sockets
                .map(|module| (modules.list[module].id.clone(), modules.socket_names(module)))
                .collect(),
            houses: self.houses,
            restarts: self.restarts,
        }
    }
}
