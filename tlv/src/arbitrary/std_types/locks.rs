//! Locks and other cells that threads share: `Mutex`, `RwLock`, `OnceLock`.

use std::sync::{Mutex, OnceLock, RwLock, TryLockError};

use super::wrappers;

// A lock that is poisoned or held is not made.
wrappers::transparent! {
    complete = false;
    Mutex<T>, "std::sync::Mutex::new", Mutex::new, |this| acquired(this.try_lock());
    RwLock<T>, "std::sync::RwLock::new", RwLock::new, |this| acquired(this.try_read());
}

wrappers::once! {
    OnceLock, "std::sync::OnceLock";
}

/// The guard, also of a poisoned lock: what it guards is there to be seen.
fn acquired<G>(attempt: Result<G, TryLockError<G>>) -> Option<G> {
    match attempt {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
