//! What proves a claim, as data for programs: fields that have a name, a meaning and a type.
//!
//! Places, positions and players are named by the game, so a front end writes them in its own way. It needs to know only the types of
//! [`Datum`], and not the kinds of claims.

use catmouse_arena::{Outcome, Place, Player, PositionId};

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// Nothing.
    Null,
    /// A number.
    Number(u64),
    /// A number that may be negative.
    Integer(i64),
    /// Whether something is so.
    Flag(bool),
    /// A word for programs.
    Word(&'static str),
    /// A player.
    Player(Player),
    /// A place.
    Place(Place),
    /// The places of all pieces of a player.
    Pieces(Pieces),
    /// A position.
    Position(PositionId),
    /// The distance from a position to the end; it has its own names, and the name of the field does not count.
    DistanceFrom(PositionId),
    /// An outcome.
    Outcome(Outcome),
    /// Several of the same type.
    List(Vec<Datum>),
    /// Fields with their names.
    Record(Vec<(&'static str, Datum)>),
    /// One for each player, under the player's name instead of the name of the field.
    Each(Box<[Datum; 2]>),
}

/// The places of all pieces of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// These places.
    On(Player, Vec<Place>),
    /// Those in a position.
    Of(Player, PositionId),
}

/// The type of a [`Datum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number that is held in so many bits, or in those of the machine.
    Number(Option<u32>),
    /// See [`Datum::Integer`].
    Integer,
    /// See [`Datum::Flag`].
    Flag,
    /// See [`Datum::Word`].
    Word,
    /// See [`Datum::Player`].
    Player,
    /// See [`Datum::Place`].
    Place,
    /// See [`Datum::Pieces`].
    Pieces,
    /// See [`Datum::Position`].
    Position,
    /// See [`Datum::DistanceFrom`].
    DistanceFrom,
    /// See [`Datum::Outcome`].
    Outcome,
    /// This type, or nothing.
    Maybe(Box<Type>),
    /// See [`Datum::List`].
    List(Box<Type>),
    /// See [`Datum::Record`].
    Record(Shape),
    /// See [`Datum::Each`].
    Each(Box<Type>),
}

/// The type of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// What it is; empty for a claim.
    pub meaning: &'static str,
    /// The name, the meaning and the type of each field; a meaning may be empty.
    pub fields: Vec<(&'static str, &'static str, Type)>,
}

/// A type with fields.
pub(crate) trait Record: Sized + 'static {
    const NAME: &'static str = "";
    const MEANING: &'static str = "";

    /// Adds its fields.
    fn data(fields: Fields<Self>) -> Fields<Self>;
}

/// The fields of a record with their names.
pub(super) fn told<R: Record>(record: &R) -> Vec<(&'static str, Datum)> {
    R::data(Fields(Vec::new())).0.into_iter().map(|field| (field.name, (field.of)(record))).collect()
}

/// The type of a record.
pub(super) fn shape<R: Record>() -> Shape {
    let fields = R::data(Fields(Vec::new())).0.into_iter().map(|field| (field.name, field.meaning, (field.is)()));
    Shape { name: R::NAME, meaning: R::MEANING, fields: fields.collect() }
}

/// The fields of a record.
pub(crate) struct Fields<R>(Vec<Field<R>>);

struct Field<R> {
    name: &'static str,
    meaning: &'static str,
    /// Makes the type, which only the shape of the record needs.
    is: fn() -> Type,
    of: Box<dyn Fn(&R) -> Datum>,
}

impl<R: 'static> Fields<R> {
    pub(super) fn field<T: Told>(self, name: &'static str, of: fn(&R) -> T) -> Self {
        self.with(name, T::told_as, move |record| of(record).told())
    }

    /// Adds a [`Datum::DistanceFrom`].
    pub(super) fn distance(self, of: fn(&R) -> PositionId) -> Self {
        self.with("", || Type::DistanceFrom, move |record| Datum::DistanceFrom(of(record)))
    }

    /// Adds a [`Datum::Each`].
    pub(super) fn each<T: Told>(self, of: fn(&R, Player) -> T) -> Self {
        let both = move |record: &R| Player::BOTH.map(|player| of(record, player).told());
        self.with("", || Type::Each(Box::new(T::told_as())), move |record| Datum::Each(Box::new(both(record))))
    }

    /// What the last field says.
    pub(super) fn means(mut self, meaning: &'static str) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.meaning = meaning;
        }
        self
    }

    fn with(mut self, name: &'static str, is: fn() -> Type, of: impl Fn(&R) -> Datum + 'static) -> Self {
        self.0.push(Field { name, meaning: "", is, of: Box::new(of) });
        self
    }
}

/// What a field can hold.
pub(super) trait Told: 'static {
    fn told(self) -> Datum;
    fn told_as() -> Type;
}

impl<R: Record> Told for R {
    fn told(self) -> Datum {
        Datum::Record(told(&self))
    }

    fn told_as() -> Type {
        Type::Record(shape::<R>())
    }
}

impl<T: Told> Told for Vec<T> {
    fn told(self) -> Datum {
        Datum::List(self.into_iter().map(Told::told).collect())
    }

    fn told_as() -> Type {
        Type::List(Box::new(T::told_as()))
    }
}

impl<T: Told> Told for Option<T> {
    fn told(self) -> Datum {
        self.map_or(Datum::Null, Told::told)
    }

    fn told_as() -> Type {
        Type::Maybe(Box::new(T::told_as()))
    }
}

macro_rules! told {
    ($($of:ty: $told:expr, $is:expr;)*) => {
        $(impl Told for $of {
            fn told(self) -> Datum {
                $told(self)
            }

            fn told_as() -> Type {
                $is
            }
        })*
    };
}

told! {
    usize: |number| Datum::Number(number as u64), Type::Number(None);
    u32: |number| Datum::Number(u64::from(number)), Type::Number(Some(u32::BITS));
    i32: |number| Datum::Integer(i64::from(number)), Type::Integer;
    u64: Datum::Number, Type::Number(Some(u64::BITS));
    bool: Datum::Flag, Type::Flag;
    &'static str: Datum::Word, Type::Word;
    Player: Datum::Player, Type::Player;
    Place: Datum::Place, Type::Place;
    Pieces: Datum::Pieces, Type::Pieces;
    PositionId: Datum::Position, Type::Position;
    Outcome: Datum::Outcome, Type::Outcome;
}
