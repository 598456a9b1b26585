//! What goes out on a channel: pictures or an answer, and the exit code.

use std::sync::Arc;
use std::time::Duration;

use russh::ChannelId;
use russh::server::Handle;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::killer::Killer;
use crate::FrontEnd;
use crate::limits::Refusal;
use crate::service::{Answer, Output, Refused};
use crate::session::{Ending, Outlet};

/// Extended data of this code is the standard error.
const STDERR: u32 = 1;
/// The bytes of an answer that are sent at once.
const CHUNK_BYTES: usize = 32_768;

pub(crate) struct Line {
    pub front_end: Arc<FrontEnd>,
    pub handle: Handle,
    pub channel: ChannelId,
    pub killer: Arc<Killer>,
    /// Whether the channel has a terminal, which wants a carriage return before a line feed.
    pub is_terminal: bool,
}

/// Why nothing more can be sent; the connection is shut.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineEnd {
    /// The client has left.
    Gone,
    /// The client has taken nothing for too long.
    Refused(Refusal),
}

impl Line {
    pub(super) async fn send_text(&self, text: &str, limit: Duration) -> Result<(), LineEnd> {
        self.send(self.lines(text).into_bytes(), limit).await
    }

    /// A text with the line breaks that its reader wants.
    fn lines(&self, text: &str) -> String {
        if self.is_terminal { text.replace('\n', "\r\n") } else { text.to_owned() }
    }

    async fn send(&self, bytes: Vec<u8>, limit: Duration) -> Result<(), LineEnd> {
        self.within(limit, self.handle.data(self.channel, bytes)).await
    }

    /// Sends something within a time, or shuts the connection.
    async fn within<E>(
        &self,
        limit: Duration,
        sending: impl Future<Output = Result<(), E>>,
    ) -> Result<(), LineEnd> {
        let end = match timeout(limit, sending).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(_)) => LineEnd::Gone,
            Err(_) => LineEnd::Refused(self.front_end.refuse(Refusal::SlowReader)),
        };
        self.killer.kill();
        Err(end)
    }

    /// Sends the exit code and closes the channel. It was the only one that its connection may
    /// have, so a client that does not leave then has to.
    async fn end(&self, code: u32, limit: Duration) -> Result<(), LineEnd> {
        self.within(limit, async {
            self.handle.exit_status_request(self.channel, code).await?;
            self.handle.eof(self.channel).await?;
            self.handle.close(self.channel).await
        })
        .await?;
        self.killer.kill_after(limit);
        Ok(())
    }
}

/// Sends what a session writes until it ends, and then its exit code. A client that takes nothing
/// for the time of `limit` is cut off.
pub(crate) async fn send_output(
    line: Line,
    outlet: Arc<Outlet>,
    limit: Duration,
    code: oneshot::Receiver<u32>,
) {
    while let Some(bytes) = outlet.next().await {
        match line.send(bytes, limit).await {
            Ok(()) => outlet.sent(),
            Err(LineEnd::Gone) => return outlet.cut(None),
            Err(LineEnd::Refused(why)) => return outlet.cut(Some(Ending::Refused(why))),
        }
    }
    // A session that was broken off has no code.
    let code = code.await.unwrap_or(1);
    // A client that is gone needs none.
    let _ = line.end(code, limit).await;
}

pub(crate) async fn send_answer(line: Line, answer: Answer, limit: Duration) {
    // A client that is gone needs none.
    let _ = try_send_answer(&line, answer, limit).await;
}

async fn try_send_answer(line: &Line, answer: Answer, limit: Duration) -> Result<(), LineEnd> {
    let out = match answer {
        Ok(Output::File(bytes)) => bytes,
        Ok(Output::Text(text)) => line.lines(&text).into_bytes(),
        Err(Refused { said, code }) => {
            let said = line.lines(&format!("upkeeper: {said}\n")).into_bytes();
            line.within(limit, line.handle.extended_data(line.channel, STDERR, said)).await?;
            return line.end(code, limit).await;
        }
    };
    for chunk in out.chunks(CHUNK_BYTES) {
        line.send(chunk.to_vec(), limit).await?;
    }
    line.end(0, limit).await
}
