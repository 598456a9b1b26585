//! What happens to items and coins: taken, worn, used, thrown, traded.

use serde::Serialize;

use crate::sim::event::parts::Who;
use crate::sim::units::{Coins, Stack};
use base::Pos;
use content::{ItemKindId, Supply};

/// What happens to items and coins: taken, worn, used, thrown, traded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ItemEvent {
    ItemTaken {
        stack: Stack,
    },
    /// It is the player's, but the cart has no room: it lies on the floor.
    ItemLeft {
        stack: Stack,
        at: Pos,
    },
    /// Off the shelf of a shop; `owed` is what is owed for everything now.
    GoodsTaken {
        stack: Stack,
        owed: Coins,
    },
    /// Back onto a shelf.
    GoodsReturned {
        stack: Stack,
        at: Pos,
    },
    Bought {
        stack: Stack,
        price: Coins,
    },
    Sold {
        stack: Stack,
        price: Coins,
    },
    Paid {
        price: Coins,
    },
    /// The player used or threw goods that were not paid for, and paid for that one.
    Charged {
        item: ItemKindId,
        price: Coins,
    },
    /// Coins came into the purse.
    CoinsFound {
        coins: Coins,
    },
    /// In the pockets of a body.
    PocketsEmptied {
        coins: Coins,
    },
    SupplyFound {
        supply: Supply,
        amount: u16,
    },
    /// The shopkeeper found out that goods left the shop unpaid.
    Robbed {
        who: Who,
    },
    /// An actor ate bait.
    BaitEaten {
        who: Who,
        item: ItemKindId,
    },
    /// The upkeeper was called to the closet.
    Recalled {
        from: Pos,
    },
    ItemDropped {
        stack: Stack,
        at: Pos,
    },
    Equipped {
        item: ItemKindId,
    },
    TakenOff {
        item: ItemKindId,
    },
    /// `known` tells whether the upkeeper knew what it was.
    Used {
        item: ItemKindId,
        known: bool,
    },
    /// It turned out to be this.
    Identified {
        item: ItemKindId,
    },
    Threw {
        item: ItemKindId,
        known: bool,
        from: Pos,
        to: Pos,
    },
    MapRead,
}
