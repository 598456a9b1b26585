//! Lists in the order of a key, each key once.

/// Puts something on a sorted list or takes it off; whether that changed the list.
pub(crate) fn set_member<T: Ord>(list: &mut Vec<T>, own: T, member: bool) -> bool {
    let place = list.binary_search(&own);
    match place {
        Ok(place) if !member => _ = list.remove(place),
        Err(place) if member => list.insert(place, own),
        _ => {}
    }
    place.is_ok() != member
}

/// The entry of a list with the key of a new one; that one, if there was none.
pub(crate) fn entry<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K, new: T) -> &mut T {
    let place = match list.binary_search_by_key(&key(&new), key) {
        Ok(place) => place,
        Err(place) => {
            list.insert(place, new);
            place
        }
    };
    &mut list[place]
}
