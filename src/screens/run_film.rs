//! A recorded run as pictures, one after each command: for recordings of terminals, which nobody
//! steers.

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};
use unicode_width::UnicodeWidthStr;

use super::{
    Appearance,
    log::Log,
    theme::ColorRole,
    widgets::{HudExtras, camera::Camera, fit, scene::RunPicture},
};
use base::duration_text;
use engine::sim::{Outcome, RunStatus};
use runs::record::{Replay, ReplayError, outcome_words};

/// The lowest screen with a line below the picture that says what is shown, in rows.
const MIN_ROWS_WITH_CAPTION: u16 = 12;

/// A recorded run, and the state of it that is drawn.
pub struct RunFilm {
    replay: Replay,
    looks: Appearance,
    log: Log,
    camera: Camera,
}

impl RunFilm {
    pub fn new(mut replay: Replay, looks: Appearance) -> Result<RunFilm, ReplayError> {
        replay.seek(0)?;
        Ok(RunFilm { replay, looks, log: Log::watched(), camera: Camera::default() })
    }

    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Goes to the state after the next command; `None` at the end.
    pub fn forward(&mut self) -> Result<Option<Outcome>, ReplayError> {
        let Some(outcome) = self.replay.forward()? else { return Ok(None) };
        self.log.tell_watcher(self.replay.game().view(), &outcome.events);
        Ok(Some(outcome))
    }

    /// Draws the state; the caption tells `time`, in milliseconds of play.
    pub fn draw(&mut self, frame: &mut Frame<'_>, time: Option<u64>) {
        let area = frame.area();
        let caption = u16::from(area.height >= MIN_ROWS_WITH_CAPTION);
        let picture = Rect { height: area.height - caption, ..area };
        self.draw_screen(picture, frame.buffer_mut());
        if caption > 0 {
            self.draw_caption(frame, Rect { y: picture.bottom(), height: 1, ..area }, time);
        }
    }

    /// Draws the state as its player saw it. The camera follows from state to state.
    pub fn draw_screen(&mut self, area: Rect, buffer: &mut Buffer) {
        let (view, extras) = (self.replay.game().view(), HudExtras::default());
        let (looks, log) = (self.looks, &self.log);
        let shown = RunPicture { view, looks, log, extras: &extras, ghost: None, marks: &[] };
        shown.draw(area, buffer, &mut self.camera);
    }

    fn draw_caption(&self, frame: &mut Frame<'_>, area: Rect, time: Option<u64>) {
        let width = usize::from(area.width);
        let game = self.replay.game();
        let state = match game.status() {
            status @ RunStatus::Over(_) => {
                let (letter, turns) = (game.run_grade().letter, game.view().turns_worked());
                let (how, letter) = (outcome_words(status), letter.character());
                format!("{how}, grade {letter}, {turns} turns")
            }
            _ => format!("turn {}", self.replay.turn()),
        };
        let time = time.map_or(String::new(), |time| format!("  {}", duration_text(time)));
        let right = format!("{state}{time}");
        let right = fit(&right, width, &self.looks);
        let room = width.saturating_sub(right.width() + 2);
        let header = self.replay.recording().header();
        let (mode, word) = (&header.setup.mode, header.word.as_deref());
        let seed = header.setup.seed.with_word(word);
        let left = format!("{}: {}, depth {}, seed {seed}", header.name, mode.kind(), mode.depth());
        let left = Line::styled(fit(&left, room, &self.looks), self.looks.style(ColorRole::Dim));
        frame.render_widget(left, area);
        let right = Line::styled(right, self.looks.style(ColorRole::Text));
        frame.render_widget(right.right_aligned(), area);
    }
}
