//! Fights on the road, and what encounters leave for the next site.

use content::{EncounterEffect, Status};
use engine::sim::{
    Body, Command, Duty, End, Game, Harm, JourneyCommand, Phase, Reject, SiteState, Turns,
};

use super::staged::{Staged, every_choice, stage};
use super::{choose, outcome_of};
use crate::support::content::catalog;
use crate::support::journeys::{at_the_exit, edited, give, journey, on_the_way, own, reloaded};

/// A game in which a choice has come to something, and the one before it.
fn after(is: impl Fn(&EncounterEffect) -> bool, alter: impl Fn(&Game) -> Game) -> (Game, Game) {
    for (encounter, choice) in every_choice() {
        let outcomes = &catalog().encounters[encounter].choices[choice].outcomes;
        let Some(wanted) = outcomes.iter().position(|own| own.effects.iter().any(&is)) else {
            continue;
        };
        for roads in 0..60 {
            let Staged { game, .. } = stage(encounter, Some(choice), roads);
            let before = alter(&game);
            let mut game = reloaded(&before);
            if outcome_of(&give(&mut game, choose(choice))) == wanted {
                return (before, game);
            }
        }
    }
    panic!("it never comes to that");
}

/// A fight that has just begun.
pub(super) fn begun() -> Game {
    after(is_fight, reloaded).1
}

fn is_fight(effect: &EncounterEffect) -> bool {
    matches!(effect, EncounterEffect::Fight(_))
}

const LEAVE: Command = Command::Journey(JourneyCommand::LeaveField);

#[test]
fn a_fight_is_won_when_nobody_is_left() {
    let (_, game) = after(is_fight, reloaded);
    let Phase::Field { to } = journey(&game).phase else { panic!("a fight") };
    assert_eq!(game.check(&LEAVE), Err(Reject::FoesAbout));
    assert_eq!(game.check(&Command::ClockOut), Err(Reject::FoesAbout));
    let mut game = edited(&game, |snapshot| snapshot.floor.actors.truncate(1));
    give(&mut game, Command::Wait);
    let before = game.turns();
    give(&mut game, LEAVE);
    let journey = journey(&game);
    assert_eq!((journey.phase, journey.at), (Phase::Map, to));
    assert_eq!(game.turns(), before, "the turns of the fight count");
    assert!(game.audit(catalog()).is_ok());
}

#[test]
fn a_fight_is_left_by_the_far_end_of_the_field() {
    let (_, game) = after(is_fight, reloaded);
    let Phase::Field { to } = journey(&game).phase else { panic!("a fight") };
    let mut game = at_the_exit(&game);
    let clocked = Command::ClockOut;
    assert_eq!(game.check(&clocked), Ok(()));
    give(&mut game, clocked);
    assert_eq!((journey(&game).phase, journey(&game).at), (Phase::Map, to));
}

#[test]
fn who_dies_or_gives_up_in_a_fight_has_come_to_the_end() {
    let (_, game) = after(is_fight, reloaded);
    let mut dying = edited(&game, |snapshot| {
        snapshot.floor.actors.truncate(1);
        let player = &mut snapshot.floor.actors[0];
        player.vitals.health = 1;
        player.statuses.0[Status::Poisoned as usize] = 9;
    });
    while journey(&dying).phase != Phase::Over(End::Died) {
        give(&mut dying, Command::Wait);
    }
    assert!(dying.audit(catalog()).is_ok());
    assert_eq!(dying.check(&LEAVE), Err(Reject::Over));
    let mut gone = reloaded(&game);
    give(&mut gone, Command::Abandon);
    assert_eq!(journey(&gone).phase, Phase::Over(End::Abandoned));
    assert!(gone.audit(catalog()).is_ok());
}

/// Nothing that counts by the clock of the last floor, or belongs to it, comes along to a fight.
#[test]
fn a_fight_begins_with_empty_hands_and_a_full_satchel() {
    let charm = catalog().items.iter().position(|item| item.slot == content::Slot::Charm);
    let charm = content::ItemKindId(charm.expect("charms") as u16);
    let (_, game) = after(is_fight, |game| {
        edited(game, |snapshot| {
            let own = &mut snapshot.run.belongings;
            own.satchel_ready = Turns(900);
            own.resting = vec![(charm, Turns(900))];
            own.mop_fouled = 5;
            let kind = catalog().rules.upkeeper.id;
            let by = Some(Harm::Gas);
            own.carrying = Some(Body { kind, rises: Turns(2), by, person: None });
        })
    });
    let own = game.snapshot().run.belongings;
    assert_eq!((own.satchel_ready, own.mop_fouled), (Turns(0), 0));
    assert!(own.resting.is_empty() && own.carrying.is_none());
}

/// The next floor that is worked from here on.
fn next_floor(game: &Game) -> Game {
    let mut game = edited(game, |snapshot| {
        let journey = own(snapshot);
        journey.phase = Phase::Map;
        journey.sites[usize::from(journey.at.0)].state = SiteState::Open;
    });
    on_the_way(&mut game, JourneyCommand::Enter);
    game
}

#[test]
fn a_follower_comes_along_to_the_next_site_and_no_farther() {
    let (_, game) = after(|effect| matches!(effect, EncounterEffect::Follower(_)), reloaded);
    let kind = journey(&game).follower.expect("somebody comes along");
    let game = next_floor(&game);
    assert_eq!(journey(&game).follower, None);
    let led = game.snapshot().shift.prepared.led.expect("it follows");
    let follower = game.world().bystanders().find(|other| other.id == led).expect("it is there");
    assert_eq!(follower.kind, kind);
    assert!(matches!(follower.duty, Duty::Guard { .. }) && !follower.hostile);
    assert!(follower.pos.steps_to(game.world().player_pos()) <= 3);
    assert!(game.audit(catalog()).is_ok());
}

#[test]
fn what_the_road_did_to_the_player_is_felt_at_the_next_site() {
    let is_status = |effect: &EncounterEffect| matches!(effect, EncounterEffect::NextStatus(..));
    let (_, game) = after(is_status, reloaded);
    let statuses = journey(&game).next_statuses;
    assert!(!statuses.is_empty());
    let game = next_floor(&game);
    assert!(journey(&game).next_statuses.is_empty());
    let own = game.snapshot().floor.actors[0].statuses;
    for (status, turns) in statuses {
        assert_eq!(own.turns(status), turns, "{status:?}");
    }
}
