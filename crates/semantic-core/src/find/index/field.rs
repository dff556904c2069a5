//! The fields of an element: where it says something, and how far each is to be trusted.

/// Where an element says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Field {
    Name,
    Label,
    Placeholder,
    Alt,
    Title,
    Text,
    Value,
    Description,
    /// Test id, DOM id, form field name.
    Identifier,
    /// Class names, of elements without a name only.
    Class,
    /// The address that a nameless link leads to.
    Url,
    /// What stands inside an element without a name.
    Content,
    /// Name of the part of the page it stands in, as the producer said it.
    Section,
    /// Name of its container, as the producer said it.
    Parent,
    /// Role word outside ARIA's vocabulary.
    Native,
    /// Name of the column that a table cell stands in.
    Column,
}

impl Field {
    const ALL: [Field; 16] = [
        Field::Name,
        Field::Label,
        Field::Placeholder,
        Field::Alt,
        Field::Title,
        Field::Text,
        Field::Value,
        Field::Description,
        Field::Identifier,
        Field::Class,
        Field::Url,
        Field::Content,
        Field::Section,
        Field::Parent,
        Field::Native,
        Field::Column,
    ];

    /// How far a word found here speaks for the element itself, in 0..1; 0 for context.
    pub fn trust(self) -> f32 {
        match self {
            Field::Name | Field::Label => 1.0,
            Field::Placeholder | Field::Alt | Field::Title => 0.95,
            Field::Text => 0.9,
            Field::Value => 0.8,
            Field::Content => 0.9,
            Field::Identifier => 0.7,
            Field::Description => 0.65,
            Field::Class | Field::Url | Field::Native | Field::Column => 0.55,
            Field::Section | Field::Parent => 0.0,
        }
    }

    /// Whether the text can be what a person calls the element.
    pub fn is_name(self) -> bool {
        (self as u8) <= Field::Text as u8 || self == Field::Content
    }

    /// The word used in explanations.
    pub fn as_str(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Label => "label",
            Field::Placeholder => "placeholder",
            Field::Alt => "alt text",
            Field::Title => "title",
            Field::Text => "text",
            Field::Value => "value",
            Field::Description => "description",
            Field::Identifier => "identifier",
            Field::Class => "class",
            Field::Url => "url",
            Field::Content => "content",
            Field::Section => "section",
            Field::Parent => "parent",
            Field::Native => "role",
            Field::Column => "column",
        }
    }
}

/// A field of an element packed into 32 bits: 4 for the kind, 28 for the text's number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldRef(u32);

impl FieldRef {
    pub fn new(field: Field, text: u32) -> Self {
        FieldRef((field as u32) << 28 | text)
    }

    pub fn field(self) -> Field {
        Field::ALL[(self.0 >> 28) as usize]
    }

    pub fn text(self) -> usize {
        (self.0 & 0x0fff_ffff) as usize
    }
}
