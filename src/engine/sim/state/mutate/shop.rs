//! Writes on the shop of the floor.

use base::Pos;

use crate::sim::state::shop::Shop;
use crate::sim::state::world::World;

impl World {
    pub(crate) fn set_shop(&mut self, shop: Shop) {
        self.shift.shop = Some(shop);
    }

    /// Offers the item on a cell for sale.
    pub(crate) fn put_on_sale(&mut self, pos: Pos) {
        if let Err(place) = self.shift.goods.binary_search(&pos) {
            self.shift.goods.insert(place, pos);
        }
    }

    /// Removes the shop: nothing is for sale any more, and all debts are cancelled.
    pub(crate) fn close_shop(&mut self) {
        self.shift.shop = None;
        self.shift.goods.clear();
        self.cancel_debts();
    }
}
