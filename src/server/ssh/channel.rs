//! The session channel of a connection, and what runs on it: screens, an answer, or an upload.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use russh::ChannelId;
use russh::server::Session;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::killer::Deadline;
use super::killer::Killer;
use super::pump;
use super::pump::Line;
use super::throttle::Intake;
use crate::config::ServerConfig;
use crate::limits::{InputLimiter, InputVerdict, Place, Refusal};
use crate::members::Login;
use crate::service::{Question, Refused};
use crate::session::{Client, Ending, Inbox, Outlet, RoundTrip};
use crate::{FrontEnd, service, session};
use runs::home::Environment;

/// How long a session waits for its turn to start: others may hold theirs during an outage.
const MAX_START_WAIT: Duration = Duration::from_secs(3);

/// The time from one measurement of the round trip to the next, while keys come.
const MEASURE_INTERVAL: Duration = Duration::from_secs(10);

/// What runs on the session channel.
pub(super) enum Work {
    Nothing,
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

    /// Says why nothing comes of a request, and ends it.
    pub(super) fn refuse(&mut self, channel: ChannelId, refused: Refused, session: &Session) {
        let limit = self.config.session.output;
        tokio::spawn(pump::send_answer(self.line(channel, session), Err(refused), limit));
        self.begin(Work::Other);
    }

    pub(super) fn start_upload(&mut self, channel: ChannelId, session: &Session) {
        if self.login == Some(Login::Guest) {
            return self.refuse(channel, Refused::to_guest(), session);
        }
        let front_end = self.front_end.clone();
        match Upload::begin(front_end, self.peer.ip(), self.killer.clone()) {
            Ok(upload) => {
                self.intake.allowance.add_file(upload.max_bytes());
                self.begin(Work::Upload(upload));
            }
            Err(refusal) => self.refuse(channel, refusal.into(), session),
        }
    }

    pub(super) fn take_in(&mut self, channel: ChannelId, bytes: &[u8], session: &Session) {
        let Work::Upload(upload) = &mut self.work else { return };
        if let Err(refusal) = upload.put(bytes) {
            self.refuse(channel, self.front_end.refuse(refusal).into(), session);
        }
    }

    /// Keeps a run file that is whole; tells so at once, and later the verdict.
    pub(super) fn finish_upload(&mut self, channel: ChannelId, upload: Upload, session: &Session) {
        let Some(login) = self.login.clone() else { return };
        let (front_end, line) = (self.front_end.clone(), self.line(channel, session));
        let limit = self.config.session.output;
        tokio::spawn(async move {
            let (place, bytes) = upload.into_parts();
            let keep = {
                let front_end = front_end.clone();
                move || service::submit(bytes, &login, &front_end)
            };
            let answer = match spawn_blocking(keep).await {
                Ok(Ok(submitted)) => {
                    if line.send_text(&submitted.told, limit).await.is_err() {
                        return;
                    }
                    spawn_blocking(move || submitted.verdict(&front_end)).await
                }
                Ok(Err(refused)) => Ok(Err(refused)),
                Err(error) => Err(error),
            };
            drop(place);
            if let Ok(answer) = answer {
                pump::send_answer(line, answer, limit).await;
            }
        });
    }
}

/// The bytes that have come. The connection is cut when the rest takes too long.
pub(super) struct Upload {
    bytes: Vec<u8>,
    max_bytes: usize,
    deadline: Deadline,
    place: Place,
}

impl Upload {
    pub(super) fn begin(
        front_end: Arc<FrontEnd>,
        address: IpAddr,
        killer: Arc<Killer>,
    ) -> Result<Upload, Refusal> {
        let place = front_end.admit_submission(address)?;
        let max_run = front_end.store.options().max_run_bytes;
        let limits = front_end.config().session;
        let max_bytes = limits.submission_bytes;
        let max_bytes = max_bytes.min(usize::try_from(max_run).unwrap_or(usize::MAX));
        let deadline = Deadline::new(limits.submission_time, move || {
            killer.send_away(front_end.refuse(Refusal::SubmissionTime));
        });
        Ok(Upload { bytes: Vec::new(), max_bytes, deadline, place })
    }

    pub(super) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        if self.bytes.len() + bytes.len() > self.max_bytes {
            return Err(Refusal::SubmissionSize);
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The bytes, which are all there, and the place among those that hand something in.
    pub(super) fn into_parts(self) -> (Place, Vec<u8>) {
        drop(self.deadline);
        (self.place, self.bytes)
    }
}

/// The variables that a client may send: what colours, glyphs and reader mode follow.
const TAKEN_VARIABLES: [&str; 6] =
    ["COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM_PROGRAM"];
/// The longest value of a variable, in bytes.
const MAX_VALUE_BYTES: usize = 128;

/// What a client has said of its terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientTerminal {
    variables: Vec<(String, String)>,
    size: Option<Size>,
}

impl ClientTerminal {
    /// A variable of the client's environment; whether it is one that is taken.
    pub(crate) fn set_variable(&mut self, name: &str, value: &str) -> bool {
        let is_taken = TAKEN_VARIABLES.contains(&name);
        if is_taken {
            self.set(name, value);
        }
        is_taken
    }

    /// It has a pseudo-terminal of this kind and size.
    pub(crate) fn set_terminal(&mut self, term: &str, size: Size) {
        self.set("TERM", term);
        self.size = Some(size);
    }

    /// The size of its pseudo-terminal, if it has one.
    pub(crate) fn size(&self) -> Option<Size> {
        self.size
    }

    pub(crate) fn environment(&self) -> Environment {
        self.variables.iter().cloned().collect()
    }

    fn set(&mut self, name: &str, value: &str) {
        if value.len() > MAX_VALUE_BYTES {
            return;
        }
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }
}
