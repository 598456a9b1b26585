//! The run in progress as its screens see and drive it: the run itself, its message log, the events
//! that are not shown yet, and what the screens remember of it.
//!
//! Every screen of a run submits its commands here, so that a command has the same consequences on
//! all screens.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use ratatui::layout::Rect;

use base::Pos;
use content::{ItemKindId, capital};
use engine::sim::{Activity, ActorId, Command, Event, JourneyCommand, Reject, RunStatus, Turns};
use engine::view::{Message, Tone};

use super::terminal::sanitize;
use super::{
    blows::RecentAttacks,
    config::{Hints, Motion, Settings, TimerChoice},
    context::Context,
    errand::Errand,
    hints::ShownHints,
    host::HIDDEN_SEED,
    host_error::HostError,
    log::{Log, StateBefore, Voice},
    outlook::Outlook,
    race::{Race, RaceView},
    raid_record::RaidRecord,
    run::{CommandRefusal, EarlierLog, Run},
    terminal::Mouse,
    widgets::{HudExtras, camera::Camera},
};

pub struct ActiveRun {
    run: Box<dyn Run>,
    pub log: Log,
    /// Whether lines from before the run was taken up may still come.
    awaits_log: bool,
    attacks: RecentAttacks,
    /// The events of the last commands, until the map screen has shown them.
    pub events: Vec<Event>,
    pub camera: Camera,
    /// The area in which the map was drawn last.
    pub shown: Rect,
    /// Whether animation is off, whatever the settings say: reader mode says only how an activity
    /// ended.
    pub is_still: bool,
    /// The raid since the upkeeper left the floor, which can be watched again.
    pub(super) at_dawn: Option<RaidRecord>,
    /// The last throw: the next one offers the same.
    pub thrown: Option<LastThrow>,
    /// Whom the strike key last waited for.
    pub waited_for: Option<WaitedFor>,
    /// The shelves of a shop in the order of their letters, so that a letter stays with its item.
    pub shelves: Vec<Pos>,
    pub(super) race: Race,
    pub(crate) outlook: Outlook,
    /// The number of commands up to which splits were told.
    told_splits: Option<u32>,
    shown_hints: ShownHints,
    /// The events since the last moment for a hint: while an activity goes on there is none.
    unhinted: Vec<Event>,
    /// Whether the activity of several turns waits for the player, after a key or after loading.
    halted: bool,
    /// Whether the key that was pressed last asks to carry on with the order.
    pub(crate) carries_on: bool,
    /// What goes on by itself when a command of it has ended.
    errand: Option<Errand>,
}

#[derive(Clone, Copy, Debug)]
pub struct LastThrow {
    pub kind: ItemKindId,
    /// At whom, if somebody was seen there.
    pub target: Option<ActorId>,
}

/// Somebody whom the player let come near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitedFor {
    pub who: ActorId,
    /// The number of turns that were waited while it came no nearer.
    pub turns: u8,
}

impl Deref for ActiveRun {
    type Target = dyn Run;

    fn deref(&self) -> &Self::Target {
        &*self.run
    }
}

impl DerefMut for ActiveRun {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.run
    }
}

impl ActiveRun {
    pub fn new(run: Box<dyn Run>) -> Self {
        Self {
            run,
            log: Log::default(),
            awaits_log: true,
            attacks: RecentAttacks::default(),
            events: Vec::new(),
            camera: Camera::default(),
            shown: Rect::ZERO,
            is_still: false,
            at_dawn: None,
            thrown: None,
            waited_for: None,
            shelves: Vec::new(),
            race: Race::default(),
            outlook: Outlook::default(),
            told_splits: None,
            shown_hints: ShownHints::default(),
            unhinted: Vec::new(),
            halted: true,
            carries_on: false,
            errand: None,
        }
    }

    /// The seed as the player typed it, and as a number, or that it is not told yet.
    pub fn seed(&self) -> String {
        if self.hides_seed() {
            return HIDDEN_SEED.to_owned();
        }
        self.view().seed().with_word(self.word())
    }

    /// The cell of the floor that a mouse points at, if it is one.
    pub fn cell_at(&self, mouse: Mouse) -> Option<Pos> {
        self.camera.cell_at((mouse.x, mouse.y), self.shown, self.view().size())
    }

    pub fn status(&self) -> RunStatus {
        self.view().status()
    }

    /// Brings the race up to date: asks the host for the runs that the settings want, and tells of
    /// its answers.
    pub(crate) fn update_race(&mut self, context: &mut Context) {
        let view = self.run.view();
        let (setup, turn) = (view.setup().clone(), view.clock());
        for message in self.race.update(&setup, turn, context) {
            self.log.tell(turn, message);
        }
        self.tell_splits(turn, context);
    }

    /// Brings what is expected of dawn up to date, for a screen that is about to show it.
    pub(crate) fn look_ahead(&mut self, context: &mut Context) {
        self.outlook.update(self.run.view(), context);
    }

    /// Puts what was told before the run was taken up before the lines of the log, once it has been
    /// made again.
    pub(crate) fn update_log(&mut self, context: &Context) {
        if !self.awaits_log {
            return;
        }
        let earlier = self.run.earlier_log();
        self.awaits_log = matches!(earlier, EarlierLog::Pending);
        if let EarlierLog::Made(past) = earlier {
            self.log.take_past(past, &context.settings.keymap);
        }
    }

    /// Whether what was told before the run was taken up is still being made again.
    pub(crate) fn awaits_log(&self) -> bool {
        self.awaits_log
    }

    /// Logs the splits that were reached since the last call, in reader mode: there is no sidebar
    /// to show them.
    fn tell_splits(&mut self, turn: Turns, context: &Context) {
        let Some(commands) = self.run.timer().map(|timer| timer.now().commands) else { return };
        let told = self.told_splits.replace(commands).unwrap_or(commands);
        if told == commands || !self.is_still {
            return;
        }
        let Some(race) = self.race_view(context) else { return };
        for split in race.splits.iter().filter(|split| split.reached_with > Some(told)) {
            self.log.add(turn, split.sentence(), Voice::Told(Tone::Good));
        }
    }

    pub(crate) fn extras(&mut self, context: &Context) -> HudExtras {
        let known = self.outlook.forecast();
        let outlook = known.map_or(Vec::new(), |known| self.view().outlook_in_short(known));
        HudExtras { race: self.race_view(context), watchers: self.watchers(), outlook }
    }

    pub(crate) fn race_view(&mut self, context: &Context) -> Option<RaceView> {
        let real_time = self.run.real_time();
        let category = context.category(&self.run.view().setup().mode);
        let timer = self.run.timer()?;
        self.race.view(timer, real_time, category, context.settings.timer)
    }

    pub(crate) fn ghost(&mut self) -> Option<Pos> {
        let turn = self.view().clock();
        self.race.ghost_at(turn)
    }

    /// How long until the race has something new to show while nothing moves.
    pub(crate) fn race_interval(&self, timer: TimerChoice) -> Option<Duration> {
        self.race.tick_interval(timer, self.run.real_time(), self.status())
    }

    /// Carries out a command of the player; without animation also the activity that it begins, to
    /// its end. A refusal is logged, and the result is then false.
    pub fn submit(&mut self, command: Command, settings: &Settings) -> bool {
        self.errand = Errand::begun_by(command, self.carries_on, self.view());
        self.begin(command, settings)
    }

    /// Walks out of a house of a town, and to another one by its door on the streets.
    pub(crate) fn walk_to_house(&mut self, door: Pos, settings: &Settings) {
        self.errand = Some(Errand::ToDoor(door));
        self.begin(Command::TravelToExit, settings);
    }

    fn begin(&mut self, command: Command, settings: &Settings) -> bool {
        // The choice of a perk comes between the night and its news.
        if !matches!(command, Command::Journey(JourneyCommand::PickPerk { .. })) {
            self.log.decide();
        }
        self.halted = false;
        if let Err(refusal) = self.apply(command, settings) {
            // An activity that the key has ended does not go on because the key was refused.
            self.halted = true;
            self.errand = None;
            if let (Command::Travel(to), CommandRefusal::Rules(reject)) = (command, &refusal)
                && let Some(text) = self.view().refusal_onto_trap(to, *reject)
            {
                self.log.add(self.run.view().clock(), text, Voice::Refused);
            } else {
                self.refuse(&refusal, settings);
            }
            return false;
        }
        if self.animation_interval(settings).is_zero() {
            self.finish(settings);
        }
        true
    }

    /// Plays the activity to its end, and shows nothing of it between.
    pub fn finish(&mut self, settings: &Settings) {
        while self.is_going_on() {
            self.go_on(settings);
        }
    }

    /// Logs a refusal, and the hint that belongs to it.
    pub fn refuse(&mut self, refusal: &CommandRefusal, settings: &Settings) {
        let now = self.view().clock();
        let voice = match refusal {
            CommandRefusal::Rules(_) => Voice::Refused,
            CommandRefusal::Storage(_) => Voice::Told(Tone::Bad),
        };
        let mut text = refusal.text(self.view().catalog());
        if let CommandRefusal::Rules(Reject::Threatened { .. }) = refusal
            && let Some(ways) = self.view().ways_out()
        {
            text = format!("{text} {}", settings.keymap.fill_in(&ways));
        }
        self.log.add(now, text, voice);
        let moment = match refusal {
            CommandRefusal::Rules(Reject::OutOfSupply { .. }) => "supply",
            CommandRefusal::Rules(Reject::NoJobKnown) => "explore",
            CommandRefusal::Rules(Reject::HandsFull) => "hands",
            _ => return,
        };
        if settings.hints == Hints::On
            && let Some(hint) = self.shown_hints.tell(moment, self.run.view(), &settings.keymap)
        {
            self.log.add(now, hint, Voice::Hint);
        }
    }

    /// Logs a line of a screen, such as that a key does nothing. It costs no turn.
    pub fn say(&mut self, text: impl Into<String>) {
        self.log.decide();
        let now = self.view().clock();
        self.log.add(now, text.into(), Voice::Refused);
    }

    /// Logs the state of a run that was loaded; for a new run, the gates in sight.
    pub fn take_up(&mut self) {
        let seed = self.seed();
        let view = self.run.view();
        let now = view.clock();
        if view.is_on_map() {
            return self.take_up_journey();
        }
        if now.0 == 0 {
            return self.log.tell_first_sights(view);
        }
        let mut tell = |text: String, tone| self.log.tell(now, Message { text, tone });
        if view.activity() == Some(Activity::Watch) {
            return tell("The raid goes on where you left it.".to_owned(), Tone::Plain);
        }
        tell("You take up the shift where you left it.".to_owned(), Tone::Plain);
        let (kind, depth) = (capital(view.kind()), view.depth());
        tell(format!("{kind}, depth {depth}, seed {seed}."), Tone::Plain);
        for actor in view.actors().into_iter().filter(|actor| !actor.harmless) {
            let (name, mood) = (&actor.kind.name, actor.attitude.describe());
            tell(format!("In sight: {name}. It {mood}."), Tone::Warning);
        }
        if view.status() == RunStatus::Busy {
            let text = "You were in the middle of something. Give the same order again to go on.";
            tell(text.to_owned(), Tone::Plain);
        }
    }

    /// Logs where a journey stands, and the news of the last night.
    fn take_up_journey(&mut self) {
        let view = self.run.view();
        let Some(journey) = view.journey() else { return };
        let is_new = journey.trail().is_empty();
        let text = if is_new {
            "Morning at the Home Post. The Deep Seat is at the other end of the marches, and in a \
             state."
        } else {
            "You take up the journey where you left it."
        };
        let begin = Message { text: text.to_owned(), tone: Tone::Plain };
        let handed_down = view.hand_me_down().filter(|_| is_new).map(|(from, item)| {
            let text = format!("From {from}'s cart: {item}. There is a label on it, in case.");
            Message { text: sanitize(&text), tone: Tone::Good }
        });
        let news = view.news_of_last_night();
        for message in [begin].into_iter().chain(handed_down).chain(news) {
            self.log.tell(Turns(0), message);
        }
    }

    /// Forgets what belongs to the floor before, and logs the first sights of this one.
    pub(super) fn enter_floor(&mut self) {
        if self.view().is_on_map() || self.view().clock().0 > 0 {
            return;
        }
        self.events.clear();
        self.shelves.clear();
        self.waited_for = None;
        self.attacks = RecentAttacks::default();
        (self.camera, self.at_dawn) = (Camera::default(), None);
        self.take_up();
    }

    /// Logs the hint whose moment has come with these events, if the player wants hints.
    pub fn hint(&mut self, events: &[Event], settings: &Settings) {
        if settings.hints == Hints::Off || self.view().is_on_map() || self.view().is_tutorial() {
            return;
        }
        let view = self.run.view();
        if let Some(hint) = self.shown_hints.due(view, events, &settings.keymap) {
            self.log.add(view.clock(), hint, Voice::Hint);
        }
    }

    /// Whether an activity of several turns goes on by itself. The raid after the upkeeper has left
    /// is none: the hatch drives it.
    pub fn is_going_on(&self) -> bool {
        !self.halted
            && (self.status() == RunStatus::Busy || self.errand.is_some())
            && !self.is_watching()
    }

    /// Whether the upkeeper has left the floor, and the raid is on.
    pub fn is_watching(&self) -> bool {
        self.view().activity() == Some(Activity::Watch)
    }

    /// Carries out a command of the player at the hatch, and logs nothing of it.
    pub(crate) fn at_hatch(&mut self, command: Command) -> Result<Vec<Event>, CommandRefusal> {
        self.log.decide();
        let before = self.run.view().clock();
        let outcome = self.run.submit(command)?;
        if let Some(record) = &mut self.at_dawn {
            record.note(command, before, self.run.view());
        }
        Ok(outcome.events)
    }

    pub fn go_on(&mut self, settings: &Settings) {
        let (next, errand) = match self.errand.filter(|_| self.status() != RunStatus::Busy) {
            Some(errand) => {
                // What should be read ends an errand: the lines of the commands before do not add
                // up to pages.
                self.log.decide();
                errand.next()
            }
            None => (Command::Continue, self.errand),
        };
        self.errand = errand;
        if let Err(refusal) = self.apply(next, settings) {
            self.halted = true;
            self.refuse(&refusal, settings);
        }
    }

    /// The time from one turn of an activity to the next, as the settings have it; zero where
    /// nothing is animated.
    pub fn animation_interval(&self, settings: &Settings) -> Duration {
        let is_still = self.is_still || settings.motion == Motion::Off;
        Duration::from_millis(if is_still { 0 } else { settings.animation.milliseconds().into() })
    }

    /// Halts the activity until the player gives another command.
    pub fn halt(&mut self) {
        self.halted = true;
    }

    /// Lets the host bring to lasting storage what is due, while the player presses no key. True if
    /// something came of it that is to be shown.
    pub fn idle(&mut self) -> Result<bool, HostError> {
        self.run.idle()?;
        Ok(self.tell_news())
    }

    /// Logs what has become of the run's keeping. True if there was something.
    fn tell_news(&mut self) -> bool {
        let (news, now) = (self.run.news(), self.run.view().clock());
        let is_some = !news.is_empty();
        for text in news {
            self.log.add(now, text, Voice::Told(Tone::Bad));
        }
        is_some
    }

    /// Whether somebody out of sight shot at the player a moment ago, and may do so again.
    pub(crate) fn is_under_fire(&self) -> bool {
        self.attacks.is_under_fire(self.run.view().clock())
    }

    /// Whether an actor attacked the player with its last turns, as far as blows tell.
    pub(crate) fn was_attacked_by(&self, actor: ActorId) -> bool {
        self.attacks.are_by(actor, self.run.view().clock())
    }

    /// What a command throws, and at whom, if it throws something.
    fn throw_of(&self, command: Command) -> Option<LastThrow> {
        let Command::Throw { slot, target } = command else { return None };
        let entry = self.view().cart_slot(slot)?;
        let target = self.view().actor_at(target).map(|actor| actor.id);
        Some(LastThrow { kind: entry.kind, target })
    }

    fn apply(&mut self, command: Command, settings: &Settings) -> Result<(), CommandRefusal> {
        let thrown = self.throw_of(command);
        let before = StateBefore::of(self.run.view());
        let outcome = self.run.submit(command);
        self.tell_news();
        let outcome = outcome?;
        self.thrown = thrown.or(self.thrown);
        let view = self.run.view();
        if before.has_left_floor(view) {
            self.log.leave_place();
            self.attacks = RecentAttacks::default();
        }
        let now = view.clock();
        before.tell(view, &outcome.events, &mut self.log, |text| settings.keymap.fill_in(text));
        self.attacks.note(&outcome.events, now);
        if view.is_on_map() {
            // Hints are about floors.
        } else if view.shift_end().is_some() {
            // What happened until then is no moment for a hint on the next floor.
            self.unhinted.clear();
            self.log.add(now, "Enter goes on.".to_owned(), Voice::Hint);
        } else {
            self.unhinted.extend(outcome.events.iter().cloned());
            if outcome.status != RunStatus::Busy {
                let events = std::mem::take(&mut self.unhinted);
                self.hint(&events, settings);
            }
        }
        if outcome.status != RunStatus::Busy {
            let is_calm = !self.is_under_fire();
            self.errand = self.errand.filter(|_| is_calm);
            self.errand = self.errand.and_then(|own| own.after(&outcome.events, self.run.view()));
        }
        self.events.extend(outcome.events);
        Ok(())
    }
}
