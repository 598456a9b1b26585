//! A client: one SSH connection with a terminal on it, and the times of its answers.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use russh::client::{self, AuthResult, Handle, Msg};
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate};
use russh::{ChannelMsg, ChannelReadHalf, ChannelWriteHalf, Disconnect};
use tokio::net::TcpSocket;

/// The address of clients that mean well.
pub(crate) const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// What goes wrong with a connection; it is only printed.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Takes any host key: the server is this machine's own.
struct AnyHost;

impl client::Handler for AnyHost {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        Ok(true)
    }
}

/// The key of a number, the same in every run.
pub(crate) fn key_of(number: u32) -> Arc<PrivateKey> {
    let mut seed = [7; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    Arc::new(PrivateKey::from(Ed25519Keypair::from_seed(&seed)))
}

/// A connection whose key the server has taken.
pub(crate) struct Connection(Handle<AnyHost>);

impl Connection {
    /// Logs in from an address of this machine.
    pub(crate) async fn log_in(
        server: SocketAddr,
        from: Ipv4Addr,
        key: Arc<PrivateKey>,
    ) -> Result<Connection, Failure> {
        let socket = TcpSocket::new_v4()?;
        // A port of the system's choice, but only at another address: looking for one costs more
        // than a login.
        if from != HERE {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let config = Arc::new(client::Config { nodelay: true, ..client::Config::default() });
        let mut handle = client::connect_stream(config, stream, AnyHost).await?;
        let key = PrivateKeyWithHashAlg::new(key, None);
        match handle.authenticate_publickey("load", key).await? {
            AuthResult::Success => Ok(Connection(handle)),
            AuthResult::Failure { .. } => Err("the key was not taken".into()),
        }
    }

    /// Starts the screens on an 80×24 terminal.
    pub(crate) async fn start_screens(self) -> Result<Line, Failure> {
        let channel = self.0.channel_open_session().await?;
        channel.request_pty(false, "xterm-256color", 80, 24, 0, 0, &[]).await?;
        channel.set_env(false, "LANG", "C.UTF-8").await?;
        channel.request_shell(false).await?;
        let (output, input) = channel.split();
        Ok(Line { handle: self.0, input, output })
    }

    /// Has the server carry out a request on a file, and returns its exit code.
    pub(crate) async fn request(&self, request: &str, file: &[u8]) -> Result<u32, Failure> {
        let mut channel = self.0.channel_open_session().await?;
        channel.exec(true, request).await?;
        channel.data(file).await?;
        channel.eof().await?;
        let mut code = None;
        while let Some(message) = channel.wait().await {
            if let ChannelMsg::ExitStatus { exit_status } = message {
                code = Some(exit_status);
            }
        }
        code.ok_or_else(|| "no exit code".into())
    }

    pub(crate) async fn leave(self) {
        let _ = self.0.disconnect(Disconnect::ByApplication, "", "").await;
    }
}

/// A terminal at the end of a connection.
pub(crate) struct Line {
    handle: Handle<AnyHost>,
    input: ChannelWriteHalf<Msg>,
    output: ChannelReadHalf,
}

impl Line {
    pub(crate) async fn send(&self, keys: &[u8]) -> Result<(), Failure> {
        Ok(self.input.data_bytes(keys.to_vec()).await?)
    }

    /// The next bytes of the server; none when it has ended the session.
    pub(crate) async fn receive(&mut self) -> Option<Vec<u8>> {
        next(&mut self.output).await
    }

    /// Sends the same keys as fast as they are taken, until the server ends the session.
    pub(crate) async fn flood(&mut self, keys: &[u8]) -> Result<(), Failure> {
        loop {
            tokio::select! {
                sent = self.input.data_bytes(keys.to_vec()) => sent?,
                bytes = next(&mut self.output) => if bytes.is_none() {
                    return Ok(());
                },
            }
        }
    }

    pub(crate) async fn leave(self) {
        let _ = self.handle.disconnect(Disconnect::ByApplication, "", "").await;
    }
}

async fn next(output: &mut ChannelReadHalf) -> Option<Vec<u8>> {
    loop {
        match output.wait().await? {
            ChannelMsg::Data { data } => return Some(data.to_vec()),
            ChannelMsg::Eof | ChannelMsg::Close => return None,
            _ => {}
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    micros: Vec<u32>,
    /// Keys to which nothing came.
    pub(crate) unanswered: usize,
}

impl Times {
    pub(crate) fn note(&mut self, answer: Option<Duration>) {
        match answer {
            Some(time) => self.micros.push(time.as_micros().try_into().unwrap_or(u32::MAX)),
            None => self.unanswered += 1,
        }
    }

    pub(crate) fn add(&mut self, other: Times) {
        self.micros.extend(other.micros);
        self.unanswered += other.unanswered;
    }

    pub(crate) fn count(&self) -> usize {
        self.micros.len()
    }

    /// The time that so many in a thousand are not above, in milliseconds.
    pub(crate) fn at(&self, thousandth: usize) -> f64 {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let place = sorted.len().saturating_sub(1) * thousandth / 1_000;
        sorted.get(place).map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.at(990)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { micros, unanswered } = self;
        let [p50, p99, p999, max] = [500, 990, 999, 1_000].map(|thousandth| self.at(thousandth));
        let keys = micros.len() + unanswered;
        write!(
            f,
            "p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms, max {max:.1} ms ({keys} keys, \
             {unanswered} without an answer)"
        )
    }
}
