//! The coder of bits by their probabilities.

use proptest::prelude::*;

use runs::save::{BitDecoder, BitEncoder};

proptest! {
    #[test]
    fn bits_come_back(bits in prop::collection::vec((any::<bool>(), 1_u16..), 0..2_000)) {
        let mut encoder = BitEncoder::default();
        for &(bit, is_set) in &bits {
            encoder.write(bit, is_set);
        }
        let bytes = encoder.finish();
        let mut decoder = BitDecoder::new(&bytes);
        for &(bit, is_set) in &bits {
            prop_assert_eq!(decoder.read(is_set), bit);
        }
    }
}

#[test]
fn what_is_likely_takes_little_room() {
    let mut encoder = BitEncoder::default();
    (0..8_000).for_each(|_| encoder.write(true, 65_000));
    let bytes = encoder.finish();
    // 8,000 × log₂(65536 ÷ 65000) bits are 11.9 bytes, and zeros at the end are left out.
    assert!((11..=12).contains(&bytes.len()), "{}", bytes.len());
}
