//! What each pass says about how its level was made: enough for a third party to check it.
//!
//! A kind's `detail` is what its passes left here, one part after the other in the order of the
//! fields; so a recipe that recombines passes has a detail of its own without more ado.

mod bastion;
mod cavern;
mod cloister;
mod crypt;
mod house;
mod keep;
mod partition;
mod side;
mod town;
mod trace;
mod vault;
mod warren;

use serde::Serialize;

pub use bastion::BastionDetail;
pub use cavern::{CavernDetail, Rule};
pub use cloister::{CloisterDetail, Subcycle};
pub use crypt::CryptDetail;
pub use house::{HouseDetail, Split};
pub use keep::{Join, KeepDetail};
pub use partition::PartitionDetail;
pub use side::Side;
pub use town::{House, TownDetail};
pub use trace::{CaveTrace, Stage, Trace};
pub use vault::{Feature, Repair, VaultDetail};
pub use warren::WarrenDetail;

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
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}
