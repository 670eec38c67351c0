//! Internet addresses: an address is one number, a socket address has parts.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::text;
use crate::{Arbitrary, Shape, Source, View};

impl Arbitrary for Ipv4Addr {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        Ipv4Addr::from_bits(source.u32())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("std::net::Ipv4Addr::new(")?;
        text::list(out, &self.octets())?;
        out.write_char(')')
    }
    fn inspect(&self, view: &mut View<'_>) {
        self.to_bits().inspect(view);
    }
}

impl Arbitrary for Ipv6Addr {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        Ipv6Addr::from_bits(source.u128())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("std::net::Ipv6Addr::new(")?;
        for (index, segment) in self.segments().iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(out, "{comma}{segment:#x}")?;
        }
        out.write_char(')')
    }
    fn inspect(&self, view: &mut View<'_>) {
        self.to_bits().inspect(view);
    }
}

impl Arbitrary for SocketAddrV4 {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let ip = source.field("ip").any();
        SocketAddrV4::new(ip, source.field("port").u16())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("std::net::SocketAddrV4::new(")?;
        self.ip().fmt_rust(out)?;
        write!(out, ", {})", self.port())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.field("ip", self.ip());
        view.field("port", &self.port());
    }
}

impl Arbitrary for SocketAddrV6 {
    const COMPLETE: bool = true;
    fn arbitrary(source: &mut Source) -> Self {
        let ip = source.field("ip").any();
        let port = source.field("port").u16();
        let flowinfo = source.field("flowinfo").u32();
        SocketAddrV6::new(ip, port, flowinfo, source.field("scope_id").u32())
    }
    fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("std::net::SocketAddrV6::new(")?;
        self.ip().fmt_rust(out)?;
        write!(out, ", {}, {}, {})", self.port(), self.flowinfo(), self.scope_id())
    }
    fn inspect(&self, view: &mut View<'_>) {
        view.field("ip", self.ip());
        view.field("port", &self.port());
        view.field("flowinfo", &self.flowinfo());
        view.field("scope_id", &self.scope_id());
    }
}

/// The enums with a variant for each version of the protocol.
macro_rules! versions {
    ($($type:ident, $text:literal;)*) => {$(
        impl Arbitrary for $type {
            const COMPLETE: bool = true;
            fn arbitrary(source: &mut Source) -> Self {
                match source.variant(2) {
                    0 => $type::V4(source.field("V4").any()),
                    _ => $type::V6(source.field("V6").any()),
                }
            }
            fn fmt_rust(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                match self {
                    $type::V4(address) => text::call(out, concat!($text, "::V4"), address),
                    $type::V6(address) => text::call(out, concat!($text, "::V6"), address),
                }
            }
            fn inspect(&self, view: &mut View<'_>) {
                match self {
                    $type::V4(address) => view.variant(0, "V4", |view| view.field("0", address)),
                    $type::V6(address) => view.variant(1, "V6", |view| view.field("0", address)),
                }
            }
            fn shape() -> Shape {
                Shape::Enum(&["V4", "V6"])
            }
            fn tag(&self) -> usize {
                usize::from(self.is_ipv6())
            }
        }
    )*};
}

versions! {
    IpAddr, "std::net::IpAddr";
    SocketAddr, "std::net::SocketAddr";
}
