//! Spans of time as text.

/// Milliseconds as hours, minutes, seconds and thousandths: "1:02:03.456", or "2:03.456" within the hour.
pub fn duration_text(milliseconds: u64) -> String {
    let (seconds, thousandths) = (milliseconds / 1_000, milliseconds % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}.{thousandths:03}")
    } else {
        format!("{minutes}:{seconds:02}.{thousandths:03}")
    }
}

#[cfg(test)]
mod tests {
    use super::duration_text;

    #[test]
    fn durations_have_as_many_parts_as_they_need() {
        assert_eq!(duration_text(0), "0:00.000");
        assert_eq!(duration_text(83_456), "1:23.456");
        assert_eq!(duration_text(3_599_999), "59:59.999");
        assert_eq!(duration_text(3_723_004), "1:02:03.004");
    }
}
