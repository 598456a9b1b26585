//! The limit of files that a process may have open, of which each connection needs two.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// A socket, and the second handle by which it is shut.
const FILES_A_CONNECTION: u64 = 2;
/// What the database, the listeners and the log need.
const OTHER_FILES: u64 = 64;

/// Raises the limit of this process as far as it may: shells start with 1,024, which is too few for the connections that the
/// settings allow.
///
/// # Errors
/// When the system refuses.
pub(super) fn raise() -> io::Result<()> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    }
    Ok(())
}

/// How many connections the limit has room for; none where there is no limit.
pub(super) fn max_connections() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile).current?;
    Some(limit.saturating_sub(OTHER_FILES) / FILES_A_CONNECTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_as_far_as_it_may_be() {
        raise().unwrap();
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        assert_eq!(current, maximum);
        assert_eq!(max_connections(), maximum.map(|files| (files - 64) / 2));
    }
}
