//! Streams of graphs: workers, shards, runs that are resumed, and filters.

use std::convert::Infallible;
use std::io;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use catmouse::{
    Error,
    streams::{
        COPS_KEYS, Delivery, Filter, GraphDigest, Graphs, SOLVE_KEYS, Shard, ShardError, StreamProgress, workers,
    },
};
use catmouse_formats::{Format, Record};
use serde_json::{Value, json};

/// Each worker waits at its first graph until all workers have a graph. If a worker held
/// the lock too long, the others would not get theirs.
#[test]
fn the_workers_work_at_the_same_time() {
    let count = workers().get();
    let (at_work, all_here) = (Mutex::new(0), Condvar::new());
    let wait_for_all = |(): &mut (), _: io::Result<Record>, results: &mut Vec<u8>| {
        let mut at_work = at_work.lock().expect("no worker panics");
        *at_work += 1;
        all_here.notify_all();
        let (at_work, late) = all_here
            .wait_timeout_while(at_work, Duration::from_mins(1), |at_work| *at_work < count)
            .expect("no worker panics");
        results.push(if late.timed_out() { b'.' } else { b'x' });
        drop(at_work);
    };
    let graphs = Graphs::of_text("Bw\n".repeat(count), Format::Graph6).expect("a text does not fail");
    let mut out = Vec::new();
    let delivered = graphs.in_order(
        workers(),
        || (),
        wait_for_all,
        |delivered| {
            if let Delivery::Portion(results, _) = delivered {
                out.extend(results);
            }
            Ok::<(), Infallible>(())
        },
    );
    assert!(delivered.is_ok());
    assert_eq!(out, b"x".repeat(count));
}

#[test]
fn shards() {
    for wrong in ["", "3", "3/", "/3", "3/3", "4/3", "0/0", "-1/3", "1/2/3", "a/b"] {
        assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
    }
    let shard: Shard = "3/64".parse().expect("it is one");
    assert_eq!(shard.to_string(), "3/64");
    assert_eq!((1..=200).filter(|&number| shard.contains(number)).collect::<Vec<_>>(), [4, 68, 132, 196]);
}

/// A stream of graphs in graph6.
fn stream(text: &str) -> Graphs {
    Graphs::of_text(text, Format::Graph6).expect("a text does not fail")
}

#[test]
fn another_stream_is_refused() {
    let text = "@\nA_\nBw\nC~\n";
    let mut reached = StreamProgress::default();
    for record in stream(text).take(3) {
        reached.advance(GraphDigest::of(&record.expect("a text does not fail")));
    }
    assert_eq!((reached.graph, reached.graphs), (3, 3));
    let go_on = |text: &str| stream(text).resume_from(&reached);
    go_on(text).expect("it is the same");
    for (other, expected) in [("@\nA_\n", 2), ("@\nA?\nBw\nC~\n", 3), ("A_\n@\nBw\n", 3), ("", 0)] {
        let error = go_on(other).expect_err(other);
        assert!(matches!(error, Error::OtherStream { graphs: 3, found } if found == expected), "{other}: {error}");
    }
    // The remaining graphs may differ, because no run has read them yet.
    go_on("@\nA_\nBw\n").expect("as far as it goes it is the same");
    // Another shard has other graphs.
    let share = stream(text).shard(Shard::new(0, 2).expect("it is one")).resume_from(&reached);
    assert!(matches!(share, Err(Error::OtherStream { .. })));
}

#[track_caller]
fn check(text: &str, cop_number: impl Into<Value>, expected: bool) {
    let cop_number: Value = cop_number.into();
    let filter = Filter::parse(text, COPS_KEYS).expect("it reads");
    let answer = json!({ "cop_number": cop_number, "capture_time": 2, "input": "a,b", "name": null });
    assert_eq!(filter.holds(&answer), expected, "{text} of {answer}");
}

#[test]
fn comparisons() {
    for (sign, [less, equal, greater]) in [
        ("=", [false, true, false]),
        ("==", [false, true, false]),
        ("!=", [true, false, true]),
        ("<", [true, false, false]),
        ("<=", [true, true, false]),
        (">", [false, false, true]),
        (">=", [false, true, true]),
    ] {
        for (number, expected) in [(2, less), (3, equal), (4, greater)] {
            check(&format!("cop_number{sign}3"), number, expected);
            check(&format!(" cop_number  {sign} 3 ,capture_time=2"), number, expected);
            check(&format!("cop_number{sign}3,capture_time=1"), number, false);
        }
        check(&format!("cop_number{sign}3"), Value::Null, sign == "!=");
    }
    check("cop_number=null", Value::Null, true);
    check("cop_number!=null", Value::Null, false);
    check("cop_number!=null", 1, true);
    check("input=\"a,b\", name=null", 1, true);
    check("input=\"null\"", 1, false);
    check("stop=null, placement=null", 1, true);
    check("placement!=null", 1, false);
}

#[test]
fn refusals() {
    let refused = |text: &str, keys, part: &str| {
        let error = Filter::parse(text, keys).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    };
    refused("", COPS_KEYS, "`` is not a comparison");
    refused("cop_number", COPS_KEYS, "`cop_number` is not a comparison");
    refused("cop_number=3,", COPS_KEYS, "`` is not a comparison");
    refused("cop_number!3", COPS_KEYS, "is not a comparison");
    refused("=3", COPS_KEYS, "is not a comparison");
    refused("cop_number===3", COPS_KEYS, "`=3` is not a value of `cop_number`, which is a whole number, or null");
    refused(
        "cops=3",
        COPS_KEYS,
        "no key `cops`: the keys are schema, source, graph, input, name, vertices, edges, \
         cop_number, capture_time, cats_tried",
    );
    refused("placement=3", COPS_KEYS, "`placement` can only be compared with null");
    refused("cop_number>null", COPS_KEYS, "`null` is not a number");
    refused("input<b", COPS_KEYS, "`b` is not a number: use = or != with `input`");
    refused("outcome=moose", SOLVE_KEYS, "`moose` is not a value of `outcome`, which is mouse, cat, draw");
}
