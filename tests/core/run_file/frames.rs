//! The bytes of frames.

use runs::save::wire::{FrameError, FrameKind, append, first_frame, holds_a_frame};

#[test]
fn what_is_appended_is_found_again() {
    for length in [0, 1, 127, 128, 300, 16_384, FrameKind::Keyframe.limit()] {
        let payload: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let mut bytes = Vec::new();
        append(&mut bytes, FrameKind::Keyframe, &payload);
        bytes.push(b'c');
        let frame = first_frame(&bytes).expect("whole");
        assert_eq!(frame.kind, FrameKind::Keyframe);
        assert_eq!(&bytes[frame.start..frame.end], payload);
        assert_eq!(frame.end + 1, bytes.len());
        assert!(matches!(first_frame(&bytes[..frame.end - 1]), Err(FrameError::Short { .. })));
    }
}

#[test]
fn lengths_beyond_the_limit_are_refused_before_anything_is_read() {
    assert_eq!(first_frame(&[b'c', 0xff, 0x7f]), Err(FrameError::Length));
    assert_eq!(first_frame(&[b'K', 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), Err(FrameError::Length));
    assert_eq!(first_frame(b"x"), Err(FrameError::Kind));
}

#[test]
fn a_frame_is_found_among_rubbish() {
    let mut bytes = vec![b'c', 0, 0, 0, b'K', 7];
    assert!(!holds_a_frame(&bytes, 1 << 20));
    append(&mut bytes, FrameKind::Mark, &[1, 2, 3]);
    assert!(holds_a_frame(&bytes, 1 << 20));
}
