//! `detail` in a dump: what each pass records of how its level was made, so that others can check it.
//!
//! The `detail` of a level is what its passes left here, in the order of the fields; a recipe that recombines passes needs
//! no code of its own.

pub(crate) mod partition;
pub(crate) mod side;
pub(crate) mod trace;

use serde::Serialize;

use crate::detail::partition::PartitionDetail;
use crate::detail::trace::Trace;
use crate::kinds::bastion::detail::BastionDetail;
use crate::kinds::cavern::detail::CavernDetail;
use crate::kinds::cloister::detail::CloisterDetail;
use crate::kinds::crypt::detail::CryptDetail;
use crate::kinds::house::detail::HouseDetail;
use crate::kinds::keep::detail::KeepDetail;
use crate::kinds::town::detail::TownDetail;
use crate::kinds::vault::detail::VaultDetail;
use crate::kinds::warren::detail::WarrenDetail;

/// The records of all passes; `None` for passes that were not run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Detail {
    #[serde(flatten)]
    pub vault: Option<VaultDetail>,
    #[serde(flatten)]
    pub cavern: Option<CavernDetail>,
    #[serde(flatten)]
    pub warren: Option<WarrenDetail>,
    #[serde(flatten)]
    pub house: Option<HouseDetail>,
    #[serde(flatten)]
    pub partition: Option<PartitionDetail>,
    #[serde(flatten)]
    pub bastion: Option<BastionDetail>,
    #[serde(flatten)]
    pub crypt: Option<CryptDetail>,
    #[serde(flatten)]
    pub keep: Option<KeepDetail>,
    #[serde(flatten)]
    pub cloister: Option<CloisterDetail>,
    #[serde(flatten)]
    pub town: Option<TownDetail>,
    /// `Some` only if the request has `trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}
