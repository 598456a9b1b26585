//! Checks of `rules.ron`, and the actors and the faction that it names.

use super::actors::named;
use super::checker::Checker;
use super::lookup::find;
use crate::Depth;
use crate::actor::ActorKind;
use crate::error::DataError;
use crate::faction::{FactionId, Factions};
use crate::fire::FireRules;
use crate::item::ItemKind;
use crate::kind_id::ActorKindId;
use crate::level::LevelKind;
use crate::rules::{
    DailyRules, GradeRules, KitRule, MessRules, PrepareRules, RaiderRules, Rules, ShopRules,
};

/// The actors and the faction that the rules name.
pub(super) struct RuleNames {
    pub upkeeper: ActorKindId,
    pub risen: Vec<(Depth, ActorKindId)>,
    pub vermin: ActorKindId,
    pub keeper: ActorKindId,
    pub robbed: ActorKindId,
    pub strays: FactionId,
}

/// Resolves the actors and the faction that the rules name.
pub(super) fn find_names(
    file: &Checker<'_>,
    rules: &Rules,
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<RuleNames, DataError> {
    let actor = |field: &str, name: &str| {
        named(actors, name).map_err(|message| file.error("", field, message))
    };
    let upkeeper = actor("upkeeper", &rules.upkeeper)?;
    let risen = rules.risen.iter().map(|(depth, name)| Ok((*depth, actor("risen", name)?)));
    let risen = risen.collect::<Result<Vec<_>, DataError>>()?;
    let vermin = actor("vermin", &rules.vermin)?;
    let keeper = actor("keeper", &rules.shop.keeper)?;
    let robbed = actor("robbed", &rules.shop.robbed)?;
    let shopkeepers = [keeper, robbed].map(|id| &actors[usize::from(id.0)]);
    check_keeper(file, factions, shopkeepers)?;
    let strays = factions.find(&rules.strays).ok_or_else(|| {
        file.error("", "strays", format!("there is no side “{}” in factions.ron", rules.strays))
    })?;
    Ok(RuleNames { upkeeper, risen, vermin, keeper, robbed, strays })
}

/// The shopkeeper must be at peace with the upkeeper, and at war once robbed.
fn check_keeper(
    file: &Checker<'_>,
    factions: &Factions,
    [keeper, robbed]: [&ActorKind; 2],
) -> Result<(), DataError> {
    let Some(own) = factions.find("upkeeper") else {
        return Err(file.error("", "shop", "there is no faction “upkeeper”".to_owned()));
    };
    if factions.are_hostile(own, keeper.faction_id) {
        return Err(file.error("", "keeper", "is at war with the upkeeper".to_owned()));
    }
    if !factions.are_hostile(own, robbed.faction_id) {
        return Err(file.error("", "robbed", "is at peace with the upkeeper".to_owned()));
    }
    Ok(())
}

/// Checks every number and list of the rules.
pub(super) fn check_rules(
    file: &Checker<'_>,
    rules: &Rules,
    items: &[ItemKind],
    levels: &[LevelKind],
) -> Result<(), DataError> {
    check_floor(file, rules)?;
    check_fire(file, &rules.fire)?;
    check_upkeeper(file, rules)?;
    check_shop(file, &rules.shop)?;
    check_filth(file, rules)?;
    check_raiders(file, &rules.raiders)?;
    check_mess(file, &rules.mess)?;
    check_kit(file, &rules.kit, items)?;
    check_prepare(file, &rules.prepare)?;
    check_daily(file, &rules.daily, levels)?;
    check_grade(file, &rules.grade)
}

/// The length of the night, lights, crates and doors.
fn check_floor(file: &Checker<'_>, rules: &Rules) -> Result<(), DataError> {
    file.within("", "dawn", rules.dawn as i32, 50, 20_000)?;
    file.within("", "sight", rules.sight, 2, 40)?;
    file.within("", "lantern", rules.lantern, 1, rules.sight)?;
    file.within("", "brazier", rules.brazier, 1, 20)?;
    file.within("", "helpless", rules.helpless, 0, 100)?;
    file.within("", "surprise", rules.surprise, 100, 1_000)?;
    file.within("", "cart", rules.cart as i32, 1, 26)?;
    file.within("", "work_crate", rules.work_crate.into(), 1, 100)?;
    file.within("", "crate_percent", rules.crate_percent as i32, 0, 100)?;
    for (field, blows) in [("force_shut", rules.force_shut), ("force_barred", rules.force_barred)] {
        file.within("", field, blows.into(), 1, 100)?;
    }
    for (field, cells) in [("hush_shut", rules.hush_shut), ("hush_barred", rules.hush_barred)] {
        file.within("", field, cells.into(), 0, 14)?;
    }
    Ok(())
}

/// The upkeeper's body, tools and purse.
fn check_upkeeper(file: &Checker<'_>, rules: &Rules) -> Result<(), DataError> {
    file.within("", "satchel_refill", rules.satchel_refill as i32, 1, 1_000)?;
    file.within("", "stain_percent", rules.stain_percent as i32, 1, 100)?;
    file.within("", "carrying_speed", rules.carrying_speed.into(), 10, 100)?;
    file.within("", "regeneration", rules.regeneration.into(), 1, 10_000)?;
    file.within("", "shield", rules.shield, 1, 50)?;
    file.within("", "through_worn", rules.through_worn, 0, 100)?;
    file.within("", "raiders.kit", rules.raiders.kit.min(1_000) as i32, 0, 100)?;
    file.within("", "raiders.richer", rules.raiders.richer.min(10_000) as i32, 0, 1_000)?;
    let (coins, deeper) = rules.coins;
    file.within("", "coins", deeper.min(100_000) as i32, 0, 1_000)?;
    file.within("", "coins", coins.min(100_000) as i32, 0, 10_000)
}

fn check_shop(file: &Checker<'_>, shop: &ShopRules) -> Result<(), DataError> {
    file.within("", "stock", shop.stock.0.into(), 1, shop.stock.1.into())?;
    file.within("", "deeper", shop.deeper.into(), 0, 10)?;
    // Selling something back must never return its whole price.
    file.within("", "pays", shop.pays as i32, 0, 50)
}

/// Vermin, and bodies that rise.
fn check_filth(file: &Checker<'_>, rules: &Rules) -> Result<(), DataError> {
    file.within("", "vermin_every", rules.vermin_every as i32, 1, 100_000)?;
    file.within("", "body_rises", rules.body_rises.0 as i32, 1, rules.body_rises.1 as i32)?;
    let risen = &rules.risen;
    if risen.first().is_none_or(|(from, _)| *from != Depth::FIRST)
        || !risen.is_sorted_by(|a, b| a.0 < b.0)
    {
        return Err(file.error("", "risen", "must begin at depth 1, and go down".to_owned()));
    }
    Ok(())
}

fn check_raiders(file: &Checker<'_>, raiders: &RaiderRules) -> Result<(), DataError> {
    file.within("", "health", raiders.health, 1, 1_000)?;
    file.within("", "deeper", raiders.deeper, 0, 100)?;
    file.within("", "guard", raiders.guard, 0, 100)?;
    file.within("", "guards", raiders.guards, 0, 1_000)
}

fn check_mess(file: &Checker<'_>, mess: &MessRules) -> Result<(), DataError> {
    file.within("", "jobs", mess.jobs as i32, 1, 1_000)?;
    file.within("", "spoilt_percent", mess.spoilt_percent as i32, 0, 100)?;
    file.within("", "plenty", mess.plenty as i32, mess.jobs as i32, 10_000)?;
    file.within("", "parties", mess.parties as i32, 1, 20)
}

/// Each name in the kit must be an item.
fn check_kit(file: &Checker<'_>, kit: &[KitRule], items: &[ItemKind]) -> Result<(), DataError> {
    for KitRule { item, .. } in kit {
        if find(items, |kind| &kind.name, item).is_none() {
            return Err(file.error("", "kit", format!("there is no item “{item}” in items.ron")));
        }
    }
    Ok(())
}

fn check_prepare(file: &Checker<'_>, prepare: &PrepareRules) -> Result<(), DataError> {
    for (field, turns) in [
        ("make_turns", prepare.make_turns),
        ("set_turns", prepare.set_turns),
        ("take_down_turns", prepare.take_down_turns),
        ("wardrobe_turns", prepare.wardrobe_turns),
        ("lead_turns", prepare.lead_turns),
        ("rehang_turns", prepare.rehang_turns),
    ] {
        file.within("", &format!("prepare.{field}"), turns.into(), 1, 100)?;
    }
    file.within("", "prepare.bait_coins", prepare.bait_coins.into(), 1, 1_000)?;
    file.within("", "prepare.post_cells", prepare.post_cells, 1, 100)?;
    file.within("", "prepare.posted_percent", prepare.posted_percent.min(1_000) as i32, 0, 100)
}

/// Each kind must be one of levels, and each depth one that there is content for.
fn check_daily(
    file: &Checker<'_>,
    daily: &DailyRules,
    levels: &[LevelKind],
) -> Result<(), DataError> {
    for depth in daily.weekday_depths {
        file.within(
            "",
            "daily.weekday_depths",
            depth.0.into(),
            1,
            Depth::DEEPEST_CONTENT.0.into(),
        )?;
    }
    if daily.kinds.is_empty() {
        return Err(file.error("", "daily.kinds", "there must be one".to_owned()));
    }
    for kind in &daily.kinds {
        if find(levels, |level| &level.name, kind).is_none() {
            let message = format!("there is no kind “{kind}” in levels.ron");
            return Err(file.error("", "daily.kinds", message));
        }
    }
    Ok(())
}

fn check_grade(file: &Checker<'_>, grade: &GradeRules) -> Result<(), DataError> {
    for (field, value, low, high) in [
        ("late_percent", grade.late_percent, 0, 100),
        ("raid_percent", grade.raid_percent, 0, 500),
        ("held_percent", grade.held_percent, 0, 100),
        ("slow_percent", grade.slow_percent, 101, 10_000),
        ("fled_percent", grade.fled_percent, 0, 100),
        ("bled_percent", grade.bled_percent, 0, 100),
        ("boss", grade.boss, 0, 10_000),
    ] {
        file.within("", field, value as i32, low, high)?;
    }
    if !grade.thresholds.is_sorted_by(|a, b| a > b) {
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
