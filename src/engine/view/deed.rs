//! What remarks on a raid are about, in a word and a sign: for where there is no room for a
//! sentence.

use crate::sim::{ActorEvent, Event, FightEvent, FloorEvent, RaidEvent};

macro_rules! deed_table {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $sign:literal;)+) => {
        /// What a remark is about.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Deed {
            $($(#[$doc])* $name,)+
            /// Something without a word of its own.
            #[default]
            Other,
        }

        impl Deed {
            /// The word for it, beside the cell where it happens, and its sign on the bar of a
            /// raid, which is of ASCII; `None` of what has none.
            pub const fn look(self) -> Option<(&'static str, char)> {
                match self {
                    $(Self::$name => Some(($word, $sign)),)+
                    Self::Other => None,
                }
            }
        }
    };
}

deed_table! {
    Arrival = "here", '@';
    Fight = "fight", '/';
    Hurt = "hurt", 'h';
    Healing = "mended", 'h';
    Fall = "falls", 'X';
    Trap = "trap", '^';
    /// A trap is noticed.
    Seen = "seen", 'o';
    /// A trap is taken apart.
    Undone = "undone", 'v';
    Loot = "loot", '$';
    Search = "search", '?';
    Door = "door", '+';
    Lit = "lit", '*';
    Dark = "dark", '*';
    Fire = "fire", '*';
    Cord = "pulled", '!';
    Reach = "in reach", '!';
    Loose = "loose", '!';
    /// Somebody turns home.
    Home = "home", '<';
    /// Somebody is off the floor, by the start.
    Fled = "gone", '<';
    Through = "through", '>';
    End = "over", '#';
}

impl Deed {
    pub(super) fn of(event: &Event) -> Deed {
        match event {
            Event::Fight(event) => Deed::of_fight(event),
            Event::Raid(event) => Deed::of_raid(event),
            Event::Floor(FloorEvent::DoorForced { .. } | FloorEvent::DoorHammered { .. }) => {
                Deed::Door
            }
            Event::Floor(FloorEvent::LightOut { .. }) => Deed::Dark,
            Event::Floor(FloorEvent::FireBegan { .. } | FloorEvent::GasFlashed { .. }) => {
                Deed::Fire
            }
            Event::Actor(ActorEvent::Unmasked { .. }) => Deed::Fight,
            _ => Deed::Other,
        }
    }

    fn of_fight(event: &FightEvent) -> Deed {
        match event {
            FightEvent::Struck { .. } | FightEvent::Missed { .. } | FightEvent::Shot { .. } => {
                Deed::Fight
            }
            FightEvent::Died { .. } => Deed::Fall,
            FightEvent::Healed { .. } => Deed::Healing,
            FightEvent::TrapSprung { .. } => Deed::Trap,
            _ => Deed::Other,
        }
    }

    fn of_raid(event: &RaidEvent) -> Deed {
        match event {
            RaidEvent::RaidBegan { .. } | RaidEvent::PartyCameDown => Deed::Arrival,
            RaidEvent::RaiderLeft { through: true, .. } => Deed::Through,
            RaidEvent::RaiderLeft { through: false, .. } => Deed::Fled,
            RaidEvent::Searched { .. } => Deed::Search,
            RaidEvent::ChestLooted { .. } | RaidEvent::Pocketed { .. } => Deed::Loot,
            RaidEvent::TrapNoticed { .. } | RaidEvent::AtTrap { .. } => Deed::Seen,
            RaidEvent::TrapDisarmed { .. } => Deed::Undone,
            RaidEvent::TrapBurst { .. } => Deed::Trap,
            RaidEvent::CordPulled { .. } => Deed::Cord,
            RaidEvent::InReach { .. } => Deed::Reach,
            RaidEvent::SetLoose { .. } => Deed::Loose,
            RaidEvent::TurnsHome { .. } | RaidEvent::RetreatCalled => Deed::Home,
            RaidEvent::LightLit { .. } => Deed::Lit,
            RaidEvent::RaidOver => Deed::End,
            RaidEvent::CordWound { .. }
            | RaidEvent::UndeadTurned { .. }
            | RaidEvent::DrivenOff { .. }
            | RaidEvent::HeardAbove => Deed::Other,
        }
    }
}
