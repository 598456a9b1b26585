//! A client that does what OpenSSH's never does.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use russh::client::{self, DisconnectReason, Handle, Msg};
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate};
use russh::{Channel, ChannelMsg};
use tokio::runtime::{self, Runtime};

use crate::running::Running;

/// The longest that the server may take to end a connection; only a test that fails waits for it.
const DEADLINE: Duration = Duration::from_secs(20);

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().build().expect("threads")
});

/// A connection.
pub(crate) struct SshClient {
    handle: Handle<Events>,
    ended: Receiver<String>,
}

/// A channel of a connection.
pub(crate) struct SshChannel(Channel<Msg>);

struct Events(Sender<String>);

impl client::Handler for Events {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        Ok(true)
    }

    async fn disconnected(
        &mut self,
        reason: DisconnectReason<russh::Error>,
    ) -> Result<(), russh::Error> {
        let words = match reason {
            DisconnectReason::ReceivedDisconnect(info) => info.message,
            DisconnectReason::Error(_) => String::new(),
        };
        // The test may be over.
        let _ = self.0.send(words);
        Ok(())
    }
}

impl SshClient {
    /// Connects, and does not log in.
    pub(crate) fn connect(server: &Running) -> SshClient {
        SshClient::connect_with(server, client::Config::default())
    }

    fn connect_with(server: &Running, config: client::Config) -> SshClient {
        let (sender, ended) = channel();
        let address = ("127.0.0.1", server.port());
        let connecting = client::connect(Arc::new(config), address, Events(sender));
        SshClient { handle: RUNTIME.block_on(connecting).expect("connects"), ended }
    }

    /// Connects and logs in with a key.
    pub(crate) fn log_in(server: &Running, key: &str) -> SshClient {
        let mut client = SshClient::connect(server);
        client.log_in_with(server, key);
        client
    }

    /// Connects and logs in, and says that it has no room for anything that it could be sent.
    pub(crate) fn log_in_without_room(server: &Running, key: &str) -> SshClient {
        let config = client::Config { window_size: 0, ..client::Config::default() };
        let mut client = SshClient::connect_with(server, config);
        client.log_in_with(server, key);
        client
    }

    fn log_in_with(&mut self, server: &Running, key: &str) {
        let key = PrivateKey::read_openssh_file(Path::new(&server.key(key))).expect("a key");
        let key = PrivateKeyWithHashAlg::new(Arc::new(key), None);
        let logged_in = RUNTIME.block_on(self.handle.authenticate_publickey("anybody", key));
        assert!(logged_in.expect("an answer").success());
    }

    /// Tries a password, which nobody has.
    pub(crate) fn try_password(&mut self) {
        let tried = self.handle.authenticate_password("anybody", "secret");
        // It may be sent away before the answer.
        if let Ok(result) = RUNTIME.block_on(tried) {
            assert!(!result.success());
        }
    }

    /// Opens a session channel, if it is let.
    pub(crate) fn open(&self) -> Result<SshChannel, russh::Error> {
        RUNTIME.block_on(self.handle.channel_open_session()).map(SshChannel)
    }

    /// Whether it gets through to another machine by way of the server.
    pub(crate) fn is_forwarded(&self) -> bool {
        let to = self.handle.channel_open_direct_tcpip("127.0.0.1", 22, "127.0.0.1", 1);
        let socket = self.handle.channel_open_direct_streamlocal("/run/postgresql/.s.PGSQL.5432");
        RUNTIME.block_on(async { to.await.is_ok() || socket.await.is_ok() })
    }

    /// Whether the server listens for it.
    pub(crate) fn is_listened_for(&self) -> bool {
        let port = self.handle.tcpip_forward("127.0.0.1", 0);
        let socket = self.handle.streamlocal_forward("/tmp/socket");
        RUNTIME.block_on(async { port.await.is_ok() || socket.await.is_ok() })
    }

    /// Waits until the server has ended the connection. Returns the words with which it did.
    pub(crate) fn last_words(&self) -> String {
        self.ended.recv_timeout(DEADLINE).expect("the server ends it")
    }
}

impl SshChannel {
    /// Asks for the screens on a terminal.
    pub(crate) fn play(&self) {
        RUNTIME.block_on(async {
            self.0.request_pty(false, "xterm", 80, 24, 0, 0, &[]).await.expect("is sent");
            self.0.request_shell(false).await.expect("is sent");
        });
    }

    pub(crate) fn execute(&self, request: &str) {
        RUNTIME.block_on(self.0.exec(false, request)).expect("is sent");
    }

    /// Asks for what is never done.
    pub(crate) fn ask_for_more(&self) {
        RUNTIME.block_on(async {
            self.0.request_x11(false, false, "MIT-MAGIC-COOKIE-1", "0", 0).await.expect("is sent");
            self.0.agent_forward(false).await.expect("is sent");
        });
    }

    /// Sends input; whether the connection is there.
    pub(crate) fn send(&self, bytes: &[u8]) -> bool {
        RUNTIME.block_on(self.0.data_bytes(bytes.to_vec())).is_ok()
    }

    /// Says that its terminal has another size; whether the connection is there.
    pub(crate) fn resize(&self, columns: u32) -> bool {
        RUNTIME.block_on(self.0.window_change(columns, 24, 0, 0)).is_ok()
    }

    /// Everything that it is told until its end, and the exit code.
    pub(crate) fn read_to_end(mut self) -> (String, Option<u32>) {
        let (mut bytes, mut code) = (Vec::new(), None);
        RUNTIME.block_on(async {
            while let Some(message) = self.0.wait().await {
                match message {
                    ChannelMsg::Data { data } | ChannelMsg::ExtendedData { data, .. } => {
                        bytes.extend_from_slice(&data);
                    }
                    ChannelMsg::ExitStatus { exit_status } => code = Some(exit_status),
                    _ => {}
                }
            }
        });
        (String::from_utf8_lossy(&bytes).into_owned(), code)
    }
}
