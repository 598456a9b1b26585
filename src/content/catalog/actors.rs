//! Checks of `actors.ron` and `parties.ron`: names that resolve, and what bounds cannot say.

use super::checker::Checker;
use crate::actor::ActorKind;
use crate::cast::PartyKind;
use crate::effect::{Effect, TrapKind};
use crate::faction::Factions;
use crate::item::{ItemKind, Slot};
use crate::source::Checked;
use crate::{Depth, DepthRange};

/// Checks every entry, and resolves the names of factions and items in it.
pub(super) fn check_all(
    file: Checker<'_>,
    actors: &mut [ActorKind],
    factions: &Factions,
    items: &[ItemKind],
) -> Checked {
    file.unique_kinds(actors)?;
    check_glyphs(file, actors)?;
    for ActorKind { name, faction, melee, shot, depths, raider, .. } in actors {
        let file = file.of(name);
        faction.id = factions.find(&faction.name).ok_or_else(|| {
            let known = factions.names.join(", ");
            file.error("faction", format_args!("no such faction; there are {known}"))
        })?;
        file.effects(&melee.effects)?;
        shot.iter().try_for_each(|shot| file.effects(&shot.effects))?;
        if *depths != DepthRange::NONE {
            file.within("depths", depths.0.0, 1, depths.1.0)?;
        }
        for kit in raider.iter_mut().flat_map(|raider| &mut raider.kit) {
            let item = file.link("kit", &mut kit.item, items)?;
            let message = "keys and gate tools stay where the level put them; coins are its purse";
            file.ensure(!matches!(item.slot, Slot::Belt | Slot::Sundry), "kit", message)?;
        }
    }
    Ok(())
}

/// A letter belongs to one kind, or to two of different colours, of which the second is marked to
/// be underlined. Kinds of one faction that are persons of a journey count as one kind: those are
/// told apart by their names.
fn check_glyphs(file: Checker<'_>, actors: &mut [ActorKind]) -> Checked {
    for place in 0..actors.len() {
        let (earlier, rest) = actors.split_at_mut(place);
        let actor = &mut rest[0];
        let (file, glyph) = (file.of(&actor.name), actor.glyph);
        let message = "must be a letter or @: the other characters are things";
        file.ensure(glyph.is_ascii_alphabetic() || glyph == '@', "glyph", message)?;
        let is_one_kind = |other: &&ActorKind| {
            other.is_person && actor.is_person && other.faction == actor.faction
        };
        let mut sharing = earlier.iter().filter(|other| other.glyph == glyph);
        if let Some(person) = sharing.clone().find(is_one_kind) {
            actor.is_underlined = person.is_underlined;
            continue;
        }
        if let Some(other) = sharing.clone().find(|other| other.role() == actor.role()) {
            let message = format_args!(
                "“{}” is drawn so already, in the same colour: take another letter, or a `color` \
                 of its own, Blue or Amber",
                other.name
            );
            return Err(file.error("glyph", message));
        }
        if let Some(other) = sharing.clone().find(|other| other.is_underlined || glyph == '@') {
            let message = format_args!(
                "“{}” has it: at most two kinds share a letter, and none shares @; take another",
                other.name
            );
            return Err(file.error("glyph", message));
        }
        actor.is_underlined = sharing.next().is_some();
    }
    Ok(())
}

/// Resolves the kinds of traps and actors that actors lay, split into and rise as, and checks their
/// last effects.
pub(super) fn link(file: Checker<'_>, actors: &mut [ActorKind], traps: &[TrapKind]) -> Checked {
    let known = actors.to_vec();
    for ActorKind { name, traits, rises_as, .. } in actors {
        let file = file.of(name);
        if let Some(woven) = &mut traits.weaves {
            file.link("weaves", woven, traps)?;
        }
        if let Some(part) = &mut traits.splits {
            file.link("splits", part, &known)?;
        }
        file.effects(&traits.bursts)?;
        // The actor is dead by then, so effects on the actor itself are refused.
        let is_of_the_place =
            |effect: &Effect| matches!(effect, Effect::Gas { .. } | Effect::Noise { .. });
        let are_of_the_place = traits.bursts.iter().all(is_of_the_place);
        file.ensure(are_of_the_place, "bursts", "gas and noise are all that is left")?;
        file.ensure(rises_as.is_sorted_by(|a, b| a.0 < b.0), "rises_as", "must go down")?;
        for (_, risen) in rises_as {
            file.link("rises_as", risen, &known)?;
        }
    }
    Ok(())
}

/// Resolves the party that each boss calls, and checks its thresholds and blows.
pub(super) fn complete_bosses(
    file: Checker<'_>,
    actors: &mut [ActorKind],
    parties: &[PartyKind],
) -> Checked {
    for ActorKind { name, boss, alert, .. } in actors {
        let (Some(boss), file) = (boss, file.of(name)) else { continue };
        file.link("calls", &mut boss.calls, parties)?;
        let falling = 100 > boss.calls_below
            && boss.calls_below >= boss.stands_below
            && boss.stands_below >= boss.leaves_below
            && boss.leaves_below >= 0;
        let message = "100, calls, stands and leaves go down in this order";
        file.ensure(falling, "calls_below", message)?;
        file.within("dozes", boss.dozes.alert, 1, *alert)?;
        let strikes = (1..=16).contains(&boss.blows.len()) && boss.every > 0;
        file.ensure(strikes, "blows", "there are 1 to 16 blows, and turns between them")?;
        boss.blows.iter().try_for_each(|blow| file.effects(&blow.effects))?;
    }
    Ok(())
}

/// Checks every party and resolves the kinds of its members. Every party must have a leader, and
/// every depth down to [`Depth::DEEPEST_CONTENT`] a party that may be drawn there.
pub(super) fn check_parties(
    file: Checker<'_>,
    parties: &mut [PartyKind],
    actors: &[ActorKind],
) -> Checked {
    file.unique_kinds(parties)?;
    for party in parties.iter_mut() {
        check_companies(file.of(&party.name), party)?;
        let PartyKind { name, weight, members, .. } = party;
        let file = file.of(name);
        for member in members.iter_mut() {
            let kind = file.link_at("kind", &mut member.kind, actors)?;
            // A party without weight never raids: it answers the call of a boss.
            if *weight > 0 && kind.raider.is_none() {
                let message = format_args!("“{}” is no raider in actors.ron", kind.name);
                return Err(file.error_at("kind", &kind.name, message));
            }
            let (low, high) = member.count;
            file.ensure(low <= high && high <= 20, "count", "least above most, or more than 20")?;
        }
        let has_leader = members.first().is_some_and(|leader| leader.count.0 > 0);
        file.ensure(has_leader, "members", "nobody leads")?;
    }
    for depth in (1..=Depth::DEEPEST_CONTENT.0).map(Depth) {
        let comes = |party: &PartyKind| party.weight > 0 && party.depths.contains(depth);
        let message = format_args!("nobody comes at depth {depth}");
        file.ensure(parties.iter().any(comes), "depths", message)?;
    }
    Ok(())
}

/// A kind of party has names, and its own is one of them.
fn check_companies(file: Checker<'_>, party: &PartyKind) -> Checked {
    let own = &party.companies;
    let has_blanks = ["{first}", "{second}"].iter().all(|blank| own.called.contains(blank));
    let message = "it wants {first} and {second}, and words for either";
    file.ensure(has_blanks && own.count() > 0, "companies", message)?;
    let is_called = (0..own.count()).any(|place| own.name(place) == party.name);
    let message = format_args!("none of them is called “{}”", party.name);
    file.ensure(is_called, "companies", message)
}
