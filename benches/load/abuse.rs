//! Peers who mean harm, from addresses of their own: some never log in, some flood keys, some never
//! read.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, Failure, key_of};
use crate::servers::Server;

/// The pause after a refusal: who means harm comes back.
const PAUSE: Duration = Duration::from_millis(200);

/// Everybody who is at it: a process of their own, so that the times of players are not those of
/// the scheduler that abuse shares with them. Killed when this is dropped.
pub(crate) struct Abuse(Child);

/// The argument by which this program is the abuse; the address of the server and the number of the
/// first account follow.
pub(crate) const ARGUMENT: &str = "--abuse";

const STRANGERS: u32 = 500;
const FLOODERS: u32 = 100;
const DEAF: u32 = 50;

impl Abuse {
    /// How many have accounts.
    pub(crate) const ACCOUNTS: u32 = FLOODERS + DEAF;

    /// Begins, with the accounts from a number on.
    pub(crate) fn begin(server: &Server, first: u32) -> Abuse {
        let this = std::env::current_exe().expect("the path of this program");
        let mut command = Command::new(this);
        command.args([ARGUMENT, &server.address.to_string(), &first.to_string()]);
        Abuse(command.spawn().expect("the abuse runs"))
    }
}

impl Drop for Abuse {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Is at it until the process is killed.
pub(crate) async fn run(server: SocketAddr, first: u32) {
    let mut all = JoinSet::new();
    for number in 0..STRANGERS {
        all.spawn(again_and_again(move || never_log_in(server, from(number))));
    }
    for number in 0..FLOODERS {
        let from = from(STRANGERS + number);
        all.spawn(again_and_again(move || flood(server, from, first + number)));
    }
    for number in 0..DEAF {
        let account = first + FLOODERS + number;
        let from = from(STRANGERS + FLOODERS + number);
        all.spawn(again_and_again(move || never_read(server, from, account)));
    }
    all.join_all().await;
}

/// An address of this machine for each.
fn from(number: u32) -> Ipv4Addr {
    let [_, _, high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, 7, high, low.max(1))
}

async fn again_and_again<F>(attempt: impl Fn() -> F)
where
    F: Future<Output = Result<(), Failure>>,
{
    loop {
        // It ends by a refusal each time.
        let _ = attempt().await;
        sleep(PAUSE).await;
    }
}

/// Connects, and says nothing until it is sent away.
async fn never_log_in(server: SocketAddr, from: Ipv4Addr) -> Result<(), Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let mut stream = socket.connect(server).await?;
    let mut bytes = [0; 1_024];
    while stream.read(&mut bytes).await? > 0 {}
    Ok(())
}

/// Sends keys as fast as they are taken.
async fn flood(server: SocketAddr, from: Ipv4Addr, account: u32) -> Result<(), Failure> {
    let connection = Connection::log_in(server, from, key_of(account)).await?;
    connection.start_screens().await?.flood(&[b'j'; 512]).await
}

/// Has pictures drawn, and reads none of them.
async fn never_read(server: SocketAddr, from: Ipv4Addr, account: u32) -> Result<(), Failure> {
    const REDRAW: &[u8] = b"\x0c";
    let line = Connection::log_in(server, from, key_of(account)).await?.start_screens().await?;
    loop {
        line.send(REDRAW).await?;
        sleep(Duration::from_millis(30)).await;
    }
}
