//! A run file on its way in: bounded in bytes, in time and in number.

use std::net::IpAddr;
use std::sync::Arc;

use super::deadline::Deadline;
use super::killer::Killer;
use crate::FrontEnd;
use crate::limits::{Place, Refusal};

/// The bytes that have come. The connection is cut when the rest takes too long.
pub(super) struct Upload {
    bytes: Vec<u8>,
    max_bytes: usize,
    deadline: Deadline,
    place: Place,
}

impl Upload {
    /// # Errors
    /// Refuses one too many of an address, or at the same time.
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

    /// # Errors
    /// Refuses what makes it too long.
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
