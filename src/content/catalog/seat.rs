//! Checks of what `campaign.ron` says of the Deep Seat and of sites that parties settle in.

use super::checker::Checker;
use super::lookup::find;
use crate::campaign::CampaignRules;
use crate::cast::CastRules;
use crate::error::DataError;
use crate::kind_id::HeroClassId;

/// Checks the numbers, and resolves the classes of stand-ins.
pub(super) fn check(
    file: &Checker<'_>,
    rules: &mut CampaignRules,
    cast: &CastRules,
) -> Result<(), DataError> {
    let max_level = i32::from(cast.max_level);
    let seat = &mut rules.seat;
    file.within("", "min_level", seat.min_level.into(), 1, max_level)?;
    file.within("", "companions", seat.companions.into(), 0, 8)?;
    file.within("", "calls_from", seat.calls_from.into(), 1, 50)?;
    file.grade("", "least_grade", seat.least_grade)?;
    if seat.stand_ins.is_empty() || seat.stand_ins.len() > usize::from(u8::MAX) {
        return Err(file.error("", "stand_ins", "there are none, or too many".to_owned()));
    }
    file.unique(seat.stand_ins.iter().map(|own| own.name.as_str()))?;
    for own in &mut seat.stand_ins {
        file.within(&own.name, "level", own.level.into(), 1, max_level)?;
        let class = find(&cast.classes, |class| &class.name, &own.class).ok_or_else(|| {
            let message = format!("there is no class “{}” in cast.ron", own.class);
            file.error(&own.name, "class", message)
        })?;
        own.class_id = HeroClassId(class as u8);
        if own.about.is_empty() {
            return Err(file.error(&own.name, "about", "nothing is said of them".to_owned()));
        }
    }
    let settlers = &rules.settlers;
    file.within("", "share", settlers.share.into(), 0, 100)?;
    file.within("", "companions", settlers.companions.into(), 0, 8)?;
    file.within("", "bounty", settlers.bounty as i32, 0, 1_000)?;
    file.within("", "withheld", settlers.withheld as i32, 0, 100)?;
    let tenants = &rules.tenants;
    for (field, (base, more)) in [("health", tenants.health), ("damage", tenants.damage)] {
        file.within("", field, base, 1, 1_000)?;
        file.within("", field, more, 0, 100)?;
    }
    Ok(())
}
