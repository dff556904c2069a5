//! ARIA's own words: which role a token names, which attributes are global, what a role allows.

use super::dom::is_one_of;
use crate::tree::Role;

/// The role that a token of a `role` attribute names, or `None` where ARIA has no such role.
pub(super) fn role_of_token(token: &str) -> Option<Role> {
    let token = token.to_ascii_lowercase();
    let role = match token.as_str() {
        "image" => Role::Image,
        "presentation" => Role::None,
        "graphics-document" => Role::Document,
        "graphics-object" => Role::Group,
        "graphics-symbol" => Role::Image,
        word => Role::from_name(word),
    };
    let known =
        role.as_str() == token || matches!(role, Role::Image | Role::None) || token.starts_with("graphics");
    (known && !is_own_word(role)).then_some(role)
}

/// Words of our vocabulary that are no ARIA roles.
fn is_own_word(role: Role) -> bool {
    matches!(role, Role::Text | Role::Label | Role::TitleBar | Role::Window | Role::Iframe | Role::Other)
}

/// Whether an attribute belongs to every element, so that it keeps one from being presentational.
pub(super) fn is_global(key: &str) -> bool {
    const GLOBAL: &str = "\
        aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current \
        aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed \
        aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-roledescription \
        aria-relevant";
    is_one_of(key, GLOBAL)
}

/// Whether the role takes its name from what it holds.
pub(super) fn is_named_by_content(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Button
            | Cell
            | Checkbox
            | ColumnHeader
            | GridCell
            | Heading
            | Link
            | MenuItem
            | MenuItemCheckbox
            | MenuItemRadio
            | Option
            | Radio
            | Row
            | RowHeader
            | Switch
            | Tab
            | Tooltip
            | TreeItem
    )
}

/// Whether what lies inside is presentational: only what can be acted on stays.
pub(super) fn hides_children(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Button
            | Checkbox
            | Image
            | Math
            | MenuItemCheckbox
            | MenuItemRadio
            | Meter
            | Option
            | ProgressBar
            | Radio
            | ScrollBar
            | Separator
            | Slider
            | Switch
            | Tab
    )
}

/// Whether the role has a number or a word as its value (`aria-valuenow`, `aria-valuetext`).
pub(super) fn is_range(role: Role) -> bool {
    use Role::*;
    matches!(role, Meter | ProgressBar | ScrollBar | Slider | SpinButton)
}
