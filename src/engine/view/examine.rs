//! The texts of the examine screen: everything that the player knows of one cell.

mod actor;
mod fixture;

use crate::sim::{Fixture, STIRRING_TURNS, Turns};
use base::Pos;
use content::{JobKind, capital, with_article};
use levels::Tile;

use super::shop::Ware;
use super::{Cell, View};

impl View<'_> {
    /// What the player knows of a cell, one sentence or two a line, the most important first and
    /// the description last. How it is known says [`View::source_of`].
    pub fn examine(&self, pos: Pos) -> Vec<String> {
        let cell = self.cell(pos);
        let Some(tile) = cell.tile else {
            let mut lines = Vec::new();
            self.examine_actor(pos, &mut lines);
            lines.push(match (self.is_exit_marked(pos), self.has_stairs_down()) {
                (false, _) => "You do not know what is there.".to_owned(),
                (true, false) => {
                    "The exit. You were told where it is, not how to get there.".to_owned()
                }
                (true, true) => {
                    "The stairs down. You were told where they are, not how to get there."
                        .to_owned()
                }
            });
            return lines;
        };
        let mut lines = Vec::new();
        if pos == self.player().pos {
            let text =
                if self.player().hidden { "You are in hiding here." } else { "You stand here." };
            lines.push(text.to_owned());
        }
        if self.threatened().contains(&pos) {
            lines.push("A great blow is about to fall here.".to_owned());
        }
        self.examine_actor(pos, &mut lines);
        let disguised = self.disguised_colleague(pos);
        if let Some(kind) = disguised {
            lines.push(format!(
                "Not a chest. That one is on the payroll: {}. {}",
                with_article(&kind.name),
                kind.description
            ));
        }
        let is_way = matches!(tile, Tile::Start | Tile::Exit);
        if is_way {
            lines.push(self.examine_tile(tile));
        }
        self.examine_body(pos, &cell, &mut lines);
        self.examine_item(pos, &cell, &mut lines);
        if let Some(fixture) = cell.fixture.filter(|_| disguised.is_none()) {
            match fixture {
                Fixture::Trap { kind, armed: true } if !cell.seen => {
                    let name = with_article(&self.catalog().trap(kind).name);
                    lines.push(format!(
                        "{} trap, not seen yet. As far as you know it is armed; a raid may have \
                         sprung it.",
                        capital(&name)
                    ));
                }
                Fixture::House if self.is_in_town() => lines.push(self.examine_house(pos)),
                _ => lines.extend(self.examine_fixture(fixture)),
            }
            lines.extend(self.examine_cord(pos));
            if let (Fixture::Post { empty: true }, Some(kind)) = (fixture, self.missing_from(pos)) {
                lines.push(format!("The bowl says whose it is: {}.", with_article(&kind.name)));
            }
        }
        if cell.gas > 0 {
            lines.push("Choking gas hangs here. It hurts more where it is thicker.".to_owned());
        }
        if cell.fire > 0 {
            lines
                .push("Fire. It goes out by itself when there is nothing left to burn.".to_owned());
        }
        if cell.blood {
            let order = self.order().into_iter().find(|count| count.job == JobKind::Stain);
            let is_beyond_order = order.is_some_and(|count| self.is_complete(count));
            let text = if is_beyond_order {
                "Blood, beyond what the order asks for: it may stay."
            } else {
                "Blood. It wants mopping."
            };
            lines.push(text.to_owned());
        }
        let is_plain = tile.is_plain_ground();
        let is_bare = cell.fixture.is_none() && !cell.blood && !cell.body;
        if lines.is_empty() || is_bare && !is_plain && !is_way {
            lines.push(self.examine_tile(tile));
        }
        lines
    }

    /// How the player knows a cell that is not in sight; `None` for cells in sight and for unknown
    /// ones.
    pub fn source_of(&self, pos: Pos) -> Option<&'static str> {
        let cell = self.cell(pos);
        match (cell.tile.is_some(), cell.seen, cell.visible) {
            (false, ..) | (true, true, true) => None,
            (true, true, false) => Some("That is how you remember it."),
            (true, false, _) => Some("You know it from the plan only."),
        }
    }

    /// The body on a cell: when it rises, whose it is and what killed it.
    fn examine_body(&self, pos: Pos, cell: &Cell, lines: &mut Vec<String>) {
        if let Some(kind) = cell.body_of {
            if let Some(left) = cell.body_rises {
                let catalog = self.catalog();
                let risen = &catalog.actor(catalog.risen(kind, self.world().depth)).name;
                lines.push(rising(left, &with_article(risen)));
            }
            lines
                .push(format!("{}, for the chute.", capital(&with_article(&self.body_name(kind)))));
            let person = self.world().body_at(pos).and_then(|body| body.person);
            if let Some((journey, person)) = self.journey().zip(person) {
                lines.push(format!("{}, that was.", journey.person(person).name()));
            }
            if let Some(by) = self.world().body_at(pos).and_then(|body| body.by) {
                lines.push(format!("Fell to {}.", self.harm_name(by)));
            }
        } else if cell.body {
            lines.push("A body lay here, when you last looked.".to_owned());
        }
    }

    /// The item on a cell, with its price if it is for sale.
    fn examine_item(&self, pos: Pos, cell: &Cell, lines: &mut Vec<String>) {
        let Some(kind) = cell.item else { return };
        let stack = self.world().item_at(pos).filter(|_| cell.visible);
        let name = capital(&self.item_name(kind, stack.map_or(1, |stack| stack.count)));
        let text = if self.world().is_identified(kind) {
            self.catalog().item(kind).description.as_str()
        } else {
            "Nobody has found out yet what it does."
        };
        lines.push(format!("{name}. {text}"));
        if let Some(ware) = self.ware_at(pos) {
            lines.push(self.price_tag(&ware));
        }
    }

    /// The price of goods, and what unidentified ones may be by their price.
    pub fn price_tag(&self, ware: &Ware<'_>) -> String {
        let price = format!("It costs {}.", ware.price);
        if ware.identified {
            return price;
        }
        format!("{price} At that price it is {}.", self.possible(ware.kind).names())
    }
}

/// When a body in sight gets up, and as what.
fn rising(left: Turns, risen: &str) -> String {
    match left {
        Turns(0..=1) => format!("The body is getting up, as {risen}."),
        left if left <= STIRRING_TURNS => {
            format!("A finger twitches: the body gets up in {left} turns, as {risen}. Be quick.")
        }
        left => format!("The body gets up in {left} turns, as {risen}."),
    }
}
