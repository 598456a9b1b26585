//! A host for tests: what it was asked to do, and what it answers.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::channel;

use base::{Day, Seed};
use engine::sim::{Command, Digest, Game, HandMeDown, Outcome, Setup};
use engine::view::View;
use runs::record::Replay;
use runs::save::{RunId, SaveError, Score};
use screens::config::Settings;
use screens::{
    Appearance, CommandRefusal, Context, Host, HostError, RankedTry, Receipt, Rival, RivalError,
    RivalRequest, RivalSearch, Run, ScoreList, Unfinished, UnfinishedSearch,
};

use crate::menus::played_runs;
use crate::support::content::catalog;

/// What the host was asked to do, and what it answers.
#[derive(Default)]
pub(crate) struct HostState {
    pub(crate) begun: Vec<(Setup, String)>,
    /// The one played last first.
    pub(crate) unfinished: Vec<Unfinished>,
    /// The names of the runs that were taken up, and of those whose whole part was saved.
    pub(crate) taken_up: Vec<String>,
    pub(crate) saved_parts: Vec<String>,
    /// Whether the unfinished runs have not been found yet.
    pub(crate) is_searching: bool,
    /// How often it was looked for.
    pub(crate) searches: u32,
    pub(crate) scores: Vec<Score>,
    /// The tries at daily shifts that are not open today and closed on other days.
    pub(crate) tries: BTreeMap<Day, RankedTry>,
    /// How many run files say what is not true.
    pub(crate) untrue: usize,
    /// How many runs of how many have been verified.
    pub(crate) verifying: Option<(usize, usize)>,
    pub(crate) settings: String,
    /// The texts of the player's own themes, by their names.
    pub(crate) themes: BTreeMap<String, String>,
    pub(crate) morgue: String,
    /// Whether it keeps what dead upkeepers leave, and what is left.
    pub(crate) keeps_hand_me_downs: bool,
    pub(crate) hand_me_down: Option<HandMeDown>,
    /// The commands of the run that was begun last, if it is to be replayed; otherwise some other
    /// run is.
    pub(crate) recorded: Option<Vec<Command>>,
    /// By how many commands each run began that goes as another one.
    pub(crate) begun_again: Vec<u32>,
    /// The run whose file is not there any more.
    pub(crate) lost: Option<RunId>,
    /// Whether the player has never begun a run.
    pub(crate) is_newcomer: bool,
    /// Whether runs are games of which no receipt is given.
    pub(crate) keeps_nothing: bool,
    /// What it answers to the searches for runs to race against, one after another.
    pub(crate) rivals: VecDeque<Result<Box<Rival>, RivalError>>,
    /// What it says to everything that can fail.
    pub(crate) refusal: Option<String>,
}

struct TestHost(Rc<RefCell<HostState>>);

/// What screens share on a terminal, with a host of that state.
pub(crate) fn context_of(
    state: &Rc<RefCell<HostState>>,
    settings: Settings,
    appearance: Appearance,
) -> Context {
    Context::new(Box::new(TestHost(state.clone())), catalog().clone(), settings, appearance)
}

impl TestHost {
    fn answer(&self) -> Result<(), HostError> {
        let name = "ann".to_owned();
        let refusal = self.0.borrow().refusal.clone();
        refusal.map_or(Ok(()), |why| Err(SaveError::Unplayable { name, why }.into()))
    }
}

impl Host for TestHost {
    fn begin(&mut self, setup: Setup, _: &str, name: &str) -> Result<Box<dyn Run>, HostError> {
        self.answer()?;
        self.0.borrow_mut().begun.push((setup.clone(), name.to_owned()));
        let game = Game::new(setup, catalog())?;
        if self.0.borrow().keeps_nothing {
            return Ok(Box::new(game));
        }
        Ok(Box::new(Kept { game, host: self.0.clone() }))
    }

    fn has_played(&mut self) -> bool {
        !self.0.borrow().is_newcomer
    }

    fn random_seed(&mut self) -> Seed {
        Seed(4_711)
    }

    fn search_unfinished(&mut self) {
        self.0.borrow_mut().searches += 1;
    }

    fn unfinished(&mut self) -> UnfinishedSearch {
        let state = self.0.borrow();
        if state.is_searching && !state.unfinished.is_empty() {
            return UnfinishedSearch::Searching;
        }
        UnfinishedSearch::Done(state.unfinished.clone())
    }

    fn save_whole_part(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        self.0.borrow_mut().saved_parts.push(run.to_string());
        self.begin(Setup::shift("cavern", content::Depth(2), Seed(9)), "", "Ann")
    }

    /// A Sunday.
    fn today(&self) -> Day {
        "2026-11-22".parse().expect("a date")
    }

    fn ranked_try(&mut self, day: Day) -> Result<RankedTry, HostError> {
        self.answer()?;
        let known = self.0.borrow().tries.get(&day).cloned();
        let open = if day == self.today() { RankedTry::Open } else { RankedTry::Closed };
        Ok(known.unwrap_or(open))
    }

    fn take_up(&mut self, run: &RunId) -> Result<Box<dyn Run>, HostError> {
        self.0.borrow_mut().taken_up.push(run.to_string());
        self.begin(Setup::shift("cavern", content::Depth(2), Seed(9)), "", "Ann")
    }

    fn scores(&mut self) -> Result<ScoreList, HostError> {
        self.answer()?;
        let state = self.0.borrow();
        let scores = state.scores.clone();
        Ok(ScoreList { scores, untrue: state.untrue, verifying: state.verifying })
    }

    fn location(&self, run: &RunId) -> Option<String> {
        let is_lost = self.0.borrow().lost.as_ref() == Some(run);
        (!is_lost).then(|| run.to_string())
    }

    fn replay(&mut self, _: &RunId) -> Result<Replay, HostError> {
        self.answer()?;
        let state = self.0.borrow();
        let played = state.begun.last().map(|(setup, _)| setup).zip(state.recorded.as_ref());
        Ok(match played {
            Some((setup, commands)) => played_runs::replay_of(setup, commands, catalog()),
            None => played_runs::replay(catalog()),
        })
    }

    fn once_more(&mut self, _: &RunId, commands: u32) -> Result<Box<dyn Run>, HostError> {
        self.0.borrow_mut().begun_again.push(commands);
        let setup = self.0.borrow().begun.last().map(|(setup, _)| setup.clone());
        self.begin(setup.expect("a run was begun"), "", "Ann")
    }

    fn theme_names(&mut self) -> Vec<String> {
        self.0.borrow().themes.keys().cloned().collect()
    }

    fn theme_text(&mut self, name: &str) -> Result<(String, String), HostError> {
        let text = self.0.borrow().themes.get(name).cloned();
        let text = text.ok_or_else(|| HostError::NoSuchTheme(name.to_owned()))?;
        Ok((format!("{name}.toml"), text))
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        self.answer()?;
        Ok(self.0.borrow().settings.clone())
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), HostError> {
        self.answer()?;
        text.clone_into(&mut self.0.borrow_mut().settings);
        Ok(())
    }

    fn keep_morgue(&mut self, _: &RunId, text: &str) -> Result<String, HostError> {
        self.answer()?;
        text.clone_into(&mut self.0.borrow_mut().morgue);
        Ok("morgue/ann.txt".to_owned())
    }

    fn keeps_hand_me_downs(&self) -> bool {
        self.0.borrow().keeps_hand_me_downs
    }

    fn hand_me_down(&mut self) -> Option<HandMeDown> {
        self.0.borrow().hand_me_down.clone()
    }

    fn keep_hand_me_down(&mut self, item: Option<&HandMeDown>) -> Result<(), HostError> {
        self.answer()?;
        self.0.borrow_mut().hand_me_down = item.cloned();
        Ok(())
    }

    fn find_rival(&mut self, _: RivalRequest) -> RivalSearch {
        let (sender, answer) = channel();
        if let Some(rival) = self.0.borrow_mut().rivals.pop_front() {
            sender.send(rival).expect("somebody waits for it");
        }
        answer
    }

    fn environment(&self, name: &str) -> Option<String> {
        match name {
            "TERM" => Some("xterm-256color".to_owned()),
            "LANG" => Some("en_GB.UTF-8".to_owned()),
            _ => None,
        }
    }
}

/// A game of which a receipt is given.
struct Kept {
    game: Game,
    host: Rc<RefCell<HostState>>,
}

impl Run for Kept {
    fn view(&self) -> View<'_> {
        self.game.view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, CommandRefusal> {
        let outcome = self.game.step(command).map_err(CommandRefusal::Rules)?;
        if let Some(recorded) = &mut self.host.borrow_mut().recorded {
            recorded.push(command);
        }
        Ok(outcome)
    }

    fn receipt(&self) -> Option<Receipt> {
        let digest = Digest(0x0123_4567_89ab_cdef);
        let run = RunId::of_file(Path::new("ann.upk")).expect("a name");
        Some(Receipt { digest, run, location: "ann.upk".to_owned(), fetch: None, ranked: true })
    }
}
