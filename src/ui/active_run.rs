//! A run as it is played: the run itself, what was said of it, what it has just led to, and where the screens look.
//!
//! Every screen of a shift acts through it, so that a command has the same consequences wherever it was given.

use std::time::Duration;

use ratatui::layout::Rect;

use crate::{
    base::{Pos, Seed},
    content::ItemKindId,
    sim::{Behaviour, Command, Event, Game, Reject, Status},
    view::{Message, Tone, View, capital, first_sights, messages},
};

use super::{
    config::{Hints, Settings},
    hints::ShownHints,
    host_error::HostError,
    log::{Log, Voice},
    run::{Receipt, Refusal, Run},
    terminal::{Mouse, sanitize},
    widgets::camera::Camera,
};

/// The run that is played.
pub struct ActiveRun {
    run: Box<dyn Run>,
    pub log: Log,
    /// What the last commands have led to, until somebody has shown it.
    pub events: Vec<Event>,
    pub camera: Camera,
    /// Where on the screen the map was drawn last.
    pub shown: Rect,
    /// What goes on is not shown turn by turn, whatever the settings say: in reader mode only its end is said.
    pub is_still: bool,
    /// The run as it was when the upkeeper left the floor, to watch the raid again from.
    pub at_dawn: Option<Box<Game>>,
    /// What was thrown last: it is offered first.
    pub thrown: Option<ItemKindId>,
    /// The shelves of a shop in the order of their letters, so that a letter stays with its thing.
    pub shelves: Vec<Pos>,
    shown_hints: ShownHints,
    /// The player has interrupted what goes on, or it was read from a file: it waits for a word.
    halted: bool,
}

impl ActiveRun {
    pub fn new(run: Box<dyn Run>) -> Self {
        Self {
            run,
            log: Log::default(),
            events: Vec::new(),
            camera: Camera::default(),
            shown: Rect::ZERO,
            is_still: false,
            at_dawn: None,
            thrown: None,
            shelves: Vec::new(),
            shown_hints: ShownHints::default(),
            halted: true,
        }
    }

    /// What the player typed for the seed, if that was more than its number.
    pub fn word(&self) -> Option<&str> {
        self.run.word()
    }

    /// The seed, as the player typed it and as it is known to everybody.
    pub fn seed(&self) -> String {
        seed_name(self.word(), self.view().seed())
    }

    pub fn view(&self) -> View<'_> {
        self.run.view()
    }

    /// The cell of the floor that a mouse points at, if it is one.
    pub fn cell_at(&self, mouse: Mouse) -> Option<Pos> {
        self.camera.cell_at((mouse.x, mouse.y), self.shown, self.view().size())
    }

    pub fn status(&self) -> Status {
        self.view().status()
    }

    /// The player decides: what was said before is old, and the command is carried out, or it is said why not.
    /// False if it was refused.
    pub fn submit(&mut self, command: Command, settings: &Settings) -> bool {
        self.log.decide();
        self.halted = false;
        if let Err(refusal) = self.apply(command, settings) {
            self.refuse(&refusal, settings);
            return false;
        }
        if self.pace(settings).is_zero() {
            while self.is_going_on() {
                self.go_on(settings);
            }
        }
        true
    }

    /// Says why not.
    pub fn refuse(&mut self, refusal: &Refusal, settings: &Settings) {
        let now = self.view().clock();
        let voice = match refusal {
            Refusal::Rules(_) => Voice::Refused,
            Refusal::Storage(_) => Voice::Told(Tone::Bad),
        };
        self.log.add(now, refusal.to_string(), voice);
        let moment = match refusal {
            Refusal::Rules(Reject::OutOfSupply { .. }) => "supply",
            Refusal::Rules(Reject::NoJobKnown) => "explore",
            Refusal::Rules(Reject::Threatened { .. }) => "fight",
            _ => return,
        };
        if settings.hints == Hints::On {
            let texts = &self.run.view().catalog().texts;
            if let Some(hint) = self.shown_hints.tell(moment, texts, &settings.keymap) {
                self.log.add(now, hint, Voice::Hint);
            }
        }
    }

    /// Says something of the screens' own, that is not worth an order.
    pub fn say(&mut self, text: impl Into<String>) {
        self.log.decide();
        let now = self.view().clock();
        self.log.add(now, text.into(), Voice::Refused);
    }

    /// Says where things stand in a run that was left and is taken up again; of a new one, what gates are in sight.
    pub fn take_up(&mut self) {
        let view = self.run.view();
        let now = view.clock();
        if now.0 == 0 {
            for message in first_sights(&view) {
                self.log.tell(now, message);
            }
            return;
        }
        if self.is_watching() {
            let text = "The raid goes on where you left it.".to_owned();
            self.log.tell(now, Message { text, tone: Tone::Plain });
            return;
        }
        let (kind, depth, seed) = (view.kind(), view.depth(), self.seed());
        let place = format!("{}, depth {depth}, seed {seed}.", capital(kind));
        let mut said = vec![
            ("You take up the shift where you left it.".to_owned(), Tone::Plain),
            (place, Tone::Plain),
        ];
        let enemies = view.actors().into_iter().filter(|actor| actor.hostile);
        said.extend(enemies.map(|actor| {
            let (name, mood) = (&actor.kind.name, actor.attitude.describe());
            (format!("In sight: {name}. It {mood}."), Tone::Warning)
        }));
        if view.status() == Status::Busy {
            let text = "You were in the middle of something. Give the same order again to go on.";
            said.push((text.to_owned(), Tone::Plain));
        }
        for (text, tone) in said {
            self.log.tell(now, Message { text, tone });
        }
    }

    /// Says the hint whose moment has come, if hints are wanted.
    pub fn hint(&mut self, events: &[Event], settings: &Settings) {
        if settings.hints == Hints::Off {
            return;
        }
        let view = self.run.view();
        if let Some(hint) = self.shown_hints.due(view, events, &settings.keymap) {
            self.log.add(view.clock(), hint, Voice::Hint);
        }
    }

    /// Whether something begun goes on by itself. What happens on a floor that the upkeeper has left is shown
    /// elsewhere.
    pub fn is_going_on(&self) -> bool {
        !self.halted && self.status() == Status::Busy && !self.is_watching()
    }

    /// Whether the upkeeper has left the floor, and the raid is on.
    pub fn is_watching(&self) -> bool {
        self.view().behaviour() == Some(Behaviour::Watch)
    }

    /// A turn of the raid that goes on without the upkeeper; what is to be said of it is for others to say.
    pub fn watch(&mut self) -> Result<Vec<Event>, Refusal> {
        self.run.submit(Command::Continue).map(|outcome| outcome.events)
    }

    /// The next turn of what goes on.
    pub fn go_on(&mut self, settings: &Settings) {
        if let Err(refusal) = self.apply(Command::Continue, settings) {
            self.halted = true;
            self.refuse(&refusal, settings);
        }
    }

    /// The time from one picture to the next of what goes on by itself; none if that is not to be watched.
    pub fn pace(&self, settings: &Settings) -> Duration {
        let milliseconds = if self.is_still { 0 } else { settings.animation.milliseconds() };
        Duration::from_millis(milliseconds)
    }

    /// What goes on stops until the player says something.
    pub fn halt(&mut self) {
        self.halted = true;
    }

    /// By what the run can be proven, if it is kept.
    pub fn receipt(&self) -> Option<Receipt> {
        self.run.receipt()
    }

    /// There is time to write things out.
    pub fn idle(&mut self) -> Result<(), HostError> {
        self.run.idle()
    }

    /// Everything is on disk when this returns.
    pub fn save(&mut self) -> Result<(), HostError> {
        self.run.save()
    }

    /// What a command throws, if it throws anything.
    fn missile_of(&self, command: Command) -> Option<ItemKindId> {
        let Command::Throw { slot, .. } = command else { return None };
        let entry = self.view().cart().into_iter().find(|entry| entry.slot == slot)?;
        Some(entry.kind)
    }

    fn apply(&mut self, command: Command, settings: &Settings) -> Result<(), Refusal> {
        let thrown = self.missile_of(command);
        let outcome = self.run.submit(command)?;
        self.thrown = thrown.or(self.thrown);
        let view = self.run.view();
        let now = view.clock();
        for message in messages(&view, &outcome.events) {
            self.log.tell(now, message);
        }
        if matches!(outcome.status, Status::Over(_)) {
            self.log.add(now, "Enter goes on.".to_owned(), Voice::Hint);
        } else {
            self.hint(&outcome.events, settings);
        }
        self.events.extend(outcome.events);
        Ok(())
    }
}

/// A seed as players pass it on: the word that was typed for it, if one was, and its number.
pub fn seed_name(word: Option<&str>, seed: Seed) -> String {
    word.map_or_else(|| seed.to_string(), |word| format!("{} ({seed})", sanitize(word)))
}
