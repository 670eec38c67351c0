//! The same question to many engines, on a few threads, with answers in the engines' order.

use std::sync::Mutex;
use std::thread;

/// Applies `ask` to each item and returns the answers in the order of the items. Each item is
/// asked alone, so an answer depends on that item only.
///
/// # Panics
/// When `ask` does.
pub(crate) fn each<T: Send, R: Send>(
    items: &mut [T],
    jobs: usize,
    ask: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let jobs = jobs.min(items.len());
    if jobs <= 1 {
        return items.iter_mut().map(ask).collect();
    }
    let n_items = items.len();
    let queue = Mutex::new(items.iter_mut().enumerate());
    let worker = || {
        let mut answers = Vec::new();
        loop {
            // The guard must not live while an item is asked.
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some((index, item)) = next else { return answers };
            answers.push((index, ask(item)));
        }
    };
    let mut slots: Vec<Option<R>> = (0..n_items).map(|_| None).collect();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        for handle in workers {
            match handle.join() {
                Ok(answers) => {
                    for (index, answer) in answers {
                        slots[index] = Some(answer);
                    }
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    slots.into_iter().map(|slot| slot.expect("every item was asked")).collect()
}
