//! Checks of `campaign.ron`.

use super::checker::Checker;
use crate::campaign::{CampaignRules, SeniorityRules};
use crate::error::DataError;
use crate::level::LevelKind;

/// Checks every number of the journey.
pub(super) fn check(
    file: &Checker<'_>,
    rules: &CampaignRules,
    levels: &[LevelKind],
) -> Result<(), DataError> {
    file.within("", "width", rules.map.width, 30, 120)?;
    file.within("", "height", rules.map.height, 20, 80)?;
    file.within("", "min_distance", rules.map.min_distance, 4, 20)?;
    for percent in rules.floor_percent {
        file.within("", "floor_percent", percent, 30, 200)?;
    }
    for rule in &rules.floors {
        if !levels.iter().any(|level| level.name == rule.kind) {
            let message = format!("there is no kind of level “{}”", rule.kind);
            return Err(file.error("", "floors", message));
        }
        file.within("", "floors", rule.floors.into(), 1, CampaignRules::MAX_FLOORS.into())?;
    }
    file.within("", "nights_before", rules.nights_before.into(), 0, 20)?;
    file.within("", "parties", rules.parties as i32, 0, 16)?;
    file.within("", "rations", rules.rations.into(), 0, 999)?;
    file.within("", "max_rations", rules.max_rations.into(), rules.rations.into(), 999)?;
    file.within("", "ration_cells", rules.ration_cells as i32, 1, 100)?;
    file.within("", "long", rules.long as i32, 1, 1_000)?;
    file.within("", "hunger", rules.hunger, 0, 100)?;
    file.within("", "encounter_percent", rules.encounter_percent as i32, 0, 100)?;
    file.within("", "nights", rules.nights.into(), 1, 1_000)?;
    file.within("", "sleep_percent", rules.sleep_percent, 0, 100)?;
    file.within("", "deeper", rules.pay.deeper as i32, 0, 1_000)?;
    for &coins in &rules.pay.grades {
        file.within("", "grades", coins as i32, 0, 10_000)?;
    }
    let head = rules.pay.head;
    for (field, coins) in
        [("fell", head.fell), ("fled", head.fled), ("lost_chest", rules.pay.lost_chest)]
    {
        file.within("", field, coins as i32, 0, 1_000)?;
    }
    file.within("", "lost_most", rules.pay.lost_most as i32, 0, 100)?;
    file.within("", "falls", rules.falls.parties.into(), 1, 100)?;
    file.within("", "nights", rules.falls.nights.into(), 1, 100)?;
    for (field, value) in
        [("won", rules.score.won), ("night", rules.score.night), ("nights", rules.score.nights)]
    {
        file.within("", field, value as i32, 0, 100_000)?;
    }
    file.within("", "keeps", rules.keeps.into(), 0, 100)?;
    for &depth in &rules.residents {
        file.within("", "residents", depth.into(), 1, 99)?;
    }
    for &percent in &rules.resident_percent {
        file.within("", "resident_percent", percent as i32, 0, 1_000)?;
    }
    for &count in &rules.prowlers {
        file.within("", "prowlers", count.into(), 0, 30)?;
    }
    file.within("", "from", rules.harder.from.into(), 1, 100)?;
    file.within("", "damage", rules.harder.damage, 0, 100)?;
    let SeniorityRules { every, grade, offers } = rules.seniority;
    file.within("", "every", every.into(), 1, 100)?;
    file.within("", "offers", offers.into(), 1, 5)?;
    file.grade("", "grade", grade)
}
