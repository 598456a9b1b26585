//! The page about the upkeeper: health, equipment with its numbers, and statuses.

use ratatui::{Frame, text::Line};

use crate::{
    Appearance, Screen, ScreenContext, Transition,
    keymap::Intent,
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, Scroll, facts::facts, hint_text, page::Page, wrap},
};
use content::{Gate, ItemKind, Status, capital, counted};
use engine::view::View;

use super::scroll_or_close_by;

/// The width of longer texts.
const TEXT_COLUMNS: usize = 66;

/// The page about the upkeeper.
#[derive(Default)]
pub struct YourselfScreen {
    scroll: Scroll,
}

impl Screen for YourselfScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let view = run.view();
        let lines = lines(view, looks);
        Page {
            title: "Yourself".to_owned(),
            lines,
            footer: hint_text(&[KeyHint::of(context, Intent::Cancel, "back")]),
            scroll: Some(&mut self.scroll),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        scroll_or_close_by(Intent::Yourself, &mut self.scroll, input, context)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}

fn lines(view: View<'_>, looks: Appearance) -> Vec<Line<'static>> {
    let player = view.player();
    let (armour, evasion) = view.defence();
    let mut lines = vec![
        Line::raw(format!("Health {} of {}.", player.health, player.max_health)),
        Line::raw(format!(
            "Armour {armour}: up to that is taken off every blow. Evasion {evasion}%: off the chance to hit you."
        )),
    ];
    for (name, worn) in [
        ("In the hand", player.tool),
        ("On the body", player.garb),
        ("In the pocket", player.trinket),
    ] {
        lines.push(Line::default());
        lines.push(Line::styled(name, looks.style(ColorRole::Title)));
        lines.extend(equipment(worn).into_iter().map(Line::raw));
    }
    if !player.belt.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled("On the belt", looks.style(ColorRole::Title)));
    }
    for &(item, count) in &player.belt {
        let name = if count == 1 { item.name.clone() } else { format!("{count} {}", item.plural) };
        lines.push(Line::raw(capital(&name)));
        let text = match (item.opens, player.satchel_wait.0) {
            (Some(Gate::Rubble), left) if left > 0 => {
                format!("{} Empty now, for {left} more turns.", item.description)
            }
            _ => item.description.clone(),
        };
        lines
            .extend(wrap(&text, TEXT_COLUMNS).into_iter().map(|row| Line::raw(format!("  {row}"))));
    }
    lines.extend(perks(view, looks));
    if player.hidden {
        let text = "You are hidden: nobody perceives you here, as long as you keep quiet.";
        lines.push(Line::default());
        lines.push(Line::styled(text, looks.style(ColorRole::Good)));
    }
    if let Some(body) = player.carrying {
        let and = if view.fights_while_carrying() { "but can" } else { "and cannot" };
        let text = format!(
            "In your arms: a {}. You are slow with it, {and} fight.",
            view.body_name(body.kind)
        );
        lines.push(Line::default());
        lines.push(Line::styled(text, looks.style(ColorRole::Warning)));
    }
    if !player.statuses.is_empty() {
        lines.push(Line::default());
    }
    for (status, turns) in player.statuses {
        let role = if status.is_harmful() { ColorRole::Bad } else { ColorRole::Good };
        let text =
            format!("{}, {}: {}", capital(status.name()), counted(turns, "turn"), means(status));
        lines.push(Line::styled(text, looks.style(role)));
    }
    lines
}

/// What seniority has given, each with all that it does.
fn perks(view: View<'_>, looks: Appearance) -> Vec<Line<'static>> {
    let perks = view.perks();
    if perks.is_empty() {
        return Vec::new();
    }
    let title = Line::styled("By seniority", looks.style(ColorRole::Title));
    let mut lines = vec![Line::default(), title];
    for perk in perks {
        lines.push(Line::raw(capital(&perk.name)));
        let text = wrap(&perk.text, TEXT_COLUMNS).into_iter();
        lines.extend(text.map(|row| Line::raw(format!("  {row}"))));
    }
    lines
}

fn equipment(worn: Option<&ItemKind>) -> Vec<String> {
    let Some(item) = worn else { return vec!["nothing".to_owned()] };
    let mut lines = vec![capital(&item.name)];
    lines.extend(facts(item).into_iter().map(|line| format!("  {line}")));
    lines
}

/// What a status does to the upkeeper.
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
