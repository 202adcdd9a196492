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
    fn data(fields: Fields<Self>) -> Fields<Self>;
}

/// The fields of a record, each with its name.
pub(super) fn fields_of<R: Record>(record: &R) -> Vec<(&'static str, Datum)> {
    R::data(Fields(Vec::new())).0.into_iter().map(|field| (field.name, (field.of)(record))).collect()
}

/// The type of a record.
pub(super) fn shape<R: Record>() -> RecordType {
    let fields = R::data(Fields(Vec::new())).0.into_iter().map(|field| (field.name, field.meaning, (field.is)()));
    RecordType { name: R::NAME, meaning: R::MEANING, fields: fields.collect() }
}

/// The fields of a record.
pub(crate) struct Fields<R>(Vec<Field<R>>);

struct Field<R> {
    name: &'static str,
    meaning: &'static str,
    /// Makes the type. Only [`shape`] calls it.
    is: fn() -> Type,
    of: Box<dyn Fn(&R) -> Datum>,
}

impl<R: 'static> Fields<R> {
    pub(super) fn field<T: IntoDatum>(self, name: &'static str, of: fn(&R) -> T) -> Self {
        self.with(name, T::datum_type, move |record| of(record).datum())
    }

    /// Adds a [`Datum::DistanceFrom`].
    pub(super) fn distance(self, of: fn(&R) -> PositionId) -> Self {
        self.with("", || Type::DistanceFrom, move |record| Datum::DistanceFrom(of(record)))
    }

    /// Adds a [`Datum::Each`].
    pub(super) fn each<T: IntoDatum>(self, of: fn(&R, Player) -> T) -> Self {
        let both = move |record: &R| Player::BOTH.map(|player| of(record, player).datum());
        self.with("", || Type::Each(Box::new(T::datum_type())), move |record| Datum::Each(Box::new(both(record))))
    }

    /// Sets the meaning of the last field.
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
        Datum::List(self.into_iter().map(IntoDatum::datum).collect())
    }

    fn datum_type() -> Type {
        Type::List(Box::new(T::datum_type()))
    }
}

impl<T: IntoDatum> IntoDatum for Option<T> {
    fn datum(self) -> Datum {
        self.map_or(Datum::Null, IntoDatum::datum)
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
