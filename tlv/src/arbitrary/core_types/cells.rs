//! Cells: `Cell`, `RefCell`, `OnceCell`.

use core::cell::{Cell, OnceCell, RefCell};

use super::wrappers;

wrappers::transparent! {
    Cell<T: Copy>, "std::cell::Cell::new", Cell::new, |this| Some(&this.get());
    RefCell<T>, "std::cell::RefCell::new", RefCell::new, |this| this.try_borrow().ok();
}

wrappers::once! {
    OnceCell, "std::cell::OnceCell";
}
