use serde::{Deserialize, Serialize};

use crate::content::{ActorKindId, Catalog, ItemKind, ItemKindId, Slot as Place, Supply};

use super::{Slot, Turns};

/// So many of one kind of item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    pub kind: ItemKindId,
    pub count: u16,
}

/// What lies where somebody fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Who it was.
    pub kind: ActorKindId,
    /// When it gets up again, if it still lies about then.
    pub rises: Turns,
}

/// What the upkeeper has with them. A component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belongings {
    /// The cart: stacks in the order they came.
    pub cart: Vec<Stack>,
    /// What is in the hand, on the body and in the pocket, in the order of [`Place`].
    pub worn: [Option<ItemKindId>; 3],
    /// In the order of [`Supply::ALL`].
    pub supplies: [u16; 4],
    /// Cells wiped since the mop was last rinsed.
    pub mop_fouled: u8,
    pub carrying: Option<Body>,
}

impl Belongings {
    pub fn supply(&self, supply: Supply) -> u16 {
        self.supplies[supply as usize]
    }

    pub fn stack(&self, slot: Slot) -> Option<Stack> {
        self.cart.get(usize::from(slot.0)).copied()
    }

    /// Whether one more stack of this kind finds room.
    pub fn has_room(&self, kind: ItemKindId, catalog: &Catalog) -> bool {
        self.cart.len() < catalog.rules.cart || self.cart.iter().any(|stack| stack.kind == kind)
    }

    pub fn is_worn(&self, kind: ItemKindId) -> bool {
        self.worn.contains(&Some(kind))
    }

    pub fn tool<'c>(&self, catalog: &'c Catalog) -> Option<&'c ItemKind> {
        self.worn[Place::Tool as usize].map(|kind| catalog.item(kind))
    }

    /// Everything worn or held.
    pub fn equipment<'c>(&self, catalog: &'c Catalog) -> impl Iterator<Item = &'c ItemKind> {
        self.worn.into_iter().flatten().map(|kind| catalog.item(kind))
    }

    /// Adds to the stack of its kind, or a new one behind the others.
    pub(super) fn add(&mut self, stack: Stack) {
        match self.cart.iter_mut().find(|own| own.kind == stack.kind) {
            Some(own) => own.count = own.count.saturating_add(stack.count),
            None => self.cart.push(stack),
        }
    }

    /// Takes `count` out of a slot; the last one takes it off as well.
    pub(super) fn take(&mut self, slot: Slot, count: u16) -> Option<Stack> {
        let place = usize::from(slot.0);
        let stack = self.cart.get_mut(place)?;
        let kind = stack.kind;
        let count = count.min(stack.count);
        stack.count -= count;
        if stack.count == 0 {
            self.cart.remove(place);
            for worn in &mut self.worn {
                if *worn == Some(kind) {
                    *worn = None;
                }
            }
        }
        Some(Stack { kind, count })
    }
}
