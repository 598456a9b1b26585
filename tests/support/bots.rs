//! Games played by bots.

use base::Seed;
use engine::sim::{Command, Game, Outcome, Reject, RunStatus};
use runs::record::bot::{self, Bot};

/// The bot of this name, with its own random numbers.
pub(crate) fn bot(name: &str, seed: u64) -> Box<dyn Bot> {
    bot::find(name, Seed(seed)).expect("a bot")
}

/// Plays until the game is over or so many commands were given, refused ones included; `watch` is
/// told of each and what came of it.
pub(crate) fn play(
    game: &mut Game,
    bot: &mut dyn Bot,
    max_commands: usize,
    mut watch: impl FnMut(&Game, Command, &Result<Outcome, Reject>),
) {
    for _ in 0..max_commands {
        if matches!(game.status(), RunStatus::Over(_)) {
            return;
        }
        let command = bot.decide(&game.view());
        let result = game.step(command);
        watch(game, command, &result);
    }
}

/// Plays until the game is over.
///
/// # Panics
/// If it is not over after so many commands.
pub(crate) fn play_to_the_end(game: &mut Game, bot: &mut dyn Bot, max_commands: usize) {
    play(game, bot, max_commands, |_, _, _| {});
    let setup = game.setup();
    assert!(matches!(game.status(), RunStatus::Over(_)), "{setup:?} never came to an end");
}

/// Plays as [`play`] does. What is refused must be what `check` refuses and change nothing; what is
/// accepted must change something.
pub(crate) fn play_and_check_refusals(
    game: &mut Game,
    bot: &mut dyn Bot,
    max_commands: usize,
    mut accepted: impl FnMut(&Outcome),
) {
    let mut digest = game.digest();
    for _ in 0..max_commands {
        if matches!(game.status(), RunStatus::Over(_)) {
            return;
        }
        let command = bot.decide(&game.view());
        let checked = game.check(&command);
        let stepped = game.step(command);
        let context = || format!("{command:?} in {:?}", game.setup());
        assert_eq!(checked.err(), stepped.as_ref().err().copied(), "{}", context());
        let after = game.digest();
        match stepped {
            Err(_) => assert_eq!(digest, after, "refused {} left a trace", context()),
            Ok(outcome) => {
                assert_ne!(digest, after, "{} changed nothing", context());
                accepted(&outcome);
            }
        }
        digest = after;
    }
}
