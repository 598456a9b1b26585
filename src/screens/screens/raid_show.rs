//! A raid that is over, watched again: as the player saw it from the hatch, or from the recording if
//! they were on the floor; and that of last night. Turns that were shown can be gone back to; see
//! [`RaidSource`].

use std::time::Duration;

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    log::{Log, Voice},
    playback::{Playback, PlaybackAction, speed_hint, step_hint},
    raid_source::RaidSource,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        camera::Camera,
        hatch::{self, HatchPicture},
        hint_line,
    },
};
use base::Pos;
use engine::sim::Turns;
use engine::view::{Commentator, Message, Remark};
use runs::record::Replay;

use super::help::HelpScreen;

pub struct RaidScreen {
    source: RaidSource,
    commentator: Commentator,
    log: Log,
    camera: Camera,
    /// Where something has happened, and when.
    places: Vec<(Turns, Pos)>,
    playback: Playback,
    problem: String,
}

impl RaidScreen {
    /// The raid again from its beginning, after the player had left; `None` where the game of that
    /// moment is not known any more.
    pub fn again(run: &ActiveRun) -> Option<Self> {
        Some(Self::new(run.at_dawn.as_ref()?.source()))
    }

    /// The raid before the shift; `None` where there was none.
    pub fn of_last_night(run: &ActiveRun) -> Option<Self> {
        Some(Self::new(RaidSource::new(run.view().raid_of_last_night()?, Vec::new())))
    }

    /// The raid from the recording of a run whose player was on the floor at dawn; `None` if there
    /// was no raid.
    pub fn recorded(replay: Replay, dawn: Turns) -> Option<Self> {
        Some(Self::new(RaidSource::recording(replay, dawn)?))
    }

    fn new(source: RaidSource) -> Self {
        let mut show = Self {
            source,
            commentator: Commentator::default(),
            log: Log::default(),
            camera: Camera::default(),
            places: Vec::new(),
            playback: Playback::of_raid(),
            problem: String::new(),
        };
        show.tell(Commentator::introduce(show.source.view()));
        show
    }

    fn advance(&mut self) {
        match self.source.step_on() {
            Ok(Some(events)) => {
                let remarks = self.commentator.tell(self.source.view(), &events);
                self.tell(remarks);
            }
            Ok(None) => {}
            Err(problem) => {
                self.playback.is_playing = false;
                self.problem = problem;
            }
        }
    }

    fn tell(&mut self, remarks: Vec<Remark>) {
        let now = self.source.view().clock();
        for Remark { text, tone, at } in remarks {
            self.log.tell(now, Message { text, tone });
            self.places.extend(at.map(|at| (now, at)));
        }
    }

    fn act(&mut self, intent: Intent) -> Transition {
        if intent == Intent::Help {
            self.playback.is_playing = false;
            return Transition::open(HelpScreen::keys());
        }
        // The end of the raid is not known in advance.
        match self.playback.take(intent, self.source.at(), u32::MAX) {
            PlaybackAction::Stay => {}
            PlaybackAction::StepOn => self.advance(),
            PlaybackAction::Seek(u32::MAX) | PlaybackAction::Ignore => return Transition::Pop,
            PlaybackAction::Seek(at) => self.source.go_to(at),
        }
        self.problem.clear();
        Transition::Stay
    }

    fn draw_foot(&self, area: Rect, frame: &mut Frame<'_>, context: &Context) {
        let looks = context.appearance;
        let width = usize::from(area.width);
        if !self.problem.is_empty() {
            let problem = Line::styled(self.problem.clone(), looks.style(ColorRole::Bad));
            frame.render_widget(problem, area);
            return;
        }
        if self.source.end().is_some() {
            let hints = [
                KeyHint::new("any key", "back to the result"),
                KeyHint::of(context, Intent::StepBack, "a turn back"),
            ];
            frame.render_widget(hint_line(&hints, width, &looks), area);
            return;
        }
        let hints = [
            self.playback.pause_hint(context),
            speed_hint(context),
            KeyHint::new("any other key", "back to the result"),
            step_hint(context),
        ];
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(ColorRole::Dim));
        let room = width.saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&hints, room, &looks), area);
        frame.render_widget(speed.right_aligned(), area);
    }
}

impl Screen for RaidScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (looks, view, area) = (context.appearance, self.source.view(), frame.area());
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        let foot = Rect { y: picture.bottom(), height: 1, ..area };
        let last = self.places.iter().rev().find(|(at, _)| *at == view.clock());
        let last = last.map(|(_, place)| *place);
        let shown = HatchPicture { view, looks, last, log: &self.log, lesson: None };
        shown.draw(picture, frame.buffer_mut(), &mut self.camera);
        self.draw_foot(foot, frame, context);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if !matches!(input, Input::Key(_)) {
            return Transition::Ignore;
        }
        let intent = context.intent(InputMode::Replay, input);
        let goes_back = matches!(intent, Some(Intent::StepBack | Intent::First));
        match intent {
            Some(intent) if goes_back || self.source.end().is_none() => self.act(intent),
            _ => Transition::Pop,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        if !self.playback.is_playing || self.source.end().is_some() {
            return None;
        }
        let is_still = context.run().animation_interval(&context.settings).is_zero();
        Some(if is_still { Duration::ZERO } else { self.playback.interval() })
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let is_still = context.run().animation_interval(&context.settings).is_zero();
        let steps = if is_still { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing || self.source.end().is_some() {
                break;
            }
            self.advance();
        }
        Transition::Stay
    }

    fn accessible_lines(&mut self, _: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let told = self.log.lines().iter().filter(|line| matches!(line.voice, Voice::Told(_)));
        let told = told.map(|line| format!("Turn {}: {}", line.at, line.text()));
        let state = hatch::read(self.source.view());
        let foot = [self.problem.clone(), "Any key: back to the result.".to_owned()];
        Some(told.chain(state).chain(foot).collect())
    }
}
