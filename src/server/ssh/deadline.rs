//! Something that is due after a time.

use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::sleep;

/// Something that is done after a time, unless this is dropped before.
pub(super) struct Deadline(AbortHandle);

impl Deadline {
    pub(super) fn new(time: Duration, due: impl FnOnce() + Send + 'static) -> Deadline {
        let waiting = tokio::spawn(async move {
            sleep(time).await;
            due();
        });
        Deadline(waiting.abort_handle())
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.0.abort();
    }
}
