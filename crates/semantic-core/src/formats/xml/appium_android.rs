//! Appium's page source of an Android screen: elements named by class, `<android.widget.Button …>`.

use super::android;
use super::outline::first_elements;
use super::{Dialect, Fate};
use crate::formats::{Format, Head};

pub(in crate::formats) static APPIUM_ANDROID: Format = Format {
    name: "appium-android",
    summary: "Appium page source of Android: elements named by class",
    sniff,
    read: |text| DIALECT.read(text, |_, _| {}),
};

static DIALECT: Dialect = Dialect {
    format: &APPIUM_ANDROID,
    fate: |_| Fate::Keep,
    keeps: android::keeps,
    element: android::element,
    inner_name: android::inner_name,
};

/// A hierarchy that is not uiautomator's, which comes first in the table; or a class that says where it is.
fn sniff(head: &Head) -> bool {
    let Some(root) = first_elements(head.text).next() else { return false };
    let says = |key| root.text.contains(key);
    root.name == "hierarchy"
        || (root.name.contains('.') && says("bounds=") && (says("class=") || says("package=")))
}
