//! Checks of `items.ron` and `traps.ron`, and of the texts that belong to items.

use super::Checker;
use crate::effect::Effect;
use crate::error::DataError;
use crate::gate::Gate;
use crate::item::{ItemKind, Slot};
use crate::kind_id::ItemKindId;
use crate::text::Texts;
use crate::trap::TrapKind;

/// The kinds of items that the rules refer to.
pub(super) struct ItemRoles {
    /// The kind that opens each gate, in the order of [`Gate::OPENED`].
    pub openers: [ItemKindId; Gate::OPENED.len()],
    /// One coin.
    pub coin: ItemKindId,
}

/// Checks every item, and finds those that the rules refer to.
pub(super) fn check_items(file: &Checker<'_>, items: &[ItemKind]) -> Result<ItemRoles, DataError> {
    file.unique(items.iter().map(|item| item.name.as_str()))?;
    for item in items {
        check_item(file, item)?;
    }
    let openers = find_openers(file, items)?;
    Ok(ItemRoles { openers, coin: find_coin(file, items)? })
}

fn check_item(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
    file.depths(name, item.depths)?;
    file.damage(name, "damage", item.damage)?;
    file.within(name, "stack", item.stack.0.into(), 1, item.stack.1.into())?;
    file.within(name, "noise", item.noise, 0, 300)?;
    file.effects(name, &item.effects)?;
    if let Some(thrown) = &item.thrown {
        file.damage(name, "thrown.damage", thrown.damage)?;
        file.within(name, "thrown.range", thrown.range, 1, 20)?;
        file.effects(name, &thrown.effects)?;
    }
    let opens_any = item.opens.is_some_and(|gate| Gate::OPENED.contains(&gate));
    if (item.slot == Slot::Belt) != opens_any {
        let message = "what hangs on the belt opens a gate, and nothing else does".to_owned();
        return Err(file.error(name, "opens", message));
    }
    if item.slot == Slot::Belt && item.weight > 0 {
        let message = "keys and gate tools never lie about by chance: 0".to_owned();
        return Err(file.error(name, "weight", message));
    }
    let does = item.slot.is_used() || item.slot == Slot::Sundry;
    if does == item.effects.is_empty() {
        let message = if does {
            "a potion, scroll, charm or sundry needs some"
        } else {
            "only potions, scrolls, charms and sundries have any"
        };
        return Err(file.error(name, "effects", message.to_owned()));
    }
    check_equipment(file, item)?;
    if (item.slot == Slot::Charm) != (item.recharge > 0) {
        let message = "a charm rests after each use, and nothing else does".to_owned();
        return Err(file.error(name, "recharge", message));
    }
    file.within(name, "recharge", item.recharge as i32, 0, 10_000)?;
    file.within(name, "scent", item.scent, 0, 30)
}

/// There must be a look for each kind of potion, scroll and charm: unidentified ones are told apart by it. Raiders must
/// have names.
pub(super) fn check_looks(
    file: &Checker<'_>,
    items: &[ItemKind],
    texts: &Texts,
) -> Result<(), DataError> {
    for (slot, looks, field) in [
        (Slot::Potion, &texts.potions, "potions"),
        (Slot::Scroll, &texts.scrolls, "scrolls"),
        (Slot::Charm, &texts.charms, "charms"),
    ] {
        let kinds = items.iter().filter(|item| item.slot == slot).count();
        if looks.len() < kinds {
            let message = format!("{} looks for {kinds} kinds; each needs its own", looks.len());
            return Err(file.error("", field, message));
        }
    }
    for (names, field) in [(&texts.raiders, "raiders"), (&texts.surnames, "surnames")] {
        if names.is_empty() {
            return Err(file.error("", field, "raiders need names".to_owned()));
        }
    }
    Ok(())
}

/// Checks every trap.
pub(super) fn check_traps(file: &Checker<'_>, traps: &[TrapKind]) -> Result<(), DataError> {
    file.unique(traps.iter().map(|trap| trap.name.as_str()))?;
    traps.iter().try_for_each(|trap| check_trap(file, trap))
}

fn check_trap(file: &Checker<'_>, trap: &TrapKind) -> Result<(), DataError> {
    let name = &trap.name;
    file.depths(name, trap.depths)?;
    file.effects(name, &trap.effects)?;
    if trap.sprung.replace("{victim}", "").contains(['{', '}']) {
        let message = "nothing but {victim} stands in braces".to_owned();
        return Err(file.error(name, "sprung", message));
    }
    Ok(())
}

/// Checks the fields that count only while an item is worn or held; some are for tools alone.
fn check_equipment(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
    file.within(name, "tier", item.tier.into(), 1, 5)?;
    file.within(name, "reach", item.reach, 1, 2)?;
    file.within(name, "might", item.might, 0, 20)?;
    file.within(name, "thorns", item.thorns, 0, 20)?;
    file.within(name, "armour", item.armour, 0, 20)?;
    file.within(name, "stealth", item.stealth, 0, 15)?;
    file.within(name, "speed", item.speed, 50, 150)?;
    file.within(name, "carrying", item.carrying, -50, 50)?;
    file.within(name, "clatter", item.clatter.into(), 0, 20)?;
    file.within(name, "mop_cells", item.mop_cells.into(), 0, 50)?;
    file.within(name, "luck", item.luck as i32, 0, 100)?;
    if let Some(sense) = item.senses {
        file.within(name, "senses", sense.radius(), 1, 20)?;
    }
    file.effects(name, &item.strikes)?;
    let is_tool = item.slot == Slot::Tool;
    for (field, stands) in [
        ("reach", item.reach > 1),
        ("two_handed", item.two_handed),
        ("strikes", !item.strikes.is_empty()),
        ("quick", !item.quick.is_empty()),
        ("slow", !item.slow.is_empty()),
    ] {
        if stands && !is_tool {
            return Err(file.error(name, field, "belongs to tools alone".to_owned()));
        }
    }
    if item.slow.iter().any(|job| item.quick.contains(job)) {
        return Err(file.error(name, "slow", "cannot be quick and slow at one job".to_owned()));
    }
    Ok(())
}

/// The kind of item that is one coin.
fn find_coin(file: &Checker<'_>, items: &[ItemKind]) -> Result<ItemKindId, DataError> {
    let is_coin = |item: &ItemKind| matches!(item.effects[..], [Effect::Coins { amount: 1 }]);
    let coin = items.iter().position(|item| item.slot == Slot::Sundry && is_coin(item));
    coin.map(|place| ItemKindId(place as u16))
        .ok_or_else(|| file.error("", "effects", "nothing is one coin".to_owned()))
}

/// The kind of item that opens each gate; there must be exactly one for each.
fn find_openers(
    file: &Checker<'_>,
    items: &[ItemKind],
) -> Result<[ItemKindId; Gate::OPENED.len()], DataError> {
    let mut openers = [ItemKindId(0); Gate::OPENED.len()];
    for (opener, gate) in openers.iter_mut().zip(Gate::OPENED) {
        let mut kinds = (0..).zip(items).filter(|(_, item)| item.opens == Some(gate));
        let Some((place, _)) = kinds.next() else {
            return Err(file.error("", "opens", format!("nothing opens {gate}")));
        };
        if let Some((_, second)) = kinds.next() {
            let message = format!("something else opens {gate} already");
            return Err(file.error(&second.name, "opens", message));
        }
        *opener = ItemKindId(place);
    }
    Ok(openers)
}
