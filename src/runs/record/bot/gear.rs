//! What tools, garb and trinkets are worth to a bot, and putting on the best of them.

use content::{Effect, ItemKind, Slot};
use engine::sim::Command;
use engine::view::{CartSlot, View};

/// What a piece of equipment is worth, in tenths of a point of damage to each blow given. Nothing, if it leaves no hand free for
/// bodies.
pub(super) fn worth(item: &ItemKind) -> i32 {
    if !item.slot.is_equipment() || item.two_handed {
        return 0;
    }
    let blow = item.hit * (item.damage.0 + item.damage.1) / 20;
    let work = 8 * item.quick.len() as i32 - 8 * item.slow.len() as i32;
    let body = 12 * item.armour + item.evasion + 3 * item.wards.len() as i32 + 5 * item.thorns;
    let heals = if item.regeneration > 0 { 15 } else { 0 };
    let rest = 10 * item.might + 2 * (item.speed - 100) + item.carrying / 2 + item.light + heals;
    (blow + work + body + rest + 2 * item.stealth - i32::from(item.clatter)).max(0)
}

/// How much better an item is than what is worn in its place; at most 0 if it is not.
pub(super) fn gain(view: &View<'_>, item: &ItemKind) -> i32 {
    worth(item) - view.player().worn_like(item).map_or(0, worth)
}

/// Puts on the piece in the cart that is most of a gain.
pub(super) fn put_on_better(view: &View<'_>) -> Option<Command> {
    let own = view.cart().into_iter().filter(|slot| !slot.worn && !slot.owed);
    own.map(|slot| (gain(view, slot.item), slot.slot))
        .filter(|&(gain, _)| gain > 0)
        .max_by_key(|&(gain, slot)| (gain, std::cmp::Reverse(slot)))
        .map(|(_, slot)| Command::Equip { slot })
        .filter(|command| view.refusal(command).is_none())
}

/// A piece in the cart that is no better than what is worn.
pub(super) fn spare<'a>(view: &View<'a>) -> Option<CartSlot<'a>> {
    let is_spare = |slot: &CartSlot<'_>| {
        slot.item.slot.is_equipment() && !slot.worn && !slot.owed && gain(view, slot.item) <= 0
    };
    view.cart().into_iter().find(is_spare)
}

/// Whether an item heals whoever drinks or rubs it.
pub(super) fn heals(item: &ItemKind) -> bool {
    matches!(item.slot, Slot::Potion | Slot::Charm)
        && item.effects.iter().any(|effect| matches!(effect, Effect::Heal { .. }))
}
