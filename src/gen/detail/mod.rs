//! What each pass says about how its level was made: enough for a third party to check it.
//!
//! A kind's `detail` is what its passes left here, one part after the other in the order of the
//! fields; so a recipe that recombines passes has a detail of its own without more ado.

mod cavern;
mod town;
mod trace;
mod vault;

use serde::Serialize;

pub use cavern::{CavernDetail, Rule};
pub use town::{House, Side, TownDetail};
pub use trace::{CaveTrace, Stage, Trace};
pub use vault::{Feature, Repair, VaultDetail};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Detail {
    #[serde(flatten)]
    pub vault: Option<VaultDetail>,
    #[serde(flatten)]
    pub cavern: Option<CavernDetail>,
    #[serde(flatten)]
    pub town: Option<TownDetail>,
    /// Only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}
