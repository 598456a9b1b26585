//! Checks of the extra orders of a journey.

use std::fmt::Display;

use crate::sim::state::journey::{ClosetOrders, ExtraOrder};
use content::NoticePlace;

use super::{Checker, MAX_SMALL_COUNTER, SnapshotError, below, require};

/// The most orders that hang in a closet.
const MAX_IN_CLOSET: usize = 8;

impl Checker<'_> {
    /// The order off a board, and those of a closet.
    pub(super) fn extra_orders(
        &self,
        of_board: Option<ExtraOrder>,
        of_closet: &ClosetOrders,
    ) -> Result<(), SnapshotError> {
        let ClosetOrders { offered, taken } = of_closet;
        require(offered.len() <= MAX_IN_CLOSET, "journey.closet_orders.offered", "too many")?;
        for (index, order) in offered.iter().enumerate() {
            let path = format_args!("journey.closet_orders.offered[{index}]");
            self.extra_order(*order, NoticePlace::Closet, path)?;
        }
        if let Some(order) = taken {
            self.extra_order(*order, NoticePlace::Closet, "journey.closet_orders.taken")?;
        }
        match of_board {
            Some(order) => self.extra_order(order, NoticePlace::Board, "journey.extra_order"),
            None => Ok(()),
        }
    }

    fn extra_order(
        &self,
        order: ExtraOrder,
        place: NoticePlace,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        let ExtraOrder { notice, coins, person } = order;
        let kind = self.catalog.notices.kinds.get(usize::from(notice.0));
        let Some(kind) = kind.filter(|kind| kind.hangs == place) else {
            return require(false, path, "no such order");
        };
        require(
            kind.asks.is_about_person() == person.is_some(),
            path,
            "about nobody, or about somebody whom it does not ask of",
        )?;
        self.person(person, path)?;
        below(coins, MAX_SMALL_COUNTER, path)
    }
}
