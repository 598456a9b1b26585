//! The modules that may be chosen for a place of a town, and their weights.

use crate::algo::wfc::Wave;
use base::SmallSet;
use content::{ModuleClass, Modules};

/// Rules for the growth of a town besides its sockets: streets grow only from streets, parts of houses only from the part
/// with the door, and the numbers of houses and streets are balanced.
pub(crate) struct GrowthRules {
    /// Modules with a street on any side.
    streets: SmallSet,
    /// By side: the houses and yards that face a street there.
    facing: [SmallSet; 4],
    has_door: SmallSet,
    /// Parts of houses that have their door elsewhere.
    annexes: SmallSet,
    /// What the weights of houses are multiplied by, in percent.
    house_percent: u32,
    street_count: u32,
    house_count: u32,
}

impl GrowthRules {
    pub(super) fn of(modules: &Modules, house_percent: u32) -> GrowthRules {
        let list = &modules.list;
        let such = |is_such: &dyn Fn(usize) -> bool| -> SmallSet {
            (0..list.len()).filter(|&module| is_such(module)).collect()
        };
        let built = modules.of(&[ModuleClass::House, ModuleClass::Yard]);
        let has_door = such(&|module| list[module].has_door);
        GrowthRules {
            streets: such(&|module| list[module].sockets.iter().any(|&it| modules.is_way(it))),
            facing: std::array::from_fn(|side| {
                such(&|module| {
                    built.contains(module) && modules.is_kerb(list[module].sockets[side])
                })
            }),
            annexes: modules.of(&[ModuleClass::House]).without(has_door),
            has_door,
            house_percent,
            street_count: 0,
            house_count: 0,
        }
    }

    /// Counts a module that was chosen, or with −1 one that was undone.
    pub(super) fn count(&mut self, module: usize, by: i32) {
        if self.has_door.contains(module) {
            self.house_count = self.house_count.saturating_add_signed(by);
        } else if self.streets.contains(module) {
            self.street_count = self.street_count.saturating_add_signed(by);
        }
    }

    /// The modules that may be chosen for a place: streets only beside streets, parts of houses only beside the same house,
    /// and nothing that would face a street where there will be none. The first module of the town may be a street.
    pub(super) fn allowed(&self, wave: &Wave<'_>, place: usize, is_first: bool) -> SmallSet {
        let mut options = wave.domain(place);
        if !is_reached(wave, place) && !is_first {
            options = options.without(self.streets);
        }
        if !leads_here(wave, place, Modules::is_inner) {
            options = options.without(self.annexes);
        }
        for side in 0..4 {
            let faces_nothing = wave
                .beside(place, side)
                .is_some_and(|beside| wave.at(beside).is_none() && !is_reached(wave, beside));
            if faces_nothing {
                options = options.without(self.facing[side]);
            }
        }
        options
    }

    /// The weight of a module on a place: the more streets there are the likelier is a house, and the more houses the
    /// likelier a street that continues.
    pub(super) fn weight(&self, wave: &Wave<'_>, place: usize, module: usize) -> u32 {
        let modules = wave.modules;
        let wanted = self.street_count * modules.houses_per_street / 100;
        let (wanted, built) = (wanted + 3, self.house_count + 3);
        let (for_houses, for_streets) = (100 * wanted / built, 100 * built / wanted);
        let it = &modules.list[module];
        let mut weight = it.weight;
        if self.has_door.contains(module) {
            weight = weight * for_houses.clamp(25, 400) / 100 * self.house_percent / 100;
        } else if it.class == ModuleClass::Street {
            for side in 0..4 {
                let beside = wave.beside(place, side);
                let goes_on = modules.is_way(it.sockets[side])
                    && beside.is_some_and(|beside| wave.at(beside).is_none());
                if goes_on {
                    weight = weight * for_streets.clamp(25, 400) / 100;
                }
            }
        }
        weight.max(1)
    }
}

/// Whether a placed street leads to a place.
pub(crate) fn is_reached(wave: &Wave<'_>, place: usize) -> bool {
    leads_here(wave, place, Modules::is_way)
}

/// Whether a placed neighbour has a socket of some sort towards a place.
pub(crate) fn leads_here(
    wave: &Wave<'_>,
    place: usize,
    is_such: impl Fn(&Modules, u8) -> bool,
) -> bool {
    (0..4).any(|side| {
        let socket = wave.socket_towards(place, side);
        socket.is_some_and(|socket| is_such(wave.modules, socket))
    })
}
