//! One SSH connection: who it is, one session channel, and nothing else.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use russh::keys::Certificate;
use russh::server::{
    Auth, ChannelOpenHandle, Handler, Msg, PublicKeyOffer, Response, Session, VerifiedPublicKey,
};
use russh::{Channel, ChannelId, ChannelOpenFailure, MethodKind, MethodSet, Pty, Sig};

use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::channel::{SessionChannel, Work};
use super::killer::Killer;
use super::throttle::Intake;
use super::turned_away::TurnedAway;
use crate::FrontEnd;
use crate::config::ServerConfig;
use crate::limits::Refusal;
use crate::members::{self, KeyStanding};
use crate::members::{KEY_ALGORITHMS, Login, PublicKey};
use crate::names::AccountName;
use crate::service::{ExecRequest, Refused};

/// What comes of a message, as russh is told.
type Result<T, E = russh::Error> = std::result::Result<T, E>;

/// The user name that needs no key.
const GUEST: &str = "guest";
/// How many keys of other kinds or accounts may be tried: agents hold several.
pub(super) const MAX_OTHER_KEYS: usize = 16;
/// How much of a connection may be refused before it is closed.
const MAX_REFUSALS: u32 = 8;
/// How long a login waits for a database that does not answer: there is time left to be told.
const MAX_LOGIN_OUTAGE: Duration = Duration::from_secs(5);

/// The state of a connection, which russh calls with what the client does.
pub(crate) struct Connection {
    front_end: Arc<FrontEnd>,
    /// The settings that were in force when it came.
    config: Arc<ServerConfig>,
    killer: Arc<Killer>,
    /// The tries to log in that came to nothing.
    rejections: usize,
    /// Why whoever has come cannot log in, as far as it is known.
    turned_away: TurnedAway,
    /// The keys that were passed over.
    other_keys: usize,
    channel: SessionChannel,
    refusals: u32,
}

impl Connection {
    pub(crate) fn new(
        front_end: Arc<FrontEnd>,
        peer: SocketAddr,
        killer: Arc<Killer>,
        intake: Arc<Intake>,
    ) -> Connection {
        let config = front_end.config();
        Connection {
            channel: SessionChannel::new(
                front_end.clone(),
                config.clone(),
                peer,
                killer.clone(),
                intake,
            ),
            config,
            front_end,
            killer,
            rejections: 0,
            turned_away: TurnedAway::ByNoKey,
            other_keys: 0,
            refusals: 0,
        }
    }

    fn accept(&mut self, login: Login) -> Auth {
        self.channel.login = Some(login);
        Auth::Accept
    }

    fn reject(&mut self) -> Auth {
        self.rejections += 1;
        if self.rejections == self.config.session.login_tries {
            self.killer.send_away(self.front_end.refuse(Refusal::LoginTries));
        }
        Auth::reject()
    }

    /// A key is of a kind that is not taken, or not one of the account that was asked for. That is
    /// no try to log in, as the client may have more keys, unless there are too many.
    fn pass_over(&mut self) -> Auth {
        self.other_keys += 1;
        if self.other_keys > MAX_OTHER_KEYS { self.reject() } else { Auth::reject() }
    }

    /// Counts something that is not done here. Whoever asks for it again and again is sent away.
    fn refuse(&mut self, refusal: Refusal) {
        self.refusals += 1;
        // What still comes after that is as much as is under way.
        if self.refusals <= MAX_REFUSALS {
            self.front_end.refuse(refusal);
        }
        if self.refusals == MAX_REFUSALS {
            self.killer.send_away(refusal);
        }
    }

    /// Says why nothing comes of a request, and ends it.
    fn refuse_request(
        &mut self,
        channel: ChannelId,
        why: &str,
        session: &mut Session,
    ) -> Result<()> {
        self.refuse(Refusal::Request);
        session.channel_success(channel)?;
        self.channel.refuse(channel, Refused::usage(why), session);
        Ok(())
    }
}

/// Requests that are refused whatever is asked for: the answer is `false`, or none.
macro_rules! refusing {
    ($($request:ident($($argument:ty),*) -> $answer:ty;)*) => {$(
        async fn $request(&mut self, $(_: $argument),*) -> Result<$answer> {
            self.refuse(Refusal::Request);
            Ok(<$answer>::default())
        }
    )*};
}

impl Handler for Connection {
    type Error = russh::Error;

    async fn auth_none(&mut self, user: &str) -> Result<Auth> {
        if user == GUEST {
            if self.config.session.guests {
                return Ok(self.accept(Login::Guest));
            }
            self.refuse(Refusal::GuestsOff);
            self.turned_away = TurnedAway::By(Refusal::GuestsOff);
        }
        // To ask what there is to log in by is no try.
        Ok(Auth::reject())
    }

    async fn auth_publickey_offered(&mut self, _: &str, offer: PublicKeyOffer<'_>) -> Result<Auth> {
        let is_known = KEY_ALGORITHMS.contains(offer.algorithm);
        Ok(if is_known { Auth::Accept } else { self.pass_over() })
    }

    async fn auth_publickey(&mut self, user: &str, key: VerifiedPublicKey<'_>) -> Result<Auth> {
        if user == GUEST && self.config.session.guests {
            return Ok(self.accept(Login::Guest));
        }
        let key = PublicKey::of(key.public_key)?;
        let (front_end, fingerprint) = (self.front_end.clone(), key.fingerprint.clone());
        let name = user.parse::<AccountName>().ok();
        // Its owner has signed: whoever has only a public key learns nothing of whose it is.
        let standing = spawn_blocking(move || {
            // The listener has checked the address; a ban of a key holds as soon as it is kept.
            if front_end.bans().has_key(&fingerprint)
                || front_end.store.is_banned(&[&fingerprint])?.is_some()
            {
                return Ok(KeyStanding::Banned);
            }
            members::key_standing(&front_end.store, &fingerprint, name.as_ref())
        });
        match timeout(MAX_LOGIN_OUTAGE, standing).await {
            Ok(Ok(Ok(KeyStanding::Welcome))) => Ok(self.accept(Login::Key(key))),
            Ok(Ok(Ok(KeyStanding::OfAnother { name, is_known }))) => {
                self.turned_away.try_another_key(name, key, is_known);
                Ok(self.pass_over())
            }
            Ok(Ok(Ok(KeyStanding::Banned))) => {
                self.turned_away = TurnedAway::By(self.front_end.refuse(Refusal::BannedKey));
                Ok(self.reject())
            }
            failed => {
                let error = match failed {
                    Ok(Ok(Err(error))) => error.to_string(),
                    Ok(Err(panic)) => panic.to_string(),
                    _ => "the store does not answer".to_owned(),
                };
                tracing::warn!(error, "nobody can log in");
                self.turned_away = TurnedAway::ByOutage;
                Ok(self.reject())
            }
        }
    }

    async fn auth_openssh_certificate(&mut self, _: &str, _: &Certificate) -> Result<Auth> {
        Ok(self.pass_over())
    }

    async fn auth_password(&mut self, _: &str, _: &str) -> Result<Auth> {
        Ok(self.reject())
    }

    /// Nobody proves by this who they are: a key that is taken here was signed with before.
    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        _: &str,
        _: &str,
        answer: Option<Response<'a>>,
    ) -> Result<Auth> {
        if let Some(question) = self.turned_away.tell(self.config.session.guests) {
            return Ok(question);
        }
        if answer.is_some()
            && let Some(key) = self.turned_away.take_own_key()
        {
            return Ok(self.accept(Login::Key(key)));
        }
        self.reject();
        // It was asked, and will not be again.
        Ok(Auth::Reject {
            proceed_with_methods: Some(MethodSet::from(&[MethodKind::PublicKey][..])),
            partial_success: false,
        })
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<()> {
        if self.channel.id.is_some() {
            self.refuse(Refusal::ChannelCount);
            reply.reject(ChannelOpenFailure::ResourceShortage).await;
            return Ok(());
        }
        // The channel itself is dropped: kept and not read, it would hold up the connection.
        self.channel.id = Some(channel.id());
        reply.accept().await;
        Ok(())
    }

    refusing! {
        channel_open_x11(Channel<Msg>, &str, u32, ChannelOpenHandle, &mut Session) -> ();
        channel_open_direct_tcpip(
            Channel<Msg>, &str, u32, &str, u32, ChannelOpenHandle, &mut Session
        ) -> ();
        channel_open_forwarded_tcpip(
            Channel<Msg>, &str, u32, &str, u32, ChannelOpenHandle, &mut Session
        ) -> ();
        channel_open_direct_streamlocal(Channel<Msg>, &str, ChannelOpenHandle, &mut Session) -> ();
        tcpip_forward(&str, &mut u32, &mut Session) -> bool;
        streamlocal_forward(&str, &mut Session) -> bool;
        agent_request(ChannelId, &mut Session) -> bool;
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        width: u32,
        height: u32,
        _: u32,
        _: u32,
        _: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<()> {
        if !self.channel.is_free(channel) || !self.channel.admit_input(term.len()) {
            return session.channel_failure(channel);
        }
        self.channel.terminal.set_terminal(term, self.config.session.size(width, height));
        session.channel_success(channel)
    }

    async fn env_request(
        &mut self,
        channel: ChannelId,
        name: &str,
        value: &str,
        session: &mut Session,
    ) -> Result<()> {
        let is_taken = self.channel.is_free(channel)
            && self.channel.admit_input(name.len() + value.len())
            && self.channel.terminal.set_variable(name, value);
        if is_taken { session.channel_success(channel) } else { session.channel_failure(channel) }
    }

    async fn shell_request(&mut self, channel: ChannelId, session: &mut Session) -> Result<()> {
        if !self.channel.is_free(channel) {
            self.refuse(Refusal::Request);
            return session.channel_failure(channel);
        }
        let Some(size) = self.channel.terminal.size() else {
            let why = "this is a game on a terminal: ask for one with ssh -t, or run one of: help, \
                scores, get RUN, story RUN, submit, delete RUN, whoami";
            return self.refuse_request(channel, why, session);
        };
        session.channel_success(channel)?;
        self.channel.start_screens(channel, size, session);
        self.channel.measure_round_trip(session);
        Ok(())
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        line: &[u8],
        session: &mut Session,
    ) -> Result<()> {
        if !self.channel.is_free(channel) {
            self.refuse(Refusal::Request);
            return session.channel_failure(channel);
        }
        match ExecRequest::parse(line) {
            Ok(ExecRequest::Ask(question)) => {
                session.channel_success(channel)?;
                self.channel.start_answer(channel, question, session);
                Ok(())
            }
            Ok(ExecRequest::Submit) => {
                session.channel_success(channel)?;
                self.channel.start_upload(channel, session);
                Ok(())
            }
            Err(why) => self.refuse_request(channel, &why.to_string(), session),
        }
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _: &str,
        session: &mut Session,
    ) -> Result<()> {
        if !self.channel.is_free(channel) {
            self.refuse(Refusal::Request);
            return session.channel_failure(channel);
        }
        let why =
            "no files are moved here; ssh HOST get RUN > FILE and ssh HOST submit < FILE move runs";
        self.refuse_request(channel, why, session)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _: bool,
        _: &str,
        _: &str,
        _: u32,
        session: &mut Session,
    ) -> Result<()> {
        self.refuse(Refusal::Request);
        session.channel_failure(channel)
    }

    async fn window_change_request(
        &mut self,
        _: ChannelId,
        width: u32,
        height: u32,
        _: u32,
        _: u32,
        _: &mut Session,
    ) -> Result<()> {
        if matches!(self.channel.work, Work::Screens(_)) {
            // One beyond the rate is kept, too: it may be the last one.
            self.channel.admit_input(0);
        }
        if let Work::Screens(inbox) = &self.channel.work {
            inbox.resize(self.config.session.size(width, height));
        }
        Ok(())
    }

    /// Nothing runs here that could be told of it. Who wants it to end has its session end.
    async fn signal(&mut self, _: ChannelId, signal: Sig, _: &mut Session) -> Result<()> {
        let ends = matches!(signal, Sig::HUP | Sig::INT | Sig::KILL | Sig::QUIT | Sig::TERM);
        if let (Work::Screens(inbox), true) = (&self.channel.work, ends) {
            inbox.close();
        }
        Ok(())
    }

    async fn data(
        &mut self,
        channel: ChannelId,
        bytes: &[u8],
        session: &mut Session,
    ) -> Result<()> {
        if self.channel.id == Some(channel) {
            self.channel.take_in(channel, bytes, session);
        }
        if matches!(self.channel.work, Work::Screens(_))
            && self.channel.admit_input(bytes.len())
            && let Work::Screens(inbox) = &self.channel.work
        {
            inbox.put(bytes);
            self.channel.measure_round_trip(session);
        }
        Ok(())
    }

    async fn channel_eof(&mut self, channel: ChannelId, session: &mut Session) -> Result<()> {
        if let Work::Screens(inbox) = &self.channel.work {
            inbox.close();
        }
        if matches!(self.channel.work, Work::Upload(_))
            && let Work::Upload(upload) = std::mem::replace(&mut self.channel.work, Work::Other)
        {
            self.channel.finish_upload(channel, upload, session);
        }
        Ok(())
    }

    async fn channel_close(&mut self, _: ChannelId, _: &mut Session) -> Result<()> {
        match &self.channel.work {
            Work::Screens(inbox) => inbox.close(),
            // What was not sent to its end is given up.
            Work::Upload(_) => self.channel.work = Work::Other,
            Work::Nothing | Work::Other => {}
        }
        Ok(())
    }
}

/// However the connection ends, its session learns of it.
impl Drop for Connection {
    fn drop(&mut self) {
        if let Work::Screens(inbox) = &self.channel.work {
            inbox.close();
        }
    }
}
