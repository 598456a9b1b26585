//! The names of causes of harm and death, with articles.

use super::View;
use crate::content::{Status, with_article};
use crate::sim::Harm;

impl View<'_> {
    /// The name of a cause of harm, to follow "killed by" or "fell to": "an ogre", "choking gas".
    pub fn harm_name(&self, by: Harm) -> String {
        let catalog = self.catalog();
        match by {
            Harm::Blow { by } => with_article(&catalog.actor(by).name),
            Harm::Trap(kind) => with_article(&format!("{} trap", catalog.trap(kind).name)),
            Harm::Gas => "choking gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "fire".to_owned(),
            Harm::Status(_) => "poison".to_owned(),
            Harm::Missile(kind) | Harm::Potion(kind) => with_article(&catalog.item(kind).name),
        }
    }
}
