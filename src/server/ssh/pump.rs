//! What goes out on a channel: the pictures of a session, or the answer to a request, and the exit code at its end.

use std::sync::Arc;
use std::time::Duration;

use russh::ChannelId;
use russh::server::Handle;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::killer::Killer;
use crate::server::exec::Answer;
use crate::server::limits::Refusal;
use crate::server::session::{Ending, Outlet};

/// Extended data of this code is the standard error.
const STDERR: u32 = 1;
/// The bytes of an answer that are sent at once.
const CHUNK_BYTES: usize = 32_768;

/// Where the output goes.
pub(crate) struct Line {
    pub handle: Handle,
    pub channel: ChannelId,
    pub killer: Arc<Killer>,
}

impl Line {
    /// Sends bytes within a time; false if the client does not take them.
    pub(super) async fn send(&self, bytes: Vec<u8>, limit: Duration) -> bool {
        matches!(timeout(limit, self.handle.data(self.channel, bytes)).await, Ok(Ok(())))
    }

    async fn end(&self, code: u32) -> Result<(), ()> {
        self.handle.exit_status_request(self.channel, code).await?;
        self.handle.eof(self.channel).await?;
        self.handle.close(self.channel).await
    }
}

/// Sends what a session writes until it ends, and then its exit code. A client that takes nothing for the time of `limit` is
/// cut off.
pub(crate) async fn send_output(
    line: Line,
    outlet: Arc<Outlet>,
    limit: Duration,
    code: oneshot::Receiver<u32>,
) {
    while let Some(bytes) = outlet.next().await {
        if !line.send(bytes, limit).await {
            outlet.cut(Ending::Refused(Refusal::SlowReader));
            line.killer.kill();
            return;
        }
        outlet.sent();
    }
    // A session that was broken off has no code.
    let code = code.await.unwrap_or(1);
    if !matches!(timeout(limit, line.end(code)).await, Ok(Ok(()))) {
        line.killer.kill();
    }
}

/// Sends the answer to a request.
pub(crate) async fn send_answer(line: Line, answer: Answer, limit: Duration) {
    let sent = async {
        for chunk in answer.out.chunks(CHUNK_BYTES) {
            if !line.send(chunk.to_vec(), limit).await {
                return Err(());
            }
        }
        if !answer.said.is_empty() {
            let said = format!("upkeeper: {}\r\n", answer.said).into_bytes();
            let told = timeout(limit, line.handle.extended_data(line.channel, STDERR, said));
            told.await.map_err(|_| ())?.map_err(|_| ())?;
        }
        timeout(limit, line.end(answer.code)).await.map_err(|_| ())?
    };
    if sent.await.is_err() {
        line.killer.kill();
    }
}
