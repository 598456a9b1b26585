//! How a bot goes about a journey, whatever it does on the floors.

/// How a bot goes about a journey.
#[derive(Clone, Debug)]
pub struct Policy {
    pub way: Way,
    pub buys: Vec<Purchase>,
    /// The perk that is taken whenever it is offered, by name; any other one else.
    pub perk: Option<String>,
    /// The share of each order after which the bot leaves, in percent.
    pub order_percent: u32,
    /// Below this share of its health the bot sleeps for a night where it can, in percent.
    pub rest_below_percent: i32,
    /// Whether it takes an order out of each closet, any of those that hang there.
    pub takes_orders: bool,
}

/// Which sites a bot goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The way to the Deep Seat that leads through the fewest sites to work.
    FewestSites,
    /// Every site near by before the next one on the way.
    MostSites,
    /// By the towns that are not far off the way.
    Towns,
    /// The way with the fewest roads that take a night.
    ShortRoads,
}

/// What a bot spends coins on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    Rations,
    /// The healer.
    Healing,
    /// Tools, garb and trinkets.
    Gear,
    /// Potions that heal.
    Potions,
    /// Trap kits.
    Kits,
    /// Parts, stock, timber and oil.
    Supplies,
    /// Rumours of who comes to a site.
    News,
}

impl Default for Policy {
    /// A sensible upkeeper.
    fn default() -> Policy {
        use Purchase::{Gear, Healing, Kits, Potions, Rations};
        Policy {
            way: Way::FewestSites,
            buys: vec![Rations, Healing, Gear, Potions, Kits],
            perk: None,
            order_percent: 100,
            rest_below_percent: 70,
            takes_orders: true,
        }
    }
}

impl Policy {
    pub(super) fn buys(&self, what: Purchase) -> bool {
        self.buys.contains(&what)
    }
}

impl Way {
    /// The way with this name.
    pub fn find(name: &str) -> Option<Way> {
        Some(match name {
            "fewest" => Way::FewestSites,
            "most" => Way::MostSites,
            "towns" => Way::Towns,
            "short" => Way::ShortRoads,
            _ => return None,
        })
    }
}

impl Purchase {
    pub const ALL: [Purchase; 7] = [
        Purchase::Rations,
        Purchase::Healing,
        Purchase::Gear,
        Purchase::Potions,
        Purchase::Kits,
        Purchase::Supplies,
        Purchase::News,
    ];

    /// The purchase with this name.
    pub fn find(name: &str) -> Option<Purchase> {
        Some(match name {
            "rations" => Purchase::Rations,
            "healing" => Purchase::Healing,
            "gear" => Purchase::Gear,
            "potions" => Purchase::Potions,
            "kits" => Purchase::Kits,
            "supplies" => Purchase::Supplies,
            "news" => Purchase::News,
            _ => return None,
        })
    }
}
