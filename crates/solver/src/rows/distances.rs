//! The log as a table: exact distances at random access, in a fraction of a table's memory.

use catmouse_arena::{Player, PositionId, ProductArena, Value, Values};

use super::log::{Event, Log, TILE_SIDE};
use super::order::Places;
use super::sorted::Sorted;

/// The value of every position of a product arena, held as the events by which they were decided.
///
/// Memory: the less the more positions are decided together, which are hundreds on grids and dense graphs and dozens on trees. Looking
/// up a value takes O(events of 512 columns of a row). It panics where there is no such position.
#[derive(Debug)]
pub struct Distances {
    rows: usize,
    columns: usize,
    places: Option<Places>,
    one: Indexed,
    two: Indexed,
}

/// The log of a player's attractor, each band with its events by turn, row and tile.
#[derive(Debug)]
struct Indexed {
    log: Log,
    bands: Vec<Sorted<u32>>,
}

impl Distances {
    /// Of an arena whose nodes were put into these places, if they were.
    pub(super) fn new(arena: &ProductArena, [one, two]: [Log; 2], places: Option<Places>) -> Self {
        let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes() as usize);
        let tiles = columns.div_ceil(TILE_SIDE);
        let index = |band| {
            let bucket = |event: &Event| {
                (event.turn.index() * TILE_SIDE + event.row as usize % TILE_SIDE) * tiles + event.tile as usize
            };
            Sorted::new(band, 2 * TILE_SIDE * tiles, bucket, |number, _| number)
        };
        let along = one.bands.iter().map(index).collect();
        let index = |band| {
            let bucket = |event: &Event| event.turn.index() * columns + event.row as usize;
            Sorted::new(band, 2 * columns, bucket, |number, _| number)
        };
        let across = two.bands.iter().map(index).collect();
        let (one, two) = (Indexed { log: one, bands: along }, Indexed { log: two, bands: across });
        Self { rows, columns, places, one, two }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let places = self.places.as_ref().map_or(0, |places| size_of_val(&*places.0[0]) + size_of_val(&*places.0[1]));
        let sides = [&self.one, &self.two];
        let logs = sides.map(|side| side.log.bytes() + side.bands.iter().map(Sorted::bytes).sum::<usize>());
        places + logs[0] + logs[1]
    }
}

impl Indexed {
    /// The distance at which the pair is won, if it is: its events lie in this bucket of this band, and it is this bit of a tile.
    fn distance(&self, band: usize, bucket: usize, bit: usize) -> Option<u32> {
        let numbers = self.bands[band].bucket(bucket).iter();
        let band = &self.log.bands[band];
        let mut numbers = numbers.copied();
        let number = numbers.find(|&number| band.pairs(number)[bit / 64] >> (bit % 64) & 1 == 1)?;
        Some(band.event(number).level)
    }
}

impl Values for Distances {
    fn positions(&self) -> usize {
        2 * self.rows * self.columns
    }

    fn value(&self, position: PositionId) -> Value {
        assert!(position.index() < self.positions(), "there is no position {position}");
        let (row, two) = (position.index() / self.columns, position.index() % self.columns);
        let (turn, one) = (row / self.rows, row % self.rows);
        let (one, two) = match &self.places {
            Some(Places([ones, twos])) => (ones[one] as usize, twos[two] as usize),
            None => (one, two),
        };
        let tiles = self.columns.div_ceil(TILE_SIDE);
        let by_one = self.one.distance(
            one / TILE_SIDE,
            (turn * TILE_SIDE + one % TILE_SIDE) * tiles + two / TILE_SIDE,
            two % TILE_SIDE,
        );
        if let Some(distance) = by_one {
            return Value::Win { player: Player::One, distance: distance.into() };
        }
        match self.two.distance(one / TILE_SIDE, turn * self.columns + two, one % TILE_SIDE) {
            Some(distance) => Value::Win { player: Player::Two, distance: distance.into() },
            None => Value::Endless,
        }
    }
}
