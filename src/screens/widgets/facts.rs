//! The numbers of an item in words.

use content::{ItemKind, JobKind, Sense, counted, plural};
use engine::view::EffectOf;

/// The numbers of an item that differ from the default, a line each.
pub(crate) fn facts(item: &ItemKind) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = item.damage;
    if high > 0 {
        lines.push(format!("In the hand: hits {}% of the time for {low} to {high}.", item.hit));
    }
    if item.reach > 1 {
        lines.push(format!(
            "Reach: step towards somebody {} cells away in a straight line, and it strikes.",
            item.reach
        ));
    }
    if item.two_handed {
        lines.push("Both hands: no bodies, no throwing while it is in them.".to_owned());
    }
    lines.extend(item.strikes.iter().filter_map(|effect| EffectOf::Weapon.words(effect)));
    if let Some(thrown) = &item.thrown {
        let (low, high) = thrown.damage;
        let damage = if high > 0 { format!(" for {low} to {high}") } else { String::new() };
        let (hit, range) = (thrown.hit, thrown.range);
        let gone = if thrown.shatters { " It breaks." } else { "" };
        lines.push(format!(
            "Thrown: hits {hit}% of the time{damage}, up to {}.{gone}",
            counted(range, "cell")
        ));
    }
    lines.extend(worn(item));
    if item.recharge > 0 {
        lines.push(format!("Rests {} after each use.", counted(item.recharge, "turn")));
    }
    if item.scent > 0 {
        lines.push(format!("Smelt from {} away.", counted(item.scent, "cell")));
    }
    lines
}

/// The numbers that an item has while it is worn or held.
fn worn(item: &ItemKind) -> Vec<String> {
    let percent = |value: i32| format!("{value}% of the usual");
    let jobs =
        |jobs: &[JobKind]| jobs.iter().map(|&job| job.plural()).collect::<Vec<_>>().join(", ");
    let wards: Vec<_> = item.wards.iter().map(|status| status.name()).collect();
    let lines = [
        (item.armour != 0, format!("Armour: takes up to {} off every blow.", item.armour)),
        (item.evasion != 0, format!("Evasion: {:+}%.", item.evasion)),
        (item.might != 0, format!("Damage: {:+} with every blow.", item.might)),
        (item.thorns != 0, format!("Whoever hits you loses {} health.", item.thorns)),
        (
            item.stealth != 0,
            format!("You get {} nearer before you are noticed.", counted(item.stealth, "cell")),
        ),
        (item.speed != 100, format!("Speed: {}.", percent(item.speed))),
        (item.carrying != 0, format!("Speed with a body: {:+}%.", item.carrying)),
        (item.clatter != 0, format!("Each step is heard {} away.", counted(item.clatter, "cell"))),
        (item.mop_cells != 0, format!("The mop wipes {} more.", counted(item.mop_cells, "stain"))),
        (item.luck != 0, format!("Crates with something in them: {:+}%.", item.luck)),
        (
            item.light != 0,
            format!("Lantern: {:+} {}.", item.light, plural(item.light.unsigned_abs(), "cell")),
        ),
        (item.noise != 100, format!("Noise: {}.", percent(item.noise))),
        (item.regeneration > 0, format!("Heals one every {}.", counted(item.regeneration, "turn"))),
        (!item.quick.is_empty(), format!("A turn less for {}.", jobs(&item.quick))),
        (!item.slow.is_empty(), format!("A turn more for {}.", jobs(&item.slow))),
        (!wards.is_empty(), format!("Keeps you from being {}.", wards.join(", "))),
    ];
    let mut lines: Vec<String> =
        lines.into_iter().filter(|(holds, _)| *holds).map(|(_, line)| line).collect();
    lines.extend(item.senses.map(|sense| match sense {
        Sense::Traps { radius } => {
            format!("Knows the traps within {}, through walls.", counted(radius, "cell"))
        }
        Sense::Life { radius } => {
            format!("Hears who stands within {}, through walls.", counted(radius, "cell"))
        }
    }));
    lines
}
