//! Checks of `items.ron`, `traps.ron`, and of the texts and short names that belong to things and
//! actors.

use super::checker::Checker;
use super::town::check_text;
use unicode_width::UnicodeWidthStr;

use crate::effect::{Effect, TrapKind};
use crate::item::{Gate, ItemKind, Slot};
use crate::kind_id::ItemKindId;
use crate::source::Checked;
use crate::text::{ShortForms, ShortName, Texts};

/// Checks every item.
pub(super) fn check_items(file: Checker<'_>, items: &[ItemKind]) -> Checked {
    file.unique_kinds(items)?;
    items.iter().try_for_each(|item| check_item(file.of(&item.name), item))
}

fn check_item(file: Checker<'_>, item: &ItemKind) -> Checked {
    file.effects(&item.effects)?;
    if let Some(thrown) = &item.thrown {
        file.within("thrown.range", thrown.range, 1, 20)?;
        file.effects(&thrown.effects)?;
    }
    let opens_any = item.opens.is_some_and(|gate| Gate::OPENED.contains(&gate));
    let hangs = item.slot == Slot::Belt;
    let message = "what hangs on the belt opens a gate, and nothing else does";
    file.ensure(hangs == opens_any, "opens", message)?;
    let message = "keys and gate tools never lie about by chance: 0";
    file.ensure(!hangs || item.weight == 0, "weight", message)?;
    let does = item.slot.is_used() || item.slot == Slot::Sundry;
    let message = if does {
        "a potion, scroll, charm or sundry needs some"
    } else {
        "only potions, scrolls, charms and sundries have any"
    };
    file.ensure(does != item.effects.is_empty(), "effects", message)?;
    check_equipment(file, item)?;
    let message = "a charm rests after each use, and nothing else does";
    file.ensure((item.slot == Slot::Charm) == (item.recharge > 0), "recharge", message)
}

/// There must be a look for each kind of potion, scroll and charm: unidentified ones are told apart
/// by it. Raiders must have names.
pub(super) fn check_looks(file: Checker<'_>, items: &[ItemKind], texts: &Texts) -> Checked {
    for (slot, looks, field) in [
        (Slot::Potion, &texts.potions, "potions"),
        (Slot::Scroll, &texts.scrolls, "scrolls"),
        (Slot::Charm, &texts.charms, "charms"),
    ] {
        let (own, kinds) = (looks.len(), items.iter().filter(|item| item.slot == slot).count());
        let message = format_args!("{own} looks for {kinds} kinds; each needs its own");
        file.ensure(own >= kinds, field, message)?;
    }
    file.ensure(!texts.raiders.is_empty(), "raiders", "raiders need names")?;
    check_text(file, "hearsay", &texts.hearsay, &["name", "site", "kind"], Some(&['.']))?;
    file.ensure(!texts.surnames.is_empty(), "surnames", "raiders need names")
}

/// Checks every trap.
pub(super) fn check_traps(file: Checker<'_>, traps: &[TrapKind]) -> Checked {
    file.unique_kinds(traps)?;
    for trap in traps {
        let file = file.of(&trap.name);
        file.effects(&trap.effects)?;
        let is_plain = !trap.sprung.replace("{victim}", "").contains(['{', '}']);
        file.ensure(is_plain, "sprung", "nothing but {victim} stands in braces")?;
    }
    Ok(())
}

/// Checks the fields that count only while an item is worn or held; some are for tools alone.
fn check_equipment(file: Checker<'_>, item: &ItemKind) -> Checked {
    if let Some(sense) = item.senses {
        file.within("senses", sense.radius(), 1, 20)?;
    }
    file.effects(&item.strikes)?;
    let is_tool = item.slot == Slot::Tool;
    for (field, stands) in [
        ("reach", item.reach > 1),
        ("two_handed", item.two_handed),
        ("strikes", !item.strikes.is_empty()),
        ("quick", !item.quick.is_empty()),
        ("slow", !item.slow.is_empty()),
    ] {
        file.ensure(is_tool || !stands, field, "belongs to tools alone")?;
    }
    let is_either = !item.slow.iter().any(|job| item.quick.contains(job));
    file.ensure(is_either, "slow", "cannot be quick and slow at one job")
}

/// The kind of item that is one coin.
pub(super) fn find_coin(file: Checker<'_>, items: &[ItemKind]) -> Checked<ItemKindId> {
    let is_coin = |item: &ItemKind| matches!(item.effects[..], [Effect::Coins { amount: 1 }]);
    let coin = items.iter().position(|item| item.slot == Slot::Sundry && is_coin(item));
    coin.map(|place| ItemKindId(place as u16))
        .ok_or_else(|| file.error("effects", "nothing is one coin"))
}

/// The kind of item that opens each gate, in the order of [`Gate::OPENED`]; there must be exactly
/// one for each.
pub(super) fn find_openers(
    file: Checker<'_>,
    items: &[ItemKind],
) -> Checked<[ItemKindId; Gate::OPENED.len()]> {
    let mut openers = [ItemKindId(0); Gate::OPENED.len()];
    for (opener, gate) in openers.iter_mut().zip(Gate::OPENED) {
        let mut kinds = (0..).zip(items).filter(|(_, item)| item.opens == Some(gate));
        let Some((place, _)) = kinds.next() else {
            return Err(file.error("opens", format_args!("nothing opens {gate}")));
        };
        if let Some((_, second)) = kinds.next() {
            let message = format_args!("something else opens {gate} already");
            return Err(file.of(&second.name).error("opens", message));
        }
        *opener = ItemKindId(place);
    }
    Ok(openers)
}

/// Refuses a name that is too long for the side panel and has no short form in `list` of
/// `short_names.ron`, and a short form that is too long, empty or that of two names. Short forms of
/// no name may be there: other content replaces single files.
pub(super) fn check_short_names<'n>(
    short_names: Checker<'_>,
    list: &str,
    forms: &ShortForms,
    columns: usize,
    (file, mut names): (Checker<'_>, impl Iterator<Item = &'n String> + Clone),
) -> Checked {
    let ShortForms(listed) = forms;
    short_names.unique(listed.iter().map(|own| own.name.as_str()))?;
    for ShortName { name, short } in listed {
        let entry = short_names.of(name);
        let wide = short.width();
        entry.ensure(wide > 0, "short", "has no characters")?;
        let message = format_args!("“{short}” takes {wide} columns, the side panel has {columns}");
        entry.ensure(wide <= columns, "short", message)?;
        let message = "two names are this in the side panel";
        let bearers = names.clone().filter(|own| forms.of(own) == short).count();
        entry.ensure(bearers < 2, "short", message)?;
    }
    let too_long =
        names.find(|name| name.width() > columns && !listed.iter().any(|own| own.name == **name));
    let Some(name) = too_long else { return Ok(()) };
    let message = format_args!(
        "takes {} columns, the side panel has {columns}: give it a `short` in `{list}` of \
         short_names.ron",
        name.width()
    );
    Err(file.of(name).error("name", message))
}
