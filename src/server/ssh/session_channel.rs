//! The session channel of a connection, and what runs on it: the screens, an answer, or a run file that is being handed in.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use russh::ChannelId;
use russh::server::Session;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::client_terminal::ClientTerminal;
use super::killer::Killer;
use super::pump::{self, Line};
use super::throttle::Intake;
use super::upload::Upload;
use crate::FrontEnd;
use crate::config::ServerConfig;
use crate::exec::{self, Answer, Question};
use crate::limits::{InputLimiter, InputVerdict};
use crate::login::Login;
use crate::session::{self, Client, Ending, Inbox, Outlet, RoundTrip};

/// How long a session waits for its turn to start. Where the database does not answer, others hold theirs for longer.
const MAX_START_WAIT: Duration = Duration::from_secs(3);

/// The time from one measurement of the round trip to the next, while keys come.
const MEASURE_INTERVAL: Duration = Duration::from_secs(10);

/// What runs on the session channel.
pub(super) enum Work {
    Nothing,
    /// The screens.
    Screens(Arc<Inbox>),
    /// A run file that is being handed in.
    Upload(Upload),
    /// A request that takes no input, or what has ended.
    Other,
}

/// The one session channel that a connection may have.
pub(super) struct SessionChannel {
    front_end: Arc<FrontEnd>,
    /// The settings that were in force when the connection came.
    config: Arc<ServerConfig>,
    peer: SocketAddr,
    killer: Arc<Killer>,
    intake: Arc<Intake>,
    /// Who has come, once that is known.
    pub login: Option<Login>,
    pub terminal: ClientTerminal,
    /// Once it is open.
    pub id: Option<ChannelId>,
    pub work: Work,
    round_trip: Arc<RoundTrip>,
    /// Whether an answer is waited for: a client that does not answer is not asked again.
    is_measuring: Arc<AtomicBool>,
    measure_at: Option<Instant>,
    limiter: InputLimiter,
    /// Whether it was written into the log that input was dropped.
    has_dropped: bool,
}

impl SessionChannel {
    /// One that is not open yet.
    pub(super) fn new(
        front_end: Arc<FrontEnd>,
        config: Arc<ServerConfig>,
        peer: SocketAddr,
        killer: Arc<Killer>,
        intake: Arc<Intake>,
    ) -> SessionChannel {
        SessionChannel {
            limiter: InputLimiter::new(config.input),
            round_trip: Arc::default(),
            is_measuring: Arc::default(),
            measure_at: None,
            front_end,
            config,
            peer,
            killer,
            intake,
            login: None,
            terminal: ClientTerminal::default(),
            id: None,
            work: Work::Nothing,
            has_dropped: false,
        }
    }

    /// Whether a message is one of as many as a client may send.
    pub(super) fn admit_input(&mut self, bytes: usize) -> bool {
        match self.limiter.packet(bytes, Instant::now()) {
            InputVerdict::Accept => true,
            InputVerdict::Drop(refusal) => {
                self.front_end.metrics.refused(refusal);
                if !std::mem::replace(&mut self.has_dropped, true) {
                    tracing::info!(limit = refusal.word(), "input is dropped");
                }
                false
            }
            InputVerdict::Close(refusal) => {
                let refusal = self.front_end.refuse(refusal);
                // Whoever floods comes again at once, and a login costs more than what is dropped.
                self.front_end.connections.shut_out(self.peer.ip(), Instant::now());
                match &self.work {
                    Work::Screens(inbox) => inbox.end(Ending::Refused(refusal)),
                    _ => self.killer.send_away(refusal),
                }
                // What is still under way is neither read nor counted.
                self.work = Work::Other;
                false
            }
        }
    }

    /// Something runs on the channel from now on.
    fn begin(&mut self, work: Work) {
        self.work = work;
        self.intake.has_begun.store(true, Ordering::SeqCst);
    }

    /// Whether a request is for the session channel, with nothing on it yet.
    pub(super) fn is_free(&self, channel: ChannelId) -> bool {
        self.id == Some(channel) && matches!(self.work, Work::Nothing)
    }

    /// Runs the screens on a thread of their own.
    pub(super) fn start_screens(&mut self, channel: ChannelId, size: Size, session: &Session) {
        let Some(login) = self.login.clone() else { return };
        let inbox = Arc::new(Inbox::default());
        let outlet = Outlet::new(inbox.clone(), self.config.session.output);
        let client = Client {
            login,
            peer: self.peer,
            environment: self.terminal.environment(),
            size,
            inbox: inbox.clone(),
            outlet: outlet.clone(),
            round_trip: self.round_trip.clone(),
        };
        let (front_end, line) = (self.front_end.clone(), self.line(channel, session));
        let limit = self.config.session.output;
        let connection = Arc::downgrade(&self.intake);
        tokio::spawn(async move {
            let place = timeout(MAX_START_WAIT, front_end.starts.clone().acquire_owned()).await;
            if connection.strong_count() == 0 {
                return;
            }
            let place = place.ok().and_then(Result::ok);
            let code = session::start(front_end, client, place);
            pump::send_output(line, outlet, limit, code).await;
        });
        self.begin(Work::Screens(inbox));
    }

    /// Measures the round trip if it is time to, by a question that every client answers.
    pub(super) fn measure_round_trip(&mut self, session: &mut Session) {
        let now = Instant::now();
        if self.measure_at.is_some_and(|at| now < at)
            || self.is_measuring.swap(true, Ordering::SeqCst)
        {
            return;
        }
        self.measure_at = Some(now + MEASURE_INTERVAL);
        let (answer, answered) = oneshot::channel();
        if session.send_ping(answer).is_err() {
            return;
        }
        let (round_trip, is_measuring) = (self.round_trip.clone(), self.is_measuring.clone());
        tokio::spawn(async move {
            if answered.await.is_ok() {
                round_trip.note(now.elapsed());
                is_measuring.store(false, Ordering::SeqCst);
            }
        });
    }

    fn line(&self, channel: ChannelId, session: &Session) -> Line {
        Line {
            front_end: self.front_end.clone(),
            handle: session.handle(),
            channel,
            killer: self.killer.clone(),
            is_terminal: self.terminal.size().is_some(),
        }
    }

    /// Answers a question, on a thread that may block.
    pub(super) fn start_answer(
        &mut self,
        channel: ChannelId,
        question: Question,
        session: &Session,
    ) {
        let Some(login) = self.login.clone() else { return };
        let (front_end, line) = (self.front_end.clone(), self.line(channel, session));
        let limit = self.config.session.output;
        tokio::spawn(async move {
            let answer = spawn_blocking(move || question.answer(&login, &front_end)).await;
            if let Ok(answer) = answer {
                pump::send_answer(line, answer, limit).await;
            }
        });
        self.begin(Work::Other);
    }

    /// Sends an answer that is known, and ends the request.
    pub(super) fn send_answer(&mut self, channel: ChannelId, answer: Answer, session: &Session) {
        let limit = self.config.session.output;
        tokio::spawn(pump::send_answer(self.line(channel, session), answer, limit));
        self.begin(Work::Other);
    }

    /// Begins to take a run file in.
    pub(super) fn start_upload(&mut self, channel: ChannelId, session: &Session) {
        if self.login == Some(Login::Guest) {
            return self.send_answer(channel, Answer::to_guest(), session);
        }
        let front_end = self.front_end.clone();
        match Upload::begin(front_end, self.peer.ip(), self.killer.clone()) {
            Ok(upload) => {
                self.intake.allowance.add_file(upload.max_bytes());
                self.begin(Work::Upload(upload));
            }
            Err(refusal) => self.send_answer(channel, Answer::beyond(refusal), session),
        }
    }

    /// Takes more of a run file in.
    pub(super) fn take_in(&mut self, channel: ChannelId, bytes: &[u8], session: &Session) {
        let Work::Upload(upload) = &mut self.work else { return };
        if let Err(refusal) = upload.put(bytes) {
            self.send_answer(channel, Answer::beyond(self.front_end.refuse(refusal)), session);
        }
    }

    /// Keeps a run file that has come as a whole; tells so at once, and then what playing it again has come to.
    pub(super) fn finish_upload(&mut self, channel: ChannelId, upload: Upload, session: &Session) {
        let Some(login) = self.login.clone() else { return };
        let (front_end, line) = (self.front_end.clone(), self.line(channel, session));
        let limit = self.config.session.output;
        tokio::spawn(async move {
            let (place, bytes) = upload.into_parts();
            let keep = {
                let front_end = front_end.clone();
                move || exec::submit(bytes, &login, &front_end)
            };
            let answer = match spawn_blocking(keep).await {
                Ok(Ok(submitted)) => {
                    if line.send_text(&submitted.told, limit).await.is_err() {
                        return;
                    }
                    spawn_blocking(move || submitted.verdict(&front_end)).await
                }
                Ok(Err(refused)) => Ok(refused),
                Err(error) => Err(error),
            };
            drop(place);
            if let Ok(answer) = answer {
                pump::send_answer(line, answer, limit).await;
            }
        });
    }
}
