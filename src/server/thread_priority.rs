//! Threads of low priority, for work that nobody waits for at the keys.

use std::io;
use std::thread::{self, JoinHandle};

/// The lowest priority: sessions come first as long as they have something to do.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 19;

/// Lowers the priority of this thread, so that it works in the time that others leave.
///
/// On Linux the niceness that POSIX gives to processes belongs to threads, and that of “this process” is this thread's.
/// Elsewhere it would slow the whole server down: there nothing is lowered. The classes for idle time alone would go further,
/// and cannot be asked for without unsafe code.
#[cfg(target_os = "linux")]
fn lower() -> io::Result<()> {
    Ok(rustix::process::setpriority_process(None, NICENESS)?)
}

#[cfg(not(target_os = "linux"))]
fn lower() -> io::Result<()> {
    Ok(())
}

/// Starts a thread of the lowest priority. Where that cannot be lowered, it works at that of sessions.
pub(super) fn spawn(
    name: &'static str,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        if let Err(error) = lower() {
            tracing::warn!(%error, thread = name, "its priority could not be lowered");
        }
        work();
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::mpsc;

    use rustix::process::getpriority_process;

    #[test]
    fn only_this_thread_is_slower() {
        let before = getpriority_process(None).expect("a niceness");
        let (tell, told) = mpsc::channel();
        let thread = super::spawn("low", move || {
            tell.send(getpriority_process(None).expect("a niceness")).expect("a listener");
        });
        thread.expect("a thread").join().expect("no panic");
        assert_eq!(told.recv(), Ok(super::NICENESS));
        assert_eq!(getpriority_process(None).expect("a niceness"), before);
    }
}
