//! What is asked of `rules.ron`.

use super::checker::Checker;
use super::lookup::find;
use crate::content::Depth;
use crate::content::error::DataError;
use crate::content::fire::FireRules;
use crate::content::item::ItemKind;
use crate::content::rules::{KitRule, Rules};

pub(super) fn check_rules(
    file: &Checker<'_>,
    rules: &Rules,
    items: &[ItemKind],
) -> Result<(), DataError> {
    file.within("", "dawn", rules.dawn as i32, 50, 20_000)?;
    file.within("", "sight", rules.sight, 2, 40)?;
    file.within("", "lantern", rules.lantern, 1, rules.sight)?;
    file.within("", "brazier", rules.brazier, 1, 20)?;
    file.within("", "cart", rules.cart as i32, 1, 26)?;
    file.within("", "work_crate", rules.work_crate.into(), 1, 100)?;
    file.within("", "crate_percent", rules.crate_percent as i32, 0, 100)?;
    for (field, blows) in [("force_shut", rules.force_shut), ("force_barred", rules.force_barred)] {
        file.within("", field, blows.into(), 1, 100)?;
    }
    for (field, cells) in [("hush_shut", rules.hush_shut), ("hush_barred", rules.hush_barred)] {
        file.within("", field, cells.into(), 0, 14)?;
    }
    check_fire(file, &rules.fire)?;
    file.within("", "satchel_refill", rules.satchel_refill as i32, 1, 1_000)?;
    file.within("", "stain_percent", rules.stain_percent as i32, 1, 100)?;
    file.within("", "carrying_speed", rules.carrying_speed.into(), 10, 100)?;
    file.within("", "regeneration", rules.regeneration.into(), 1, 10_000)?;
    file.within("", "shield", rules.shield, 1, 50)?;
    file.within("", "coins", rules.coins as i32, 0, 10_000)?;
    file.within("", "stock", rules.shop.stock.0.into(), 1, rules.shop.stock.1.into())?;
    file.within("", "deeper", rules.shop.deeper.into(), 0, 10)?;
    // Who sells must never get what they paid.
    file.within("", "pays", rules.shop.pays as i32, 0, 50)?;
    file.within("", "vermin_every", rules.vermin_every as i32, 1, 100_000)?;
    file.within("", "body_rises", rules.body_rises.0 as i32, 1, rules.body_rises.1 as i32)?;
    let risen = &rules.risen;
    if risen.first().is_none_or(|(from, _)| *from != Depth::FIRST)
        || !risen.is_sorted_by(|a, b| a.0 < b.0)
    {
        return Err(file.error("", "risen", "must begin at depth 1, and go down".to_owned()));
    }
    let raiders = &rules.raiders;
    file.within("", "health", raiders.health, 1, 1_000)?;
    file.within("", "deeper", raiders.deeper, 0, 100)?;
    file.within("", "guard", raiders.guard, 0, 100)?;
    file.within("", "guards", raiders.guards, 0, 1_000)?;
    let mess = &rules.mess;
    file.within("", "jobs", mess.jobs as i32, 1, 1_000)?;
    file.within("", "spoilt_percent", mess.spoilt_percent as i32, 0, 100)?;
    file.within("", "plenty", mess.plenty as i32, mess.jobs as i32, 10_000)?;
    file.within("", "parties", mess.parties as i32, 1, 20)?;
    for KitRule { item, .. } in &rules.kit {
        if find(items, |kind| &kind.name, item).is_none() {
            return Err(file.error("", "kit", format!("there is no item “{item}” in items.ron")));
        }
    }
    for (field, value, low, high) in [
        ("late_percent", rules.grade.late_percent, 0, 100),
        ("raid_percent", rules.grade.raid_percent, 0, 500),
        ("held_percent", rules.grade.held_percent, 0, 100),
        ("slow_percent", rules.grade.slow_percent, 101, 10_000),
        ("fled_percent", rules.grade.fled_percent, 0, 100),
        ("bled_percent", rules.grade.bled_percent, 0, 100),
        ("boss", rules.grade.boss, 0, 10_000),
    ] {
        file.within("", field, value as i32, low, high)?;
    }
    if !rules.grade.thresholds.is_sorted_by(|a, b| a > b) {
        let message = "must fall from S to D".to_owned();
        return Err(file.error("", "thresholds", message));
    }
    Ok(())
}

fn check_fire(file: &Checker<'_>, fire: &FireRules) -> Result<(), DataError> {
    let fuels = [
        ("grass", fire.grass),
        ("paper", fire.paper),
        ("body", fire.body),
        ("crates", fire.crates),
        ("wardrobe", fire.wardrobe),
        ("door", fire.door),
    ];
    for (field, fuel) in fuels {
        file.within("", field, fuel.turns.into(), 1, 100)?;
        file.within("", field, fuel.catches as i32, 0, 100)?;
    }
    for (field, turns) in [("bare", fire.bare), ("flash", fire.flash)] {
        file.within("", field, turns.into(), 1, 100)?;
    }
    file.within("", "flash_per", fire.flash_per.into(), 1, 255)?;
    file.within("", "flash_rings", fire.flash_rings.into(), 1, 20)?;
    file.within("", "burning", fire.burning.into(), 1, 100)?;
    file.within("", "damage", fire.damage, 0, 100)?;
    file.within("", "damage_tarred", fire.damage_tarred, 0, 100)?;
    file.within("", "light", fire.light, 1, 20)?;
    file.within("", "drenched", fire.drenched.into(), 1, 1_000)
}
