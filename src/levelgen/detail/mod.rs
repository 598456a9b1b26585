//! `detail` in a dump: what each pass records of how its level was made, so that others can check it.
//!
//! The `detail` of a level is what its passes left here, in the order of the fields; a recipe that recombines passes needs
//! no code of its own.

pub(in crate::levelgen) mod partition;
pub(in crate::levelgen) mod side;
pub(in crate::levelgen) mod trace;

use serde::Serialize;

use crate::levelgen::detail::partition::PartitionDetail;
use crate::levelgen::detail::trace::Trace;
use crate::levelgen::kinds::bastion::detail::BastionDetail;
use crate::levelgen::kinds::cavern::detail::CavernDetail;
use crate::levelgen::kinds::cloister::detail::CloisterDetail;
use crate::levelgen::kinds::crypt::detail::CryptDetail;
use crate::levelgen::kinds::house::detail::HouseDetail;
use crate::levelgen::kinds::keep::detail::KeepDetail;
use crate::levelgen::kinds::town::detail::TownDetail;
use crate::levelgen::kinds::vault::detail::VaultDetail;
use crate::levelgen::kinds::warren::detail::WarrenDetail;

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
