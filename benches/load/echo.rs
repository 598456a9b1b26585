//! What every figure stands beside: a server of the same library that sends each key back.

use std::io::{self, Write as _};
use std::sync::Arc;

use russh::keys::PrivateKey;
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::server::{self, Auth, ChannelOpenHandle, Handler, Msg, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId};
use tokio::net::TcpListener;

/// The argument by which this program is the echo.
pub(crate) const ARGUMENT: &str = "--echo";

/// The threads of the server that is measured.
const THREADS: usize = 2;

struct Echo;

impl Handler for Echo {
    type Error = russh::Error;

    async fn auth_publickey(
        &mut self,
        _: &str,
        _: VerifiedPublicKey<'_>,
    ) -> Result<Auth, russh::Error> {
        Ok(Auth::Accept)
    }

    async fn channel_open_session(
        &mut self,
        _: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), russh::Error> {
        reply.accept().await;
        Ok(())
    }

    async fn data(
        &mut self,
        channel: ChannelId,
        bytes: &[u8],
        session: &mut Session,
    ) -> Result<(), russh::Error> {
        session.data(channel, bytes.to_vec())
    }
}

/// Serves until the process is killed; the port is the first line of the output.
pub(crate) fn serve() -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        io::stdout().flush()?;
        let config = Arc::new(server::Config {
            keys: vec![PrivateKey::from(Ed25519Keypair::from_seed(&[1; 32]))],
            nodelay: true,
            ..server::Config::default()
        });
        loop {
            let (socket, _) = listener.accept().await?;
            socket.set_nodelay(true)?;
            let config = config.clone();
            tokio::spawn(async move {
                if let Ok(session) = server::run_stream(config, socket, Echo).await {
                    // However it ends.
                    let _ = session.await;
                }
            });
        }
    })
}
