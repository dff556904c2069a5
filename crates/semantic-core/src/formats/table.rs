//! The table of formats: what each is called, how it is recognised, who reads it.

use std::fmt;

#[cfg(feature = "xml")]
use super::xml;
use super::{
    Head, ReadError, accesskit, agent_browser, agent_browser_json, agent_device, atspi, atspi_text, axcli,
    axtree, cdp, chrome_devtools, cup, cup_text, flat, flutter, flutter_text, log_roles, macos, own,
    pinchtab_text, pinchtab_yaml, playwright, playwright_json, puppeteer, pywinauto, refused, terminator,
    ufo, uia_json, uiautomation, windows_mcp,
};
use crate::tree::Snapshot;

/// A format that can be read.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name by which a caller may force it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Whether a file that begins so is of this format.
    pub sniff: fn(&Head) -> bool,
    /// Reads the whole text.
    pub read: fn(&str) -> Result<Snapshot, ReadError>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The formats in the order in which they are tried: the first that knows the content reads it.
pub static FORMATS: &[&Format] = &[
    &own::OWN,
    &refused::AXE,
    &refused::DOM_SNAPSHOT,
    &refused::PINCHTAB_DIFF,
    &cdp::CDP,
    &accesskit::ACCESSKIT,
    &agent_browser_json::AGENT_BROWSER_JSON,
    &agent_device::AGENT_DEVICE,
    &cup::CUP,
    &atspi::ATSPI,
    &uia_json::AXE_WINDOWS,
    &ufo::UFO,
    &macos::MACOS,
    &puppeteer::DEVTOOLS_JSON,
    &playwright_json::PLAYWRIGHT_JSON,
    &flutter::FLUTTER,
    &flat::FLAT,
    &flat::PINCHTAB,
    &puppeteer::PUPPETEER,
    #[cfg(feature = "xml")]
    &xml::UIAUTOMATOR,
    #[cfg(feature = "xml")]
    &xml::APPIUM_ANDROID,
    #[cfg(feature = "xml")]
    &xml::APPIUM_MAC2,
    #[cfg(feature = "xml")]
    &xml::APPIUM_IOS,
    #[cfg(feature = "xml")]
    &xml::APPIUM_WINDOWS,
    #[cfg(feature = "xml")]
    &xml::ALUMNIUM,
    &chrome_devtools::CHROME_DEVTOOLS,
    &cup_text::CUP_TEXT,
    &pinchtab_text::PINCHTAB_COMPACT,
    &pinchtab_text::PINCHTAB_TEXT,
    &pinchtab_yaml::PINCHTAB_YAML,
    &flutter_text::FLUTTER_TEXT,
    &axtree::AXTREE,
    &atspi_text::ATSPI_TEXT,
    &pywinauto::PYWINAUTO,
    &uiautomation::UIAUTOMATION,
    &windows_mcp::WINDOWS_MCP,
    &terminator::TERMINATOR,
    &log_roles::LOG_ROLES,
    &playwright::PLAYWRIGHT,
    &agent_browser::AGENT_BROWSER,
    &axcli::AXCLI,
    #[cfg(feature = "html")]
    &super::html::HTML,
];
