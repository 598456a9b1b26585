//! The message history of a run that was taken up is that of the run as it was played.

use std::path::Path;

use base::Seed;
use content::Depth;
use engine::sim::Setup;
use runs::home::{Environment, GameFolders};
use runs::record::bot;
use screens::config::{Hints, Settings};
use screens::local::LocalHost;
use screens::log::{LogLine, Voice};
use screens::{Run, UnfinishedSearch};

use super::still;
use crate::desk::{Desk, Looking, context};

/// A desk with the runs of a folder.
fn desk(home: &Path, begin: impl FnOnce(&mut screens::Context) -> Box<dyn Run>) -> Desk {
    let settings = Settings { hints: Hints::Off, ..still() };
    let mut context = context(settings, Looking::default());
    let environment = Environment::default();
    let folders = GameFolders::find(Some(home), &environment).expect("a folder");
    let host = LocalHost::new(folders, context.catalog.clone(), false, environment);
    context.host = Box::new(host);
    let run = begin(&mut context);
    Desk::of(run, context, Looking::default())
}

/// Takes up the only run of a folder.
fn resumed(home: &Path) -> Desk {
    desk(home, |context| {
        context.host.search_unfinished();
        let found = loop {
            if let UnfinishedSearch::Done(found) = context.host.unfinished() {
                break found;
            }
        };
        context.host.take_up(&found[0].run).expect("taken up")
    })
}

fn told(desk: &Desk) -> Vec<LogLine> {
    let lines = desk.run().log.lines().iter();
    lines.filter(|line| matches!(line.voice, Voice::Told(_))).cloned().collect()
}

#[test]
fn the_history_of_a_run_that_is_taken_up_is_whole() {
    let home = tempfile::tempdir().expect("a folder");
    let mut played = desk(home.path(), |context| {
        context.begin(Setup::shift("vault", Depth(1), Seed(42)), "").expect("a level")
    });
    let mut player = bot::find("planner", Seed(42)).expect("a bot");
    while played.turn() < 600 {
        let command = player.decide(&played.view());
        played.submit(command);
    }
    let lived = told(&played);
    assert!(lived.len() >= 40 && !played.run().is_watching(), "{} lines", lived.len());
    drop(played);
    let mut again = resumed(home.path());
    again.press("p");
    let made = told(&again);
    assert!(made.len() >= lived.len(), "{} of {}", made.len(), lived.len());
    assert_eq!(made[..lived.len()], lived[..]);
    // The foot of the map shows none of it: the picture of a run that is taken up begins with that.
    assert!(again.run().log.old().is_empty());
    let last = &lived[lived.len() - 1];
    again.says("You take up the shift");
    again.says(&format!("{:>5}  ", last.at));
}
