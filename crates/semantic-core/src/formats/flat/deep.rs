//! The same list where elements lie so deep in others that serde's recursion gives up: read without recursion.

use serde_json::{Error, Number};

use super::list::{List, NONE, Place, Scalar, Strings};
use super::{EDGES, Key, Reader, Spelled, TITLES, Want, key_of};
use crate::formats::json::{Doc, Under, Value, walk};
use crate::formats::{Kind, ReadError};

/// Reads the file into an empty list.
pub(super) fn read<'a>(text: &'a str, list: &mut List<'a>) -> Result<Result<(), Error>, ReadError> {
    let strings: &'a Strings = list.strings;
    let doc = Doc::new(text, strings, &[])?;
    let mut object = doc.root();
    if let Some(captured) = object.get("snapshot") {
        object = captured;
    }
    let mut done = Ok(());
    for &part in &TITLES {
        if let Some(value) = object.get(part) {
            done = done.and(say(list, &mut Place::default(), Want::Document(part), value));
        }
    }
    let roots: Vec<Value<'_, 'a>> = match object.get("nodes") {
        Some(nodes) => nodes.items().collect(),
        None => object.roots(),
    };
    walk(roots, "children", |node, inside| {
        let want = Want::Element(inside.unwrap_or(NONE));
        if done.is_err() {
            return Under::Nothing;
        }
        if !node.is_object() {
            done = say(list, &mut Place::default(), want, node);
            return Under::Nothing;
        }
        let row = list.add_row(inside.unwrap_or(NONE));
        done = element(list, row, node);
        Under::Element(Some(row))
    });
    Ok(done)
}

fn element<'a>(list: &mut List<'a>, row: u32, node: Value<'_, 'a>) -> Result<(), Error> {
    let mut place = Place::default();
    for member in node.items() {
        match key_of(member.key()) {
            None => {}
            Some((Key::Children, _)) if member.kind() == Kind::Array => {}
            Some(key) => value(list, &mut place, row, key, member)?,
        }
    }
    list.rows[row as usize].bounds = place.bounds();
    if list.problem.is_some() {
        list.name_problem(row);
        return Err(serde::de::Error::custom("a key of the wrong type"));
    }
    Ok(())
}

/// Reads what a key of an element says.
fn value<'a>(
    list: &mut List<'a>,
    place: &mut Place,
    row: u32,
    key: Spelled,
    value: Value<'_, 'a>,
) -> Result<(), Error> {
    let inner = |inner: Value<'_, 'a>| key_of(inner.key()).map(|of| Want::Value(row, of, Some(key)));
    match (key.0, value.kind()) {
        (Key::Attrs, Kind::Object) => {
            value.items().try_for_each(|attr| say(list, place, Want::Attr(row, attr.key()), attr))
        }
        (Key::Positional | Key::Bounds | Key::States, Kind::Object) => {
            let mut known = value.items().filter_map(|item| inner(item).map(|want| (want, item)));
            known.try_for_each(|(want, item)| say(list, place, want, item))
        }
        (Key::States, Kind::Array) => {
            value.items().try_for_each(|word| say(list, place, Want::StateWord(row), word))
        }
        (Key::Bounds, Kind::Array) => {
            let n = value.items().count();
            if n != EDGES.len() {
                list.wrong(row, key.1.to_owned(), Key::Bounds.expected(), format!("an array of {n}"));
            }
            let mut edges = EDGES.iter().zip(value.items());
            edges.try_for_each(|(edge, number)| say(list, place, Want::Value(row, edge, Some(key)), number))
        }
        _ => say(list, place, Want::Value(row, key, None), value),
    }
}

/// Gives one value to the reader of what is wanted at its place.
fn say<'a>(
    list: &mut List<'a>,
    place: &mut Place,
    want: Want<'a>,
    value: Value<'_, 'a>,
) -> Result<(), Error> {
    let text = || value.text().unwrap_or("");
    let reader = Reader { list, place, want };
    let scalar = match value.kind() {
        Kind::Null => return Ok(()),
        Kind::Array => return reader.misplaced("an array".to_owned()),
        Kind::Object => return reader.misplaced("an object".to_owned()),
        Kind::Bool => Scalar::Bool(text() == "true"),
        Kind::String => Scalar::Text(text()),
        Kind::Number => match text().parse::<Number>() {
            Ok(number) => Scalar::Number(number),
            Err(error) => return Err(error),
        },
    };
    reader.scalar(scalar)
}
