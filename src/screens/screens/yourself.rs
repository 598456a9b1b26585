//! The page about the upkeeper: health, equipment with its numbers, and statuses.

use crate::{
    Screen, ScreenContext,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint,
        facts::facts,
        sheet::{Block, Sheet},
        wrap,
    },
};
use content::{Gate, ItemKind, Status, capital, counted};
use engine::view::View;
use ratatui::text::Line;

const TEXT_COLUMNS: usize = 66;

pub struct YourselfScreen;

impl Screen for YourselfScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        Some(Sheet {
            text: blocks(context.run().view()),
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            opened_by: Some(Intent::Yourself),
            ..Sheet::boxed(74, "Yourself")
        })
    }
}

/// A line that is cut off where the page ends.
fn line(text: impl Into<String>) -> Block {
    Block::Line(Line::raw(text.into()))
}

/// A longer text about what is named above it.
fn about(text: &str) -> impl Iterator<Item = Block> {
    wrap(text, TEXT_COLUMNS).into_iter().map(|row| line(format!("  {row}")))
}

/// A heading with a blank line before it.
fn heading(text: &str) -> [Block; 2] {
    [Block::blank(), Block::heading(text)]
}

fn blocks(view: View<'_>) -> Vec<Block> {
    let player = view.player();
    let (armour, evasion) = view.defence();
    let mut blocks = vec![
        line(format!("Health {} of {}.", player.health, player.max_health)),
        line(format!(
            "Armour {armour}: up to that is taken off every blow. Evasion {evasion}%: off the \
             chance to hit you."
        )),
    ];
    for (name, worn) in [
        ("In the hand", player.tool),
        ("On the body", player.garb),
        ("In the pocket", player.trinket),
    ] {
        blocks.extend(heading(name));
        blocks.extend(equipment(worn).into_iter().map(line));
    }
    if !player.belt.is_empty() {
        blocks.extend(heading("On the belt"));
    }
    for &(item, count) in &player.belt {
        let name = if count == 1 { item.name.clone() } else { format!("{count} {}", item.plural) };
        blocks.push(line(capital(&name)));
        let text = match (item.opens, player.satchel_wait.0) {
            (Some(Gate::Rubble), left) if left > 0 => {
                format!("{} Empty now, for {left} more turns.", item.description)
            }
            _ => item.description.clone(),
        };
        blocks.extend(about(&text));
    }
    // What seniority has given and coins have, each with all that it does.
    for (title, sold) in [("By seniority", false), ("Bought for good", true)] {
        let perks: Vec<_> = view.perks().into_iter().filter(|perk| perk.sold == sold).collect();
        if !perks.is_empty() {
            blocks.extend(heading(title));
        }
        for perk in perks {
            blocks.push(line(capital(&perk.name)));
            blocks.extend(about(&perk.text));
        }
    }
    if player.hidden {
        let text = "You are hidden: nobody perceives you here, as long as you keep quiet.";
        blocks.extend([Block::blank(), Block::Text(text.to_owned(), ColorRole::Good)]);
    }
    if let Some(body) = player.carrying {
        let and = if view.fights_while_carrying() { "but can" } else { "and cannot" };
        let text = format!(
            "In your arms: a {}. You are slow with it, {and} fight.",
            view.body_name(body.kind)
        );
        blocks.extend([Block::blank(), Block::Text(text, ColorRole::Warning)]);
    }
    blocks.extend((!player.statuses.is_empty()).then(Block::blank));
    for (status, turns) in player.statuses {
        let role = if status.is_harmful() { ColorRole::Bad } else { ColorRole::Good };
        let text =
            format!("{}, {}: {}", capital(status.name()), counted(turns, "turn"), means(status));
        blocks.push(Block::Text(text, role));
    }
    blocks
}

fn equipment(worn: Option<&ItemKind>) -> Vec<String> {
    let Some(item) = worn else { return vec!["nothing".to_owned()] };
    let mut lines = vec![capital(&item.name)];
    lines.extend(facts(item).into_iter().map(|line| format!("  {line}")));
    lines
}

fn means(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "you lose health each turn.",
        Status::Burning => "you lose health fast, until it has burnt out.",
        Status::Stunned => "you cannot act.",
        Status::Slowed => "you act half as often.",
        Status::Hasted => "you act twice as often.",
        Status::Blind => "you see the cells beside you and no more.",
        Status::Snared => "you cannot walk off; every try loosens the snare.",
        Status::Mending => "you regain health each turn.",
        Status::Floating => "you pass over traps and blood.",
        Status::Diligent => "you work twice as fast.",
        Status::Drenched => "fire does not take hold, and your steps squelch.",
        Status::Frightened => "you cannot bring yourself to fight.",
        Status::Reeking => "vermin find you interesting. Water helps.",
        Status::Silent => "nothing that you do is heard.",
        Status::Tarred => "you are slow, and you would burn well. Water helps.",
        Status::Shielded => "every blow does less.",
    }
}
