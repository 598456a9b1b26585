//! What drives the connections while threads wait for their answers.

use std::future::Future;
use std::time::Duration;

use tokio::runtime::{self, Handle};

use crate::store::error::Fault;

/// A runtime.
pub(super) struct Driver {
    handle: Handle,
    /// `None` where the caller has one.
    own: Option<runtime::Runtime>,
    answer_timeout: Duration,
}

impl Drop for Driver {
    /// Leaves its threads to end by themselves: waiting for them is not allowed everywhere.
    fn drop(&mut self) {
        if let Some(own) = self.own.take() {
            own.shutdown_background();
        }
    }
}

impl Driver {
    /// Takes a runtime, or starts one with a thread of its own.
    pub(super) fn new(handle: Option<Handle>, answer_timeout: Duration) -> Result<Driver, Fault> {
        if let Some(handle) = handle {
            return Ok(Driver { handle, own: None, answer_timeout });
        }
        let own = runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("store-postgres")
            .enable_all()
            .build()?;
        Ok(Driver { handle: own.handle().clone(), own: Some(own), answer_timeout })
    }

    pub(super) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// After this long without an answer a connection is given up.
    pub(super) fn answer_timeout(&self) -> Duration {
        self.answer_timeout
    }

    /// Waits on this thread, within a limit.
    pub(super) fn wait<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, Fault> {
        let limited = async { tokio::time::timeout(limit, work).await };
        self.handle.block_on(limited).map_err(|_| Fault::Timeout(limit))
    }
}
