//! Values of the standard library made from random choices, and the numbers seen in them.
#![cfg(feature = "probe")]

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, hash_map::DefaultHasher,
};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::hash::BuildHasherDefault;
use std::io::Cursor;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tlv::probe::testing::{features, make};
use tlv::{Arbitrary, Number, Shape};

const SEEDS: std::ops::Range<u64> = 0..1000;

fn text<T: Arbitrary>(value: &T) -> String {
    let mut text = String::new();
    value.fmt_rust(&mut text).unwrap();
    text
}

/// The texts of the values that the seeds make, after checking that a seed always makes the same
/// value with the same features.
fn made<T: Arbitrary>() -> BTreeSet<String> {
    let describe = |seed| {
        let value = make::<T>(seed);
        // As text, because a feature that is not a number is not equal to itself.
        (text(&value), format!("{:?}", features(&value)))
    };
    SEEDS
        .map(|seed| {
            let (once, again) = (describe(seed), describe(seed));
            assert_eq!(once, again, "seed {seed}");
            once.0
        })
        .collect()
}

macro_rules! varied {
    ($($type:ty,)*) => {$(
        let texts = made::<$type>();
        assert!(texts.len() > 1, "{} is always {texts:?}", stringify!($type));
    )*};
}

#[test]
fn core_types_are_made_again_from_the_same_seed() {
    varied! {
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize,
        NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>,
        NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>,
        AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize,
        AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize,
        Wrapping<u8>, Saturating<i8>, bool, char, f32, f64,
        [u8; 3], (u8,), (u8, i16), (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8),
        Option<u8>, Result<u8, bool>, Ordering, Reverse<u8>,
        Range<u8>, RangeInclusive<u8>, RangeFrom<u8>, RangeTo<u8>, RangeToInclusive<u8>, Bound<u8>,
        Ipv4Addr, Ipv6Addr, IpAddr, SocketAddrV4, SocketAddrV6, SocketAddr,
        Duration, Cell<u8>, RefCell<u8>, OnceCell<u8>,
    }
}

#[test]
fn std_types_are_made_again_from_the_same_seed() {
    varied! {
        Box<u8>, Rc<u8>, Arc<u8>, Box<str>, Rc<str>, Arc<str>, Box<[u8]>, Rc<[u8]>, Arc<[u8]>,
        String, PathBuf, OsString, CString,
        Vec<u8>, VecDeque<u8>, LinkedList<u8>, BinaryHeap<u8>, BTreeSet<u8>, BTreeMap<u8, bool>,
        HashSet<u8>, HashMap<u8, bool>, HashMap<u8, u8, BuildHasherDefault<DefaultHasher>>,
        Vec<Vec<String>>, BTreeMap<String, Option<Vec<u8>>>,
        Cow<'static, str>, Cow<'static, [u8]>,
        Mutex<u8>, RwLock<u8>, OnceLock<u8>, Cursor<Vec<u8>>, SystemTime,
    }
}

#[test]
fn a_type_of_one_value_takes_no_choice() {
    #[track_caller]
    fn check<T: Arbitrary>(expected: &str) {
        assert_eq!(made::<T>(), BTreeSet::from([expected.to_string()]));
    }
    check::<()>("()");
    check::<[u8; 0]>("[]");
    check::<RangeFull>("..");
    check::<PhantomData<String>>("std::marker::PhantomData");
}

#[test]
fn every_variant_occurs() {
    #[track_caller]
    fn check<T: Arbitrary>() {
        let n_variants = match T::shape() {
            Shape::Option => 2,
            Shape::Enum(names) => names.len(),
            other => panic!("{other:?} is not the shape of an enum"),
        };
        let tags: BTreeSet<usize> = SEEDS.map(|seed| make::<T>(seed).tag()).collect();
        assert_eq!(tags, (0..n_variants).collect());
    }
    check::<Option<u8>>();
    check::<OnceCell<u8>>();
    check::<Result<u8, u8>>();
    check::<Ordering>();
    check::<Bound<u8>>();
    check::<IpAddr>();
    check::<SocketAddr>();
}

#[test]
fn collections_are_empty_or_not() {
    #[track_caller]
    fn check<T: Arbitrary>() {
        let lengths: BTreeSet<usize> = SEEDS.map(|seed| make::<T>(seed).tag()).collect();
        assert!(lengths.contains(&0) && lengths.len() > 1, "{lengths:?}");
    }
    check::<Vec<u8>>();
    check::<VecDeque<u8>>();
    check::<LinkedList<u8>>();
    check::<BinaryHeap<u8>>();
    check::<BTreeSet<u8>>();
    check::<BTreeMap<u8, u8>>();
    check::<HashSet<u8>>();
    check::<HashMap<u8, u8>>();
    check::<String>();
    check::<PathBuf>();
    check::<OsString>();
    check::<CString>();
    check::<Box<[u8]>>();
    check::<Arc<str>>();
}

#[test]
fn the_text_agrees_with_the_derived_one() {
    #[track_caller]
    fn check<T: Arbitrary + Debug>(derived: impl Fn(&T) -> String) {
        for seed in SEEDS {
            let value = make::<T>(seed);
            assert_eq!(text(&value), derived(&value), "seed {seed}");
        }
    }
    check::<u8>(|value| format!("{value:?}"));
    check::<i32>(|value| format!("{value:?}"));
    check::<u128>(|value| format!("{value:?}"));
    check::<char>(|value| format!("{value:?}"));
    check::<[u8; 3]>(|value| format!("{value:?}"));
    check::<(i8, char)>(|value| format!("{value:?}"));
    check::<(i8,)>(|value| format!("{value:?}"));
    check::<Option<u64>>(|value| format!("{value:?}"));
    check::<Result<u8, i8>>(|value| format!("{value:?}"));
    check::<Range<i16>>(|value| format!("{value:?}"));
    check::<RangeInclusive<i16>>(|value| format!("{value:?}"));
    check::<Vec<i32>>(|value| match value.as_slice() {
        [] => "Vec::new()".to_string(),
        _ => format!("vec!{value:?}"),
    });
    check::<String>(|value| match value.as_str() {
        "" => "String::new()".to_string(),
        _ => format!("String::from({value:?})"),
    });
}

#[test]
fn a_wrapper_is_made_from_the_choices_of_what_it_holds() {
    for seed in SEEDS {
        let number = make::<u64>(seed);
        assert_eq!(*make::<Box<u64>>(seed), number);
        assert_eq!(*make::<Rc<u64>>(seed), number);
        assert_eq!(*make::<Arc<u64>>(seed), number);
        assert_eq!(make::<Cell<u64>>(seed).get(), number);
        assert_eq!(make::<RefCell<u64>>(seed).into_inner(), number);
        assert_eq!(make::<Mutex<u64>>(seed).into_inner().unwrap(), number);
        assert_eq!(make::<RwLock<u64>>(seed).into_inner().unwrap(), number);
        assert_eq!(make::<Wrapping<u64>>(seed).0, number);
        assert_eq!(make::<Reverse<u64>>(seed).0, number);
        assert_eq!(make::<AtomicU64>(seed).into_inner(), number);
        assert_eq!(make::<Option<u64>>(seed), make::<OnceCell<u64>>(seed).into_inner());

        let string = make::<String>(seed);
        assert_eq!(make::<PathBuf>(seed).to_str(), Some(&*string));
        assert_eq!(make::<OsString>(seed).to_str(), Some(&*string));
        assert_eq!(*make::<Rc<str>>(seed), string);
        assert_eq!(make::<Cow<'static, str>>(seed), string);
    }
}

#[test]
fn collections_are_made_from_the_same_elements() {
    for seed in SEEDS {
        let items = make::<Vec<u16>>(seed);
        assert_eq!(make::<VecDeque<u16>>(seed), items);
        assert_eq!(*make::<Box<[u16]>>(seed), *items);
        assert!(make::<LinkedList<u16>>(seed).iter().eq(&items));
        assert!(make::<BTreeSet<u16>>(seed).into_iter().eq(sorted(&items, true)));
        assert_eq!(make::<BinaryHeap<u16>>(seed).into_sorted_vec(), sorted(&items, false));
        assert_eq!(make::<HashSet<u16>>(seed), items.into_iter().collect());
        assert!(
            make::<HashMap<u16, u8>>(seed).into_iter().collect::<BTreeMap<_, _>>()
                == make::<BTreeMap<u16, u8>>(seed)
        );
    }
}

fn sorted(items: &[u16], once: bool) -> Vec<u16> {
    let mut items = items.to_vec();
    items.sort_unstable();
    if once {
        items.dedup();
    }
    items
}

#[test]
fn strings_are_valid() {
    for seed in SEEDS {
        let string = make::<String>(seed);
        assert!(
            std::str::from_utf8(string.as_bytes()).is_ok(),
            "seed {seed}: {:?}",
            string.as_bytes()
        );
    }
}

/// The name and number of each feature, without its level.
fn numbers<T: Arbitrary>(value: &T) -> Vec<(String, Number)> {
    features(value).into_iter().map(|(name, _, number)| (name, number)).collect()
}

#[track_caller]
fn check_features<T: Arbitrary>(value: T, expected: &[(&str, i128)]) {
    let expected: Vec<_> =
        expected.iter().map(|&(name, number)| (name.to_string(), Number::Int(number))).collect();
    assert_eq!(numbers(&value), expected);
}

#[test]
fn scalars_are_one_number() {
    check_features(-7, &[("value", -7)]);
    check_features(u128::MAX, &[("value", i128::MAX)]);
    check_features(true, &[("value", 1)]);
    check_features('a', &[("value", 97)]);
    check_features(NonZero::new(3).unwrap(), &[("value", 3)]);
    check_features(AtomicU8::new(3), &[("value", 3)]);
    check_features(Ipv4Addr::new(0, 0, 1, 2), &[("value", 258)]);
    assert_eq!(numbers(&1.5_f32), [("value".to_string(), Number::Float(1.5))]);
}

#[test]
fn parts_are_shown_under_their_names() {
    check_features((), &[]);
    check_features((1, false), &[("value.0", 1), ("value.1", 0)]);
    check_features([4, 5], &[("value[0]", 4), ("value[1]", 5)]);
    check_features(1..5, &[("value.start", 1), ("value.end", 5)]);
    check_features(..=5, &[("value.end", 5)]);
    check_features(Duration::new(1, 5), &[("value.secs", 1), ("value.nanos", 5)]);
    check_features(UNIX_EPOCH + Duration::new(1, 5), &[("value.secs", 1), ("value.nanos", 5)]);
    check_features(
        SocketAddrV4::new(Ipv4Addr::new(0, 0, 0, 1), 80),
        &[("value.ip", 1), ("value.port", 80)],
    );
}

#[test]
fn collections_show_their_length_and_elements() {
    check_features(Vec::<u8>::new(), &[("value.len()", 0)]);
    check_features(vec![7], &[("value.len()", 1), ("value[0]", 7)]);
    check_features(VecDeque::from([7]), &[("value.len()", 1), ("value[0]", 7)]);
    check_features(String::from("a"), &[("value.len()", 1), ("value[0]", 97)]);
    check_features(Rc::<str>::from("a"), &[("value.len()", 1), ("value[0]", 97)]);
    check_features(BTreeMap::from([(2, 20)]), &[("value.len()", 1), ("value[0]", 20)]);
    check_features(HashMap::from([(2, 20)]), &[("value.len()", 1)]);
    check_features(HashSet::from([2]), &[("value.len()", 1)]);
}

#[test]
fn few_elements_of_a_long_collection_are_shown() {
    let n_shown = features(&vec![0_u8; 1000]).len();
    assert!((2..100).contains(&n_shown), "{n_shown}");
    assert_eq!(features(&[0_u8; 1000]).len(), n_shown - 1);
}

#[test]
fn elements_are_deeper_than_the_length() {
    let levels: BTreeMap<String, u32> =
        features(&vec![7]).into_iter().map(|(name, level, _)| (name, level)).collect();
    assert!(levels["value.len()"] < levels["value[0]"], "{levels:?}");
}

#[test]
fn variants_show_which_they_are_and_what_they_hold() {
    let three = Number::Int(3);
    assert_ne!(numbers(&None::<u8>), numbers(&Some(3_u8)));
    assert!(
        numbers(&Some(3)).iter().any(|(name, n)| name.starts_with("value.Some") && *n == three)
    );
    assert!(
        numbers(&Ok::<_, u8>(3))
            .iter()
            .any(|(name, n)| name.starts_with("value.Ok") && *n == three)
    );
    // Without a payload only the index tells them apart.
    assert_ne!(numbers(&None::<()>), numbers(&Some(())));
    assert_ne!(numbers(&Ok::<(), ()>(())), numbers(&Err::<(), ()>(())));
    assert_ne!(numbers(&Bound::Included(())), numbers(&Bound::Excluded(())));
    assert_ne!(numbers(&Bound::Excluded(())), numbers(&Bound::<()>::Unbounded));
    assert_ne!(numbers(&Ordering::Less), numbers(&Ordering::Equal));
    assert_ne!(numbers(&Ordering::Equal), numbers(&Ordering::Greater));
    assert_eq!(numbers(&OnceCell::from(3)), numbers(&Some(3)));
}

#[test]
fn wrappers_show_what_they_hold() {
    check_features(Box::new(3), &[("value", 3)]);
    check_features(Cell::new(3), &[("value", 3)]);
    check_features(Mutex::new(vec![7]), &[("value.len()", 1), ("value[0]", 7)]);
    check_features(Cow::Borrowed("a"), &[("value.len()", 1), ("value[0]", 97)]);
}

#[test]
fn what_cannot_be_read_shows_nothing() {
    let cell = RefCell::new(3);
    let borrow = cell.borrow_mut();
    assert_eq!(features(&cell).len(), 0);
    drop(borrow);
    assert_eq!(features(&cell).len(), 1);

    let mutex = Mutex::new(3);
    let guard = mutex.lock().unwrap();
    assert_eq!(features(&mutex).len(), 0);
    drop(guard);
    assert_eq!(features(&mutex).len(), 1);
}
