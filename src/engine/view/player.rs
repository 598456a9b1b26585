//! The player's own state, and the cart.

use crate::sim::{Body, CartIndex, Turns};
use base::Pos;
use content::{ItemKind, ItemKindId, JobKind, Perk, PerkEffect, PerkId, Slot, Status, Supply};

use super::{Message, Tone, View};

/// Shares of the health, in percent, under which the player is badly hurt, and near death.
const BADLY_HURT_PERCENT: i32 = 40;
const NEAR_DEATH_PERCENT: i32 = 20;

#[derive(Clone, Debug)]
pub struct Player<'a> {
    pub pos: Pos,
    pub health: i32,
    pub max_health: i32,
    /// Whether the player is in a hiding place and not perceived there.
    pub hidden: bool,
    /// With the turns left.
    pub statuses: Vec<(Status, u16)>,
    pub carrying: Option<Body>,
    /// In the order of [`Supply::ALL`].
    pub supplies: [(Supply, u16); Supply::ALL.len()],
    /// Number of cells wiped since the last rinse, and the number at which the mop must be rinsed.
    pub mop: (u8, u8),
    pub tool: Option<&'a ItemKind>,
    pub garb: Option<&'a ItemKind>,
    pub trinket: Option<&'a ItemKind>,
    /// Keys and tools for gates, and how many of each.
    pub belt: Vec<(&'a ItemKind, u16)>,
    /// Turns until there is a bomb in the satchel.
    pub satchel_wait: Turns,
}

impl<'a> Player<'a> {
    /// The equipment that is worn in the slot of an item.
    pub fn worn_like(&self, item: &ItemKind) -> Option<&'a ItemKind> {
        match item.slot {
            Slot::Tool => self.tool,
            Slot::Garb => self.garb,
            Slot::Trinket => self.trinket,
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemAction {
    Look,
    Equip,
    Use,
    Throw,
    Drop,
}

impl ItemAction {
    pub fn applies_to(self, item: &ItemKind) -> bool {
        match self {
            Self::Look | Self::Drop => true,
            Self::Equip => item.slot.is_equipment(),
            Self::Use => item.slot.is_used(),
            Self::Throw => item.thrown.is_some(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct CartSlot<'a> {
    pub slot: CartIndex,
    pub kind: ItemKindId,
    pub item: &'a ItemKind,
    pub count: u16,
    pub worn: bool,
    /// Whether it was taken from a shop and is not paid for.
    pub owed: bool,
    /// Turns until a charm can be used again; 0 for anything else.
    pub rests: Turns,
    /// The name as far as it is identified: "2 murky potions".
    pub name: String,
    pub identified: bool,
}

impl<'a> View<'a> {
    pub fn player(&self) -> Player<'a> {
        let world = self.world();
        let entity = world.player();
        let vitals = world.vitals(entity);
        let own = world.belongings();
        let worn = |slot: usize| own.worn.0[slot].map(|kind| self.catalog().item(kind));
        Player {
            pos: world.player_pos(),
            health: vitals.health.max(0),
            max_health: vitals.max_health,
            statuses: world.statuses(entity).iter().collect(),
            hidden: world.shift.hidden,
            carrying: own.carrying,
            supplies: Supply::ALL.map(|supply| (supply, own.supplies[supply])),
            mop: (own.mop_fouled, world.mop_cells()),
            tool: worn(0),
            garb: worn(1),
            trinket: worn(2),
            belt: own
                .belt
                .iter()
                .map(|stack| (self.catalog().item(stack.kind), stack.count))
                .collect(),
            satchel_wait: world.satchel_wait(),
        }
    }

    /// The player's health, and the most it can be.
    pub fn health(&self) -> (i32, i32) {
        let vitals = self.world().vitals(self.world().player());
        (vitals.health, vitals.max_health)
    }

    /// The health that a day's sleep would give back now.
    pub fn health_from_sleep(&self) -> i32 {
        self.world().health_from_sleep()
    }

    /// What is said when the player's health has fallen under one of the bounds since it was
    /// `before`.
    pub fn wounds_told(&self, before: i32) -> Option<Message> {
        let (health, max) = self.health();
        let fell_under =
            |percent: i32| before * 100 >= max * percent && health * 100 < max * percent;
        let text = match () {
            () if health <= 0 => return None,
            () if fell_under(NEAR_DEATH_PERCENT) => {
                format!("You have {health} of {max} health left, and cannot take much more.")
            }
            () if fell_under(BADLY_HURT_PERCENT) => {
                format!("You are badly hurt: {health} of {max} health left.")
            }
            () => return None,
        };
        Some(Message { text, tone: Tone::Warning })
    }

    pub fn is_badly_hurt(&self) -> bool {
        let (health, max) = self.health();
        health * 100 < max * BADLY_HURT_PERCENT
    }

    /// What lies in a slot of the cart.
    pub fn cart_slot(&self, slot: CartIndex) -> Option<CartSlot<'a>> {
        self.cart().into_iter().find(|entry| entry.slot == slot)
    }

    pub fn cart(&self) -> Vec<CartSlot<'a>> {
        let world = self.world();
        let own = world.belongings();
        own.stacks()
            .map(|(slot, stack)| CartSlot {
                slot,
                kind: stack.kind,
                item: self.catalog().item(stack.kind),
                count: stack.count,
                worn: own.is_worn(stack.kind),
                owed: own.owed(stack.kind) > 0,
                rests: own.ready(stack.kind).saturating_sub(world.clock()),
                name: self.item_name(stack.kind, stack.count),
                identified: world.is_identified(stack.kind),
            })
            .collect()
    }

    /// The player's armour and evasion, equipment included.
    pub fn defence(&self) -> (i32, i32) {
        let own = self.world().belongings();
        let kind = self.catalog().actor(self.catalog().rules.upkeeper.id);
        own.equipment(self.catalog())
            .fold((kind.armour, kind.evasion), |(armour, evasion), item| {
                (armour + item.armour, evasion + item.evasion)
            })
    }
}

/// The numbers in which an item is better and those in which it is worse than the worn one, as
/// sentences; empty where there are none.
pub struct Comparison {
    pub better: String,
    pub worse: String,
}

impl Comparison {
    /// Whether the item is better in some number and worse in none.
    pub(crate) fn is_gain(&self) -> bool {
        !self.better.is_empty() && self.worse.is_empty()
    }
}

/// Compares an item with the one worn in its slot, or with an empty slot.
pub fn weigh(item: &ItemKind, worn: Option<&ItemKind>) -> Comparison {
    let (mut better, mut worse) = (Vec::new(), Vec::new());
    let mut note = |what: &str, gain: i32, shown: i32| match gain {
        0 => {}
        1.. => better.push(format!("{what} {shown:+}")),
        _ => worse.push(format!("{what} {shown:+}")),
    };
    let mut weigh = |what: &str, gain: i32| note(what, gain, gain);
    let gain =
        |value: fn(&ItemKind) -> i32, without: i32| value(item) - worn.map_or(without, value);
    weigh("hits, in percent,", gain(|item| item.hit, 0));
    weigh("least damage", gain(|item| item.damage.0 + item.might, 0));
    weigh("most damage", gain(|item| item.damage.1 + item.might, 0));
    weigh("reach", gain(|item| item.reach, 1));
    weigh("armour", gain(|item| item.armour, 0));
    weigh("evasion", gain(|item| item.evasion, 0));
    weigh("thorns", gain(|item| item.thorns, 0));
    weigh("stealth", gain(|item| item.stealth, 0));
    weigh("speed, in percent,", gain(|item| item.speed, 100));
    weigh("speed with a body", gain(|item| item.carrying, 0));
    weigh("light", gain(|item| item.light, 0));
    weigh("mop", gain(|item| item.mop_cells.into(), 0));
    weigh("luck", gain(|item| item.luck as i32, 0));
    weigh("healing", gain(|item| i32::from(item.regeneration > 0), 0));
    // Of these a smaller number is better.
    let mut weigh = |what: &str, more: i32| note(what, -more, more);
    weigh("noise, in percent,", gain(|item| item.noise, 100));
    weigh("footsteps", gain(|item| item.clatter.into(), 0));
    for job in JobKind::ALL {
        let turns = |item: &ItemKind| {
            i32::from(item.slow.contains(&job)) - i32::from(item.quick.contains(&job))
        };
        weigh(&format!("turns for {}", job.plural()), turns(item) - worn.map_or(0, turns));
    }
    let held = |item: &ItemKind| item.two_handed;
    match (held(item), worn.is_some_and(held)) {
        (true, false) => worse.push("takes both hands".to_owned()),
        (false, true) => better.push("leaves a hand free".to_owned()),
        _ => {}
    }
    let wards = |item: &ItemKind| item.wards.clone();
    let (new, old) = (wards(item), worn.map(wards).unwrap_or_default());
    let gained = new.iter().filter(|ward| !old.contains(ward));
    better.extend(gained.map(|ward| format!("never {ward}")));
    let lost = old.iter().filter(|ward| !new.contains(ward));
    worse.extend(lost.map(|ward| format!("you can be {ward}")));
    let than = worn.map_or_else(|| "nothing".to_owned(), |worn| format!("the {}", worn.name));
    let line = |word: &str, parts: &[String]| match parts {
        [] => String::new(),
        _ => format!("{word} than {than}: {}.", parts.join(", ")),
    };
    Comparison { better: line("Better", &better), worse: line("Worse", &worse) }
}

impl<'a> View<'a> {
    /// The perks that the player holds, in the order in which they were chosen.
    pub fn perks(&self) -> Vec<&'a Perk> {
        let world = self.world();
        self.named_perks(world.perks())
    }

    /// The perks among which the player has to choose now; empty if none is due.
    pub fn perks_offered(&self) -> Vec<&'a Perk> {
        self.named_perks(&self.world().perks_offered())
    }

    /// For each choice so far what was offered and what was taken, by name.
    pub fn perk_choices(&self) -> Vec<(Vec<&'a str>, &'a str)> {
        let name = |perk: &PerkId| self.catalog().perk(*perk).name.as_str();
        let choices = self.world().perk_choices().into_iter();
        choices.map(|(offered, taken)| (offered.iter().map(name).collect(), name(&taken))).collect()
    }

    /// Whether the player can strike with a body in the arms.
    pub fn fights_while_carrying(&self) -> bool {
        self.world().has_perk_effect(&PerkEffect::FightWhileCarrying)
    }

    fn named_perks(&self, perks: &[PerkId]) -> Vec<&'a Perk> {
        perks.iter().map(|&perk| self.catalog().perk(perk)).collect()
    }
}
