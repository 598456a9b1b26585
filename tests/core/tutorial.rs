//! The tutorial: every lesson can be reached and fulfilled, every wrong turn is answered, and
//! nothing ends it badly.

use crate::support::journeys::edited;
use std::collections::BTreeSet;

use base::Seed;
use content::{Catalog, Sources};
use engine::sim::{
    Command, End, Event, FightEvent, Game, RunStatus, Setup, Snapshot, Turns, Tutor, TutorEvent,
};
use runs::record::{Scripted, bot};

use crate::support::content::catalog;
use crate::support::driver::Driver;
use crate::support::table::rows;

const CASES: &str = include_str!("../tables/tutorial.txt");

/// The lessons in their order, each with the commands that fulfil it.
fn course() -> Vec<(&'static str, &'static str)> {
    rows(CASES, "course")
}

/// A tutorial, and all that has happened in it.
struct Lesson {
    game: Game,
    events: Vec<Event>,
}

impl Lesson {
    fn begin(seed: u64) -> Lesson {
        let game = Game::new(Setup::tutorial(Seed(seed)), catalog()).expect("a floor");
        Lesson { game, events: Vec::new() }
    }

    /// The same after a change to the state.
    fn changed(mut self, change: impl FnOnce(&mut Snapshot)) -> Lesson {
        self.game = edited(&self.game, change);
        self
    }

    fn submit(&mut self, command: Command) -> bool {
        let Ok(outcome) = self.game.step(command) else { return false };
        self.events.extend(outcome.events);
        true
    }

    /// Carries out commands, each with all that it begins; what is refused is left out.
    fn play(&mut self, commands: &str) -> &mut Lesson {
        for text in commands.split(';') {
            let Scripted(command) = text.trim().parse().expect("a command");
            // Clocking out is a command of its own, and so is watching what comes of it.
            let is_away = self.game.view().is_away();
            self.submit(command);
            while self.game.status() == RunStatus::Busy
                && self.game.view().is_away() == is_away
                && self.submit(Command::Continue)
            {}
        }
        self
    }

    /// The course up to a lesson, which is not given yet.
    fn up_to(seed: u64, name: &str) -> Lesson {
        let mut lesson = Lesson::begin(seed);
        for (_, commands) in course().into_iter().take_while(|(own, _)| *own != name) {
            lesson.play(commands);
        }
        lesson
    }

    fn learned(&self) -> Vec<&str> {
        let tutor = self.game.snapshot().shift.tutor.expect("a tutorial");
        let lessons = catalog().tutorial.lessons.iter().zip(tutor.learned);
        lessons.filter(|(_, is_learned)| *is_learned).map(|(own, _)| own.name.as_str()).collect()
    }

    fn remarks(&self) -> BTreeSet<&str> {
        let remarks = &catalog().tutorial.remarks;
        let made = self.events.iter().filter_map(|event| match event {
            Event::Tutor(TutorEvent::Remarked { remark }) => Some(usize::from(*remark)),
            _ => None,
        });
        made.map(|remark| remarks[remark].name.as_str()).collect()
    }

    fn count(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is(event)).count()
    }
}

/// How often raiders stepped on traps.
fn tripped(lesson: &Lesson) -> usize {
    lesson.count(|event| matches!(event, Event::Fight(FightEvent::TrapSprung { .. })))
}

#[test]
fn every_lesson_is_fulfilled_in_its_turn() {
    let mut lesson = Lesson::begin(1);
    let names: Vec<&str> = course().iter().map(|(name, _)| *name).collect();
    let lessons: Vec<String> =
        catalog().tutorial.lessons.iter().map(|own| own.name.clone()).collect();
    assert_eq!(names, lessons);
    for (place, (name, commands)) in course().into_iter().enumerate() {
        let number = lesson.game.view().lesson().map(|own| own.number);
        // Off the floor the lessons about the floor are over.
        assert_eq!(number, Some(place + 1), "{name}");
        lesson.play(commands);
        assert_eq!(lesson.learned(), names[..=place], "{name}");
    }
    assert_eq!(lesson.game.status(), RunStatus::Over(End::ClockedOut));
    assert!(lesson.game.view().lesson().is_none());
    assert!(lesson.game.view().learned().iter().all(|(_, is_learned)| *is_learned));
    assert_eq!(lesson.remarks(), BTreeSet::new(), "nothing went wrong");
    assert_eq!(lesson.count(|event| matches!(event, Event::Tutor(TutorEvent::Refilled))), 0);
    assert!(tripped(&lesson) >= 1, "nobody trips on what the player has armed");
    let letter = lesson.game.grade().letter;
    assert!("SAB".contains(letter.character()), "{}", letter.character());
}

#[test]
fn somebody_trips_on_the_work_with_nearly_every_seed() {
    let tripped: Vec<usize> = (1..=20)
        .map(|seed| {
            let mut lesson = Lesson::begin(seed);
            for (_, commands) in course() {
                lesson.play(commands);
            }
            assert_eq!(lesson.game.status(), RunStatus::Over(End::ClockedOut), "seed {seed}");
            tripped(&lesson)
        })
        .collect();
    assert!(tripped.iter().filter(|&&count| count > 0).count() >= 17, "{tripped:?}");
}

#[test]
fn what_is_done_before_its_turn_is_skipped() {
    // The whole order by one key.
    let mut lesson = Lesson::begin(1);
    for _ in 0..14 {
        lesson.play("do-next-job");
    }
    assert_eq!(lesson.learned(), ["walking", "job", "looking", "plan"]);
    assert_eq!(lesson.game.view().lesson().map(|own| own.title), Some("A trap of your own"));

    // A trap of one's own before all else.
    let mut lesson = Lesson::up_to(1, "looking");
    lesson.play("travel 44 7; travel 44 7; travel 44 7; plan-kit 5 44 8; plan-cord 44 8; carry-on");
    assert_eq!(lesson.game.view().lesson().map(|own| own.title), Some("The plan"));
    let ahead = |event: &Event| {
        matches!(event, Event::Tutor(TutorEvent::LessonLearned { ahead: true, .. }))
    };
    assert_eq!(lesson.count(ahead), 1);
    for _ in 0..14 {
        lesson.play("do-next-job");
    }
    assert_eq!(lesson.game.view().lesson().map(|own| own.title), Some("Clocking out"));
}

#[test]
fn every_wrong_turn_gets_its_remark() {
    type Change = fn(&mut Snapshot);
    let (same, waits): (Change, _) = (|_| (), |times| vec!["wait"; times].join(";"));
    let foul: Change = |snapshot| snapshot.run.belongings.mop_fouled = 11;
    let hurt: Change = |snapshot| snapshot.floor.actors[0].vitals.health = 1;
    let wrong_turns = [
        ("wrong side", "job", same, "travel 9 4; work east"),
        ("sprung", "plan", same, "travel 11 4; step-anyway west"),
        ("taken down", "plan", same, "travel 11 4; take-down west"),
        ("locked out", "kit", same, "make-kit 5; travel 44 7; set-kit 5 south"),
        ("home early", "job", same, "travel-to-exit; travel-to-exit; clock-out"),
        ("supplies", "kit", same, "make-kit 5; make-kit 5"),
        ("late", "plan", same, &waits(500)),
        ("mop", "plan", foul, "travel 21 4; mop; mop; mop"),
        ("caught", "plan", hurt, "travel 11 4; step-anyway west"),
    ];
    for (name, from, change, commands) in wrong_turns {
        let mut lesson = Lesson::up_to(1, from).changed(change);
        lesson.play(commands);
        assert!(lesson.remarks().contains(name), "{name}: {:?}", lesson.remarks());
        if name == "caught" {
            assert_eq!(lesson.game.status(), RunStatus::Ready);
            let vitals = lesson.game.snapshot().floor.actors[0].vitals;
            assert!(vitals.health + 2 > vitals.max_health, "{vitals:?}");
        }
    }
    let all = catalog().tutorial.remarks.iter().map(|remark| remark.name.as_str());
    assert_eq!(wrong_turns.map(|own| own.0).into_iter().collect::<BTreeSet<_>>(), all.collect());
}

#[test]
fn whoever_does_nothing_is_helped_once_a_lesson_and_waited_for() {
    let mut lesson = Lesson::begin(1);
    for _ in 0..3_000 {
        assert!(lesson.submit(Command::Wait));
    }
    assert_eq!(lesson.game.status(), RunStatus::Ready);
    assert_eq!(lesson.learned(), Vec::<&str>::new());
    let helped = Event::Tutor(TutorEvent::Helped { lesson: 0 });
    assert_eq!(lesson.count(|event| *event == helped), 1);
    let put_off = Event::Tutor(TutorEvent::DawnPutOff);
    assert!(lesson.count(|event| *event == put_off) >= 5);
    // And from there the course can still be run.
    for (_, commands) in course() {
        lesson.play(commands);
    }
    assert_eq!(lesson.learned().len(), course().len());
}

#[test]
fn no_play_ends_in_death_or_in_a_state_that_is_refused() {
    for seed in 1..=12 {
        let mut lesson = Lesson::begin(seed);
        let mut driver = Driver::new(seed);
        for _ in 0..700 {
            let Some(command) = driver.next(&lesson.game) else { break };
            // Whoever abandons it has ended it on purpose.
            if command != Command::Abandon {
                assert!(lesson.submit(command));
            }
        }
        let status = lesson.game.status();
        assert_ne!(status, RunStatus::Over(End::Died), "seed {seed}");
        assert_ne!(status, RunStatus::Over(End::Dawn), "seed {seed}");
        lesson.game.audit(catalog()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

#[test]
fn every_bot_finishes_it() {
    for name in bot::NAMES {
        let mut bot = bot::find(name, Seed(1)).expect("a bot");
        let mut lesson = Lesson::begin(1);
        for _ in 0..3_000 {
            if let RunStatus::Over(_) = lesson.game.status() {
                break;
            }
            let command = bot.decide(&lesson.game.view());
            lesson.submit(command);
        }
        // The random one may still be at it; nobody is dead.
        if name == "planner" {
            assert_eq!(lesson.game.status(), RunStatus::Over(End::ClockedOut));
        }
        assert_ne!(lesson.game.status(), RunStatus::Over(End::Died), "{name}");
    }
}

#[test]
fn how_far_it_has_come_belongs_to_no_other_mode() {
    fn tutor(own: &mut Snapshot) -> &mut Tutor {
        own.shift.tutor.as_mut().expect("a tutorial")
    }

    let snapshot = Lesson::up_to(1, "plan").game.snapshot();
    let refused = |setup: &Setup, change: fn(&mut Snapshot)| {
        let mut snapshot = snapshot.clone();
        change(&mut snapshot);
        Game::restore(setup.clone(), snapshot, catalog()).err().expect("it is refused").path
    };
    let shift = Setup::shift("vault", content::Depth(1), Seed(1));
    assert_eq!(refused(&shift, |_| ()), "shift.tutor");
    let tutorial = Setup::tutorial(Seed(1));
    assert_eq!(refused(&tutorial, |own| own.shift.tutor = None), "shift.tutor");
    assert_eq!(refused(&tutorial, |own| _ = tutor(own).learned.pop()), "shift.tutor.learned");
    assert_eq!(refused(&tutorial, |own| tutor(own).since = Turns(9_999)), "shift.tutor.since");
}

#[test]
fn faults_of_the_data_are_told_by_line_and_field() {
    let refused = |from: &str, to: &str| {
        let mut sources = Sources::default();
        let text = sources.text("tutorial.ron").to_owned();
        assert!(text.contains(from), "{from}");
        let line = text[..text.find(from).expect("it is there")].matches('\n').count() + 1;
        assert!(sources.replace("tutorial.ron", text.replacen(from, to, 1)));
        let error = Catalog::from_sources(&sources).expect_err("it is refused").to_string();
        (error, line)
    };
    for (change, field) in rows(CASES, "faults of the data") {
        let (from, to) = change.split_once(" -> ").expect("from and to");
        let (error, line) = refused(from, to);
        assert!(error.contains(&format!("{field} ")), "{from}: {error}");
        assert!(error.contains(&format!(":{line}: ")), "{from}, line {line}: {error}");
    }
    let (error, _) = refused("until: ClockedOut", "until: OrderDone");
    assert!(error.contains("no lesson ends with ClockedOut"), "{error}");
    let (error, _) = refused(">.........###", "..........###");
    assert!(error.contains("there must be one '>'"), "{error}");
}
