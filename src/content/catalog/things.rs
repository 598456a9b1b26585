//! Checks of `items.ron`, `traps.ron`, and of the texts and short names that belong to things and
//! actors.

use super::checker::Checker;
use unicode_width::UnicodeWidthStr;

use crate::effect::Effect;
use crate::effect::TrapKind;
use crate::item::Gate;
use crate::item::{ItemKind, Slot};
use crate::kind_id::ItemKindId;
use crate::source::DataError;
use crate::text::ShortName;
use crate::text::Texts;

/// The kinds of items that the rules refer to.
pub(super) struct ItemRoles {
    /// The kind that opens each gate, in the order of [`Gate::OPENED`].
    pub openers: [ItemKindId; Gate::OPENED.len()],
    /// One coin.
    pub coin: ItemKindId,
}

/// Checks every item, and finds those that the rules refer to.
pub(super) fn check_items(file: &Checker<'_>, items: &[ItemKind]) -> Result<ItemRoles, DataError> {
    file.unique_kinds(items)?;
    for item in items {
        check_item(file, item)?;
    }
    let openers = find_openers(file, items)?;
    Ok(ItemRoles { openers, coin: find_coin(file, items)? })
}

fn check_item(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
    file.effects(name, &item.effects)?;
    if let Some(thrown) = &item.thrown {
        file.within(name, "thrown.range", thrown.range, 1, 20)?;
        file.effects(name, &thrown.effects)?;
    }
    let opens_any = item.opens.is_some_and(|gate| Gate::OPENED.contains(&gate));
    if (item.slot == Slot::Belt) != opens_any {
        let message = "what hangs on the belt opens a gate, and nothing else does";
        return Err(file.error(name, "opens", message));
    }
    if item.slot == Slot::Belt && item.weight > 0 {
        let message = "keys and gate tools never lie about by chance: 0";
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
        let message = "a charm rests after each use, and nothing else does";
        return Err(file.error(name, "recharge", message));
    }
    Ok(())
}

/// There must be a look for each kind of potion, scroll and charm: unidentified ones are told apart
/// by it. Raiders must have names.
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
            return Err(file.error("", field, "raiders need names"));
        }
    }
    Ok(())
}

/// Checks every trap.
pub(super) fn check_traps(file: &Checker<'_>, traps: &[TrapKind]) -> Result<(), DataError> {
    file.unique_kinds(traps)?;
    traps.iter().try_for_each(|trap| check_trap(file, trap))
}

fn check_trap(file: &Checker<'_>, trap: &TrapKind) -> Result<(), DataError> {
    let name = &trap.name;
    file.effects(name, &trap.effects)?;
    if trap.sprung.replace("{victim}", "").contains(['{', '}']) {
        let message = "nothing but {victim} stands in braces";
        return Err(file.error(name, "sprung", message));
    }
    Ok(())
}

/// Checks the fields that count only while an item is worn or held; some are for tools alone.
fn check_equipment(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
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
            return Err(file.error(name, field, "belongs to tools alone"));
        }
    }
    if item.slow.iter().any(|job| item.quick.contains(job)) {
        return Err(file.error(name, "slow", "cannot be quick and slow at one job"));
    }
    Ok(())
}

/// The kind of item that is one coin.
fn find_coin(file: &Checker<'_>, items: &[ItemKind]) -> Result<ItemKindId, DataError> {
    let is_coin = |item: &ItemKind| matches!(item.effects[..], [Effect::Coins { amount: 1 }]);
    let coin = items.iter().position(|item| item.slot == Slot::Sundry && is_coin(item));
    coin.map(|place| ItemKindId(place as u16))
        .ok_or_else(|| file.error("", "effects", "nothing is one coin"))
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

/// The names of one kind: where they stand, and what room they have.
pub(super) struct NamedKind<'a> {
    /// The file in which they are declared.
    pub file: Checker<'a>,
    /// The list of `short_names.ron` that has their short forms.
    pub list: &'static str,
    pub columns: usize,
    pub forms: &'a [ShortName],
}

/// Refuses a name that is too long and has no short form, and a short form that is too long or
/// empty. Short forms of no name may be there: other content replaces single files.
pub(super) fn check_short_names<'n>(
    short_names: &Checker<'_>,
    kind: &NamedKind<'_>,
    mut names: impl Iterator<Item = &'n str>,
) -> Result<(), DataError> {
    let NamedKind { file, list, columns, forms } = kind;
    short_names.unique(forms.iter().map(|own| own.name.as_str()))?;
    for ShortName { name, short } in *forms {
        let message = match short.width() {
            0 => "has no characters".to_owned(),
            wide if wide > *columns => {
                format!("“{short}” takes {wide} columns, the side panel has {columns}")
            }
            _ => continue,
        };
        return Err(short_names.error(name, "short", message));
    }
    let too_long =
        names.find(|name| name.width() > *columns && !forms.iter().any(|own| own.name == **name));
    let Some(name) = too_long else { return Ok(()) };
    let message = format!(
        "takes {} columns, the side panel has {columns}: give it a `short` in `{list}` of short_names.ron",
        name.width()
    );
    Err(file.error(name, "name", message))
}
