//! Values of the standard library written as Rust, and the shapes of their types.
#![cfg(feature = "std")]

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, hash_map::DefaultHasher,
};
use std::ffi::{CString, OsString};
use std::hash::BuildHasherDefault;
use std::io::Cursor;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tlv::{Arbitrary, Shape};

fn text<T: Arbitrary>(value: &T) -> String {
    let mut text = String::new();
    value.fmt_rust(&mut text).unwrap();
    text
}

#[track_caller]
fn check<T: Arbitrary>(value: T, expected: &str) {
    assert_eq!(text(&value), expected);
}

/// Each value prints as the very expression that made it. So the text of the expression, which
/// the compiler has accepted for the type, makes an equal value.
macro_rules! as_written {
    ($($type:ty: $value:expr;)*) => {$(
        let value: $type = $value;
        // Long expressions come back with line breaks in place of some spaces.
        assert_eq!(text(&value), stringify!($value).replace('\n', " "));
    )*};
}

#[test]
fn numbers_print_as_literals() {
    as_written! {
        u8: 0;
        i8: -128;
        i32: -7;
        u64: 18446744073709551615;
        i128: -170141183460469231731687303715884105728;
        usize: 3;
        bool: true;
        bool: false;
        char: 'a';
        char: '\'';
        char: '\n';
        char: '\u{301}';
        f32: 1.5;
        f32: f32::NAN;
        f32: f32::NEG_INFINITY;
        f64: 0.0;
        f64: -0.0;
        f64: 3.0;
        f64: 1e300;
        f64: 5e-324;
        f64: f64::NAN;
        f64: f64::INFINITY;
        Wrapping<u8>: std::num::Wrapping(3);
        Saturating<i8>: std::num::Saturating(-3);
        NonZero<u8>: std::num::NonZero::new(3u8).unwrap();
        NonZero<i128>: std::num::NonZero::new(-3i128).unwrap();
        AtomicBool: std::sync::atomic::AtomicBool::new(true);
        AtomicU8: std::sync::atomic::AtomicU8::new(3);
        AtomicI64: std::sync::atomic::AtomicI64::new(-3);
        AtomicUsize: std::sync::atomic::AtomicUsize::new(3);
    }
}

#[test]
fn compound_values_print_as_their_parts() {
    as_written! {
        (): ();
        (i32,): (1,);
        (i32, char): (1, 'b');
        (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8): (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        [i32; 0]: [];
        [i32; 2]: [1, 2];
        [[bool; 1]; 2]: [[true], [false]];
        Option<i32>: None;
        Option<i32>: Some(3);
        Option<Option<()>>: Some(None);
        Result<u8, ()>: Ok(1);
        Result<u8, (u8,)>: Err((2,));
        Ordering: std::cmp::Ordering::Less;
        Ordering: std::cmp::Ordering::Equal;
        Ordering: std::cmp::Ordering::Greater;
        Reverse<i32>: std::cmp::Reverse(3);
        PhantomData<str>: std::marker::PhantomData;
    }
}

#[test]
fn ranges_print_with_dots() {
    as_written! {
        Range<i32>: -1..5;
        RangeInclusive<u8>: 0..=5;
        RangeFrom<f64>: 1.5..;
        RangeTo<char>: ..'z';
        RangeToInclusive<usize>: ..=3;
        RangeFull: ..;
        Option<Range<u8>>: Some(0..5);
        Bound<i32>: std::ops::Bound::Included(3);
        Bound<i32>: std::ops::Bound::Excluded(-3);
        Bound<i32>: std::ops::Bound::Unbounded;
    }
}

#[test]
fn addresses_and_times_print_as_calls_of_their_constructors() {
    as_written! {
        Ipv4Addr: std::net::Ipv4Addr::new(127, 0, 0, 1);
        Ipv6Addr: std::net::Ipv6Addr::new(0x2001, 0xdb8, 0x0, 0x0, 0x0, 0x0, 0x0, 0x1);
        IpAddr: std::net::IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 255));
        SocketAddrV4: std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 80);
        SocketAddr:
            std::net::SocketAddr::V4(
                std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(1, 2, 3, 4), 5)
            );
        Duration: std::time::Duration::new(1, 5);
        SystemTime: std::time::UNIX_EPOCH + std::time::Duration::new(1, 5);
        SystemTime: std::time::UNIX_EPOCH - std::time::Duration::new(1, 5);
    }
    check(
        SocketAddr::V6(SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 2, 3)),
        "std::net::SocketAddr::V6(std::net::SocketAddrV6::new(\
         std::net::Ipv6Addr::new(0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x1), 80, 2, 3))",
    );
}

#[test]
fn wrappers_print_around_their_value() {
    as_written! {
        Cell<i32>: std::cell::Cell::new(1);
        RefCell<Option<u8>>: std::cell::RefCell::new(Some(1));
        OnceCell<i32>: std::cell::OnceCell::new();
        OnceCell<i32>: std::cell::OnceCell::from(3);
        OnceLock<i32>: std::sync::OnceLock::new();
        OnceLock<i32>: std::sync::OnceLock::from(3);
        Mutex<i32>: std::sync::Mutex::new(3);
        RwLock<i32>: std::sync::RwLock::new(3);
        Box<i32>: Box::new(3);
        Rc<i32>: std::rc::Rc::new(3);
        Arc<i32>: std::sync::Arc::new(3);
        Box<[i32]>: Box::<[_]>::from([1, 2]);
        Rc<[i32]>: std::rc::Rc::<[_]>::from([1, 2]);
        Arc<[i32]>: std::sync::Arc::<[_]>::from([]);
        Box<str>: Box::<str>::from("ab");
        Rc<str>: std::rc::Rc::<str>::from("ab");
        Arc<str>: std::sync::Arc::<str>::from("");
        Cow<'_, str>: std::borrow::Cow::Owned(String::from("ab"));
        Cow<'_, [u8]>: std::borrow::Cow::Owned(vec![1]);
        Cursor<Vec<u8>>: std::io::Cursor::new(vec![1, 2]);
    }
}

#[test]
fn strings_print_with_escapes() {
    as_written! {
        String: String::new();
        String: String::from("ab");
        String: String::from("a\"b\\\n\0é");
        PathBuf: std::path::PathBuf::from("a/b");
        OsString: std::ffi::OsString::from("");
        CString: std::ffi::CString::new(b"").unwrap();
        CString: std::ffi::CString::new(b"a\"b\n\xff").unwrap();
    }
}

#[test]
fn collections_print_their_elements() {
    as_written! {
        Vec<i32>: Vec::new();
        Vec<i32>: vec![1, 2];
        Vec<Vec<String>>: vec![vec![String::from("a")], Vec::new()];
        VecDeque<i32>: std::collections::VecDeque::new();
        VecDeque<i32>: std::collections::VecDeque::from([1, 2]);
        LinkedList<i32>: std::collections::LinkedList::new();
        LinkedList<i32>: std::collections::LinkedList::from([2, 1]);
        BinaryHeap<i32>: std::collections::BinaryHeap::new();
        BinaryHeap<i32>: std::collections::BinaryHeap::from([3, 1, 2]);
        BTreeSet<i32>: std::collections::BTreeSet::new();
        BTreeSet<i32>: std::collections::BTreeSet::from([1, 2]);
        BTreeMap<i32, i32>: std::collections::BTreeMap::new();
        BTreeMap<i32, char>: std::collections::BTreeMap::from([(1, 'a'), (2, 'b')]);
        HashSet<i32>: std::collections::HashSet::new();
        HashSet<i32>: std::collections::HashSet::from([1, 2, 3, 4, 5]);
        HashMap<i32, i32>: std::collections::HashMap::new();
        HashMap<char, i32>: std::collections::HashMap::from([('a', 3), ('b', 2), ('c', 1)]);
    }
}

type Hasher = BuildHasherDefault<DefaultHasher>;

#[test]
fn a_hasher_of_ones_own_is_left_to_inference() {
    as_written! {
        HashSet<u8, Hasher>: std::collections::HashSet::default();
        HashMap<u8, u8, Hasher>: std::collections::HashMap::default();
        HashSet<u8, Hasher>:
            <std::collections::HashSet<_, _> as std::iter::FromIterator<_>>::from_iter([1, 2]);
        HashMap<u8, u8, Hasher>:
            <std::collections::HashMap<_, _, _> as std::iter::FromIterator<_>>::from_iter([(1, 2)]);
    }
}

#[test]
fn a_moved_cursor_prints_as_a_block() {
    let mut cursor = Cursor::new(vec![1]);
    cursor.set_position(3);
    check(
        cursor,
        "{ let mut cursor = std::io::Cursor::new(vec![1]); cursor.set_position(3); cursor }",
    );
}

#[test]
fn a_borrowed_cow_prints_as_an_owned_one() {
    check(Cow::Borrowed("ab"), "std::borrow::Cow::Owned(String::from(\"ab\"))");
}

#[test]
fn what_cannot_be_read_prints_as_a_comment() {
    let cell = RefCell::new(1);
    let borrow = cell.borrow_mut();
    assert_eq!(text(&cell), "/* a core::cell::RefCell<i32> */");
    drop(borrow);
    assert_eq!(text(&cell), "std::cell::RefCell::new(1)");

    let mutex = Mutex::new(1);
    let guard = mutex.lock().unwrap();
    assert!(text(&mutex).starts_with("/* a "), "{}", text(&mutex));
    drop(guard);

    let lock = RwLock::new(1);
    let guard = lock.read().unwrap();
    assert_eq!(text(&lock), "std::sync::RwLock::new(1)");
    drop(guard);
    let guard = lock.write().unwrap();
    assert!(text(&lock).starts_with("/* a "), "{}", text(&lock));
    drop(guard);
}

#[test]
fn a_poisoned_mutex_is_still_read() {
    let mutex = Arc::new(Mutex::new(vec![1]));
    let held = Arc::clone(&mutex);
    let panicked = std::thread::spawn(move || {
        let _guard = held.lock().unwrap();
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(panicked.join().is_err());
    assert!(mutex.is_poisoned());
    assert_eq!(text(&mutex), "std::sync::Arc::new(std::sync::Mutex::new(vec![1]))");
    assert_eq!(mutex.tag(), 1);
}

#[cfg(unix)]
#[test]
fn a_path_without_a_literal_prints_as_a_comment() {
    use std::os::unix::ffi::OsStringExt as _;
    let name = OsString::from_vec(vec![b'a', 0xff]);
    check(PathBuf::from(name.clone()), "/* a std::path::PathBuf */");
    check(name, "/* a std::ffi::os_str::OsString */");
}

#[track_caller]
fn check_shape<T: Arbitrary>(value: T, shape: Shape, tag: usize) {
    assert_eq!((T::shape(), value.tag()), (shape, tag));
}

#[test]
fn options_have_their_shape_and_tag() {
    check_shape(None::<u8>, Shape::Option, 0);
    check_shape(Some(0), Shape::Option, 1);
    check_shape(OnceCell::<u8>::new(), Shape::Option, 0);
    check_shape(OnceCell::from(0), Shape::Option, 1);
    check_shape(OnceLock::<u8>::new(), Shape::Option, 0);
    check_shape(OnceLock::from(0), Shape::Option, 1);
}

#[test]
fn the_tag_of_a_collection_is_its_length() {
    check_shape(Vec::<u8>::new(), Shape::Collection, 0);
    check_shape(vec![1, 2], Shape::Collection, 2);
    check_shape(VecDeque::from([1]), Shape::Collection, 1);
    check_shape(LinkedList::from([1]), Shape::Collection, 1);
    check_shape(BinaryHeap::from([1, 1]), Shape::Collection, 2);
    check_shape(BTreeSet::from([1, 1]), Shape::Collection, 1);
    check_shape(BTreeMap::from([(1, 2)]), Shape::Collection, 1);
    check_shape(HashSet::from([1, 2, 3]), Shape::Collection, 3);
    check_shape(HashMap::from([(1, 2)]), Shape::Collection, 1);
    check_shape(String::from("é"), Shape::Collection, 2);
    check_shape(OsString::from("ab"), Shape::Collection, 2);
    check_shape(PathBuf::from("a/b"), Shape::Collection, 3);
    check_shape(CString::new("ab").unwrap(), Shape::Collection, 2);
    check_shape(Box::<[u8]>::from([1]), Shape::Collection, 1);
    check_shape(Rc::<[u8]>::from([1]), Shape::Collection, 1);
    check_shape(Arc::<str>::from("ab"), Shape::Collection, 2);
}

#[test]
fn the_tag_of_an_enum_is_the_index_of_its_variant() {
    fn variant<T: Arbitrary>(value: &T) -> &'static str {
        match T::shape() {
            Shape::Enum(names) => names[value.tag()],
            other => panic!("{other:?} is not the shape of an enum"),
        }
    }
    for ordering in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
        assert_eq!(variant(&ordering), format!("{ordering:?}"));
    }
    assert_eq!(variant(&Ok::<u8, u8>(1)), "Ok");
    assert_eq!(variant(&Err::<u8, u8>(1)), "Err");
    assert_eq!(variant(&Bound::Included(1)), "Included");
    assert_eq!(variant(&Bound::Excluded(1)), "Excluded");
    assert_eq!(variant(&Bound::<u8>::Unbounded), "Unbounded");
    assert_eq!(variant(&IpAddr::V4(Ipv4Addr::LOCALHOST)), "V4");
    assert_eq!(variant(&IpAddr::V6(Ipv6Addr::LOCALHOST)), "V6");
    assert_eq!(variant(&SocketAddr::from(([0; 16], 80))), "V6");
}

#[test]
fn wrappers_have_the_shape_of_what_they_hold() {
    check_shape(Box::new(Some(1)), Shape::Option, 1);
    check_shape(Rc::new(vec![1, 2]), Shape::Collection, 2);
    check_shape(Arc::new(None::<u8>), Shape::Option, 0);
    check_shape(Cell::new(Some(1)), Shape::Option, 1);
    check_shape(RefCell::new(vec![1]), Shape::Collection, 1);
    check_shape(Mutex::new(vec![1]), Shape::Collection, 1);
    check_shape(RwLock::new(vec![1]), Shape::Collection, 1);
    check_shape(Reverse(Some(1)), Shape::Option, 1);
    check_shape(Cow::Borrowed("ab"), Shape::Collection, 2);
    check_shape(Cow::<'_, str>::Owned(String::from("abc")), Shape::Collection, 3);
}

#[test]
fn other_types_are_plain() {
    check_shape(3, Shape::Plain, 0);
    check_shape(true, Shape::Plain, 0);
    check_shape(Wrapping(3), Shape::Plain, 0);
    check_shape([Some(1)], Shape::Plain, 0);
    check_shape((vec![1],), Shape::Plain, 0);
    check_shape(0..5, Shape::Plain, 0);
    check_shape(UNIX_EPOCH, Shape::Plain, 0);
}
