//! The data that prove a claim, for programs: fields with a name, a meaning and a type.
//!
//! Places, positions and players are those of the game, so a front end can name them in its own
//! way. It must know only the types of [`Datum`], not the kinds of claims.

use catmouse_arena::{Place, Player, PositionId, WinOrDraw};

/// The content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// Nothing.
    Null,
    /// A number.
    Number(u64),
    /// A number that may be negative.
    Integer(i64),
    /// A truth value.
    Flag(bool),
    /// A word for programs.
    Word(&'static str),
    /// A player.
    Player(Player),
    /// A place.
    Place(Place),
    /// The places of all pieces of a player.
    Pieces(PiecePlaces),
    /// A position.
    Position(PositionId),
    /// The distance from a position to the end. A front end writes it under names of its own and
    /// ignores the name of the field.
    DistanceFrom(PositionId),
    /// An outcome.
    Outcome(WinOrDraw),
    /// Several data of the same type.
    List(Vec<Datum>),
    /// Fields with their names.
    Record(Vec<(&'static str, Datum)>),
    /// One datum for each player, written under the player's name instead of the field's name.
    Each(Box<[Datum; 2]>),
}

/// The places of all pieces of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PiecePlaces {
    /// These places.
    On(Player, Vec<Place>),
    /// The places in a position.
    Of(Player, PositionId),
}

/// The type of a [`Datum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number with this number of bits, or with the bits of a machine word if `None`.
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
    /// A value of this type, or nothing.
    Maybe(Box<Type>),
    /// See [`Datum::List`].
    List(Box<Type>),
    /// See [`Datum::Record`].
    Record(RecordType),
    /// See [`Datum::Each`].
    Each(Box<Type>),
}

/// The type of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    /// The name; empty for a claim.
    pub name: &'static str,
    /// The meaning; empty for a claim.
    pub meaning: &'static str,
    /// The name, the meaning and the type of each field. A meaning may be empty.
    pub fields: Vec<(&'static str, &'static str, Type)>,
}

/// A type with fields.
pub(crate) trait Record: Sized + 'static {
    const NAME: &'static str = "";
    const MEANING: &'static str = "";

    /// Adds the fields of the type to a list.
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self>;
}

/// The fields of a record, each with its name.
pub(super) fn fields_of<R: Record>(record: &R) -> Vec<(&'static str, Datum)> {
    R::data(Fields { record: Some(record), data: Vec::new(), types: Vec::new() }).data
}

/// The type of a record.
pub(super) fn shape<R: Record>() -> RecordType {
    let fields = R::data(Fields { record: None, data: Vec::new(), types: Vec::new() }).types;
    RecordType { name: R::NAME, meaning: R::MEANING, fields }
}

/// The fields of a record: either their data or their types.
pub(crate) struct Fields<'a, R> {
    /// The record whose data are listed; `None` if types are listed.
    record: Option<&'a R>,
    data: Vec<(&'static str, Datum)>,
    /// As [`RecordType::fields`].
    types: Vec<(&'static str, &'static str, Type)>,
}

impl<R> Fields<'_, R> {
    pub(super) fn field<T: IntoDatum>(mut self, name: &'static str, of: fn(&R) -> T) -> Self {
        match self.record {
            Some(record) => self.data.push((name, of(record).datum())),
            None => self.types.push((name, "", T::datum_type())),
        }
        self
    }

    /// Adds a [`Datum::DistanceFrom`].
    pub(super) fn distance(mut self, of: fn(&R) -> PositionId) -> Self {
        match self.record {
            Some(record) => self.data.push(("", Datum::DistanceFrom(of(record)))),
            None => self.types.push(("", "", Type::DistanceFrom)),
        }
        self
    }

    /// Adds a [`Datum::Each`].
    pub(super) fn each<T: IntoDatum>(mut self, of: fn(&R, Player) -> T) -> Self {
        match self.record {
            Some(record) => {
                let both = [of(record, Player::One).datum(), of(record, Player::Two).datum()];
                self.data.push(("", Datum::Each(Box::new(both))));
            }
            None => self.types.push(("", "", Type::Each(Box::new(T::datum_type())))),
        }
        self
    }

    /// Sets the meaning of the last field.
    pub(super) fn means(mut self, meaning: &'static str) -> Self {
        if let Some(last) = self.types.last_mut() {
            last.1 = meaning;
        }
        self
    }
}

/// A type that a field can hold.
pub(super) trait IntoDatum: 'static {
    fn datum(self) -> Datum;
    fn datum_type() -> Type;
}

impl<R: Record> IntoDatum for R {
    fn datum(self) -> Datum {
        Datum::Record(fields_of(&self))
    }

    fn datum_type() -> Type {
        Type::Record(shape::<R>())
    }
}

impl<T: IntoDatum> IntoDatum for Vec<T> {
    fn datum(self) -> Datum {
        let mut list = Vec::with_capacity(self.len());
        for item in self {
            list.push(item.datum());
        }
        Datum::List(list)
    }

    fn datum_type() -> Type {
        Type::List(Box::new(T::datum_type()))
    }
}

impl<T: IntoDatum> IntoDatum for Option<T> {
    fn datum(self) -> Datum {
        match self {
            Some(content) => content.datum(),
            None => Datum::Null,
        }
    }

    fn datum_type() -> Type {
        Type::Maybe(Box::new(T::datum_type()))
    }
}

macro_rules! into_datum {
    ($($of:ty: $datum:expr, $is:expr;)*) => {
        $(impl IntoDatum for $of {
            fn datum(self) -> Datum {
                $datum(self)
            }

            fn datum_type() -> Type {
                $is
            }
        })*
    };
}

into_datum! {
    usize: |number| Datum::Number(number as u64), Type::Number(None);
    u32: |number| Datum::Number(u64::from(number)), Type::Number(Some(u32::BITS));
    i32: |number| Datum::Integer(i64::from(number)), Type::Integer;
    u64: Datum::Number, Type::Number(Some(u64::BITS));
    bool: Datum::Flag, Type::Flag;
    &'static str: Datum::Word, Type::Word;
    Player: Datum::Player, Type::Player;
    Place: Datum::Place, Type::Place;
    PiecePlaces: Datum::Pieces, Type::Pieces;
    PositionId: Datum::Position, Type::Position;
    WinOrDraw: Datum::Outcome, Type::Outcome;
}
