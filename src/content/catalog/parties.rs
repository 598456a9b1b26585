//! Checks of `parties.ron`.

use super::Checker;
use crate::Depth;
use crate::actor::ActorKind;
use crate::error::DataError;
use crate::party::PartyKind;

/// Checks every party and resolves the kinds of its members. Every party must have a leader, and every depth down to
/// [`Depth::DEEPEST_CONTENT`] a party that may be drawn there.
pub(super) fn check_all(
    file: &Checker<'_>,
    parties: &mut [PartyKind],
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.unique(parties.iter().map(|party| party.name.as_str()))?;
    for party in parties.iter_mut() {
        file.depths(&party.name, party.depths)?;
        check_companies(file, party)?;
        for member in &mut party.members {
            member.kind_id = super::actors::named(actors, &member.kind)
                .map_err(|message| file.error_at(&party.name, "kind", &member.kind, message))?;
            // A party without weight never raids: it answers the call of a boss.
            if party.weight > 0 && actors[usize::from(member.kind_id.0)].raider.is_none() {
                let message = format!("“{}” is no raider in actors.ron", member.kind);
                return Err(file.error_at(&party.name, "kind", &member.kind, message));
            }
            if member.count.0 > member.count.1 || member.count.1 > 20 {
                let message = "least above most, or more than 20".to_owned();
                return Err(file.error(&party.name, "count", message));
            }
        }
        if party.members.first().is_none_or(|leader| leader.count.0 == 0) {
            return Err(file.error(&party.name, "members", "nobody leads".to_owned()));
        }
    }
    let comes =
        |depth: Depth| parties.iter().any(|party| party.weight > 0 && party.depths.contains(depth));
    if let Some(depth) = (1..=Depth::DEEPEST_CONTENT.0).map(Depth).find(|&depth| !comes(depth)) {
        let message = format!("nobody comes at depth {depth}");
        return Err(file.error("", "depths", message));
    }
    Ok(())
}

/// A kind of party has names, and its own is one of them.
fn check_companies(file: &Checker<'_>, party: &PartyKind) -> Result<(), DataError> {
    let own = &party.companies;
    let has_blanks = ["{first}", "{second}"].iter().all(|blank| own.called.contains(blank));
    if !has_blanks || own.count() == 0 {
        let message = "it wants {first} and {second}, and words for either".to_owned();
        return Err(file.error(&party.name, "companies", message));
    }
    if !(0..own.count()).any(|place| own.name(place) == party.name) {
        let message = format!("none of them is called “{}”", party.name);
        return Err(file.error(&party.name, "companies", message));
    }
    Ok(())
}
