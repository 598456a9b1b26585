//! Items and coins: carried, worn, used, found, bought and sold.

pub(crate) mod check_things;
pub(crate) mod items;
pub(crate) mod shop;
