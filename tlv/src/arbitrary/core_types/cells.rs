//! Cells: `Cell`, `RefCell`, `OnceCell`.

use core::cell::{Cell, OnceCell, RefCell};

use super::wrappers;

// A borrow that lasts beyond a call is not thought of: it would have to be leaked.
wrappers::transparent! {
    complete = true;
    Cell<T: Copy>, "std::cell::Cell::new", Cell::new, |this| Some(&this.get());
    RefCell<T>, "std::cell::RefCell::new", RefCell::new, |this| this.try_borrow().ok();
}

wrappers::once! {
    OnceCell, "std::cell::OnceCell";
}
