//! The priority of a thread.

use std::io;

/// The lowest priority: sessions come first as long as they have something to do.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 19;

/// Lowers the priority of this thread, so that it works in the time that others leave.
///
/// On Linux the niceness that POSIX gives to processes belongs to threads, and that of “this process” is this thread's.
/// Elsewhere it would slow the whole server down: there nothing is lowered. The classes for idle time alone would go further,
/// and cannot be asked for without unsafe code.
#[cfg(target_os = "linux")]
pub(super) fn lower() -> io::Result<()> {
    Ok(rustix::process::setpriority_process(None, NICENESS)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn lower() -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::process::getpriority_process;

    #[test]
    fn only_this_thread_is_slower() {
        let before = getpriority_process(None).expect("a niceness");
        let lowered = thread::spawn(|| {
            super::lower().expect("it can always be lowered");
            getpriority_process(None).expect("a niceness")
        });
        assert_eq!(lowered.join().expect("no panic"), super::NICENESS);
        assert_eq!(getpriority_process(None).expect("a niceness"), before);
    }
}
