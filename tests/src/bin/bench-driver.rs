//! How many calls a second go through the driver, by the shape of the queries.
#![expect(clippy::print_stdout, reason = "a benchmark is a command that prints figures")]

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use cargo_tlv::driver::Driver;
use tlv_core::{Call, Choice, EventId, Query, Start, System};
use tlv_tests::bench::{self, Spread, named, subjects};

/// Each shape is run for at least this long.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// And at least this often.
const LEAST_RUNS: usize = 5;

/// How many calls a run makes.
const CALLS_PER_RUN: usize = 200_000;

fn main() -> ExitCode {
    bench::main(benchmark)
}

/// Queries that look alike.
struct Shape {
    about: &'static str,
    subject: &'static str,
    method: &'static str,
    calls: usize,
    from_kept: bool,
    choice: fn(u64) -> Choice,
}

const SHAPES: [Shape; 7] = [
    Shape {
        about: "1000 calls on a new object",
        subject: "Tiny",
        method: "touch",
        calls: 1000,
        from_kept: false,
        choice: |_| Choice::Nth(0),
    },
    Shape {
        about: "1000 calls with an argument on a new object",
        subject: "Tiny",
        method: "add",
        calls: 1000,
        from_kept: false,
        choice: |index| Choice::Nth(index % 4),
    },
    Shape {
        about: "1000 calls with a random argument on a new object",
        subject: "Tiny",
        method: "add",
        calls: 1000,
        from_kept: false,
        choice: Choice::Random,
    },
    Shape {
        about: "24 calls on a new object",
        subject: "Tiny",
        method: "touch",
        calls: 24,
        from_kept: false,
        choice: |_| Choice::Nth(0),
    },
    Shape {
        about: "1 call on a kept state",
        subject: "Tiny",
        method: "touch",
        calls: 1,
        from_kept: true,
        choice: |_| Choice::Nth(0),
    },
    Shape {
        about: "1 call with an argument on a kept state",
        subject: "Tiny",
        method: "add",
        calls: 1,
        from_kept: true,
        choice: |index| Choice::Nth(index % 4),
    },
    Shape {
        about: "1000 calls, 5 fields, 5 predicates, 3 invariants",
        subject: "Everyday",
        method: "touch",
        calls: 1000,
        from_kept: false,
        choice: |_| Choice::Nth(0),
    },
];

fn benchmark() -> Result<(), Box<dyn Error>> {
    let subjects = subjects("bench")?;
    println!("Calls per second through the driver, constructors counted: min / median / max\n");
    for shape in &SHAPES {
        let mut driver = named(&subjects, shape.subject)?.driver();
        let queries = shape.queries(&mut driver)?;
        let mut rates = Vec::new();
        let start = Instant::now();
        while rates.len() < LEAST_RUNS || start.elapsed() < LEAST_TIME {
            rates.push(calls_per_second(&mut driver, &queries)?);
        }
        println!("{:<50} {}", shape.about, Spread::of(rates));
    }
    println!(
        "\nMeasured at `System::run`: queries as values in, answers as values out, the other \
         process and\nthe pipes between included. States are kept as for the learner."
    );
    Ok(())
}

impl Shape {
    fn queries(&self, driver: &mut Driver) -> Result<Vec<Query>, Box<dyn Error>> {
        let methods = &driver.signature().methods;
        let method = methods.iter().position(|event| event.name == self.method);
        let event = EventId::from_index(method.ok_or("the fixture has no such method")?);
        let construct = Call { event: EventId::from_index(0), choice: Choice::Nth(0) };
        let mut start = Start::Construct(construct);
        if self.from_kept {
            let query = Query { start, calls: Vec::new(), keep: true, until_left: false };
            let answers = driver.run(&[query])?;
            start = Start::Kept(answers[0].steps[0].kept.ok_or("the first state is not kept")?);
        }
        let call = |index: u64| Call { event, choice: (self.choice)(index) };
        let query = |number: usize| {
            let first = (number * self.calls) as u64;
            let calls = (first..first + self.calls as u64).map(call).collect();
            Query { start, calls, keep: true, until_left: false }
        };
        Ok((0..CALLS_PER_RUN / self.calls).map(query).collect())
    }
}

fn calls_per_second(driver: &mut Driver, queries: &[Query]) -> Result<u64, Box<dyn Error>> {
    let start = Instant::now();
    let answers = driver.run(queries)?;
    let seconds = start.elapsed().as_secs_f64();
    let made: usize = answers.iter().map(|answer| answer.steps.len()).sum();
    let asked: usize = queries.iter().map(|query| query.calls.len()).sum();
    if made < asked {
        return Err(format!("{asked} calls were asked for, and only {made} made").into());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rounded rate")]
    Ok((made as f64 / seconds) as u64)
}
