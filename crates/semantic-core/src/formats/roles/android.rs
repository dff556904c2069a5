//! Android's classes of views: the framework's, AndroidX's, Material's and Compose's.

use crate::tree::Role;

/// The role of a class as an accessibility node names it, with or without its package
/// (`android.widget.Button`, `com.google.android.material.tabs.TabLayout$TabView`).
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    let class = native.rsplit('.').next().unwrap_or(native);
    by_class(class)
        .or_else(|| class.rsplit_once('$').and_then(|(_, inner)| by_class(inner)))
        .or_else(|| family(class).and_then(by_class))
}

/// The class that a themed one extends: `AppCompatButton` is a `Button`.
fn family(class: &str) -> Option<&str> {
    ["AppCompat", "Material", "Emoji"].into_iter().find_map(|theme| class.strip_prefix(theme))
}

#[rustfmt::skip]
fn by_class(class: &str) -> Option<Role> {
    Some(match class {
        "Button" | "ImageButton" | "FloatingActionButton" | "ExtendedFloatingActionButton" | "ZoomButton"
        | "QuickContactBadge" | "Chip" | "CompoundButton" | "MediaRouteButton" | "ActionMenuItemView"
        | "OverflowMenuButton" | "SignInButton" => Role::Button,
        "ToggleButton" => Role::Button, // its state is pressed
        "CheckBox" | "CheckedTextView" => Role::Checkbox,
        "Switch" | "SwitchCompat" | "SwitchMaterial" | "MaterialSwitch" => Role::Switch,
        "RadioButton" => Role::Radio,
        "RadioGroup" => Role::RadioGroup,
        "EditText" | "AutoCompleteTextView" | "MultiAutoCompleteTextView" | "TextInputEditText"
        | "ExtractEditText" | "GuidedActionEditText" => Role::TextBox,
        "SearchView" | "SearchBar" | "SearchAutoComplete" | "SearchEditText" => Role::SearchBox,
        "Spinner" => Role::ComboBox,
        "ListView" | "RecyclerView" | "AbsListView" | "ViewPager" | "ViewPager2" | "Gallery" | "StackView"
        | "AdapterViewFlipper" | "WearableRecyclerView" | "HorizontalGridView" | "VerticalGridView"
        | "ListPopupWindow" | "DropDownListView" => Role::List,
        "GridView" | "CalendarView" | "MaterialCalendarGridView" => Role::Grid,
        "TableLayout" => Role::Table,
        "TableRow" => Role::Row,
        "ExpandableListView" => Role::Tree,
        "TabWidget" | "TabLayout" | "TabHost" | "BottomNavigationView" | "NavigationBarView"
        | "NavigationRailView" | "ScrollingTabContainerView" => Role::TabList,
        "Tab" | "TabView" | "BottomNavigationItemView" | "NavigationBarItemView" | "NavigationRailItemView" => Role::Tab,
        "PopupMenu" | "ContextMenu" | "Menu" => Role::Menu,
        "MenuItem" | "ListMenuItemView" | "NavigationMenuItemView" => Role::MenuItem,
        "SeekBar" | "AbsSeekBar" | "RatingBar" | "Slider" | "RangeSlider" => Role::Slider,
        "NumberPicker" => Role::SpinButton,
        "DatePicker" | "TimePicker" | "DateTimePicker" => Role::Group,
        "ProgressBar" | "ContentLoadingProgressBar" | "LinearProgressIndicator"
        | "CircularProgressIndicator" => Role::ProgressBar,
        "ScrollBar" => Role::ScrollBar,
        "Toolbar" | "BottomAppBar" | "ActionMenuView" | "ActionBarContextView" => Role::Toolbar,
        "ActionBar" | "ActionBarView" => Role::TitleBar,
        "Dialog" | "AlertDialogLayout" | "BottomSheetDialog" | "DatePickerDialog" | "TimePickerDialog"
        | "ProgressDialog" | "PopupWindow" => Role::Dialog,
        "AlertDialog" => Role::AlertDialog,
        "Toast" => Role::Alert,
        "Snackbar" | "SnackbarLayout" | "SnackbarContentLayout" => Role::Status,
        "NavigationView" => Role::Navigation,
        "WebView" => Role::Document,
        "ImageView" | "CircleImageView" | "ShapeableImageView" | "ImageSwitcher" | "SurfaceView"
        | "VideoView" | "TextureView" | "AnalogClock" => Role::Image,
        "TextView" | "TextClock" | "DigitalClock" | "DialogTitle" | "TextSwitcher" => Role::Text,
        "Chronometer" => Role::Timer,
        "Divider" | "Space" => Role::Separator,
        "KeyboardView" => Role::Group,
        "View" | "ViewGroup" | "FrameLayout" | "LinearLayout" | "LinearLayoutCompat" | "RelativeLayout"
        | "ConstraintLayout" | "MotionLayout" | "CoordinatorLayout" | "GridLayout" | "AbsoluteLayout"
        | "FlexboxLayout" | "CardView" | "ComposeView" | "AndroidComposeView" | "AbstractComposeView"
        | "ScrollView" | "HorizontalScrollView" | "NestedScrollView" | "DrawerLayout" | "SlidingPaneLayout"
        | "SwipeRefreshLayout" | "AppBarLayout" | "CollapsingToolbarLayout" | "TextInputLayout"
        | "ViewAnimator" | "ViewFlipper" | "ViewSwitcher" | "ViewStub" | "ViewPagerIndicator" | "FragmentContainerView"
        | "FitWindowsLinearLayout" | "FitWindowsFrameLayout" | "ContentFrameLayout" | "ActionBarContainer"
        | "ActionBarOverlayLayout" | "ChipGroup" | "ButtonToggleGroup" | "MaterialButtonToggleGroup"
        | "FlutterView" | "FlutterSurfaceView" | "FlutterTextureView" | "ReactViewGroup" | "ReactRootView"
        | "DecorView" | "hierarchy" => Role::Generic,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_inner_classes_and_themes_do_not_matter() {
        for (class, want) in [
            ("android.widget.Button", Some(Role::Button)),
            ("androidx.appcompat.widget.AppCompatEditText", Some(Role::TextBox)),
            ("androidx.appcompat.app.ActionBar$Tab", Some(Role::Tab)),
            ("com.google.android.material.tabs.TabLayout$TabView", Some(Role::Tab)),
            ("com.google.android.material.card.MaterialCardView", Some(Role::Generic)),
            ("Spinner", Some(Role::ComboBox)),
            ("jqi", None),
            ("", None),
        ] {
            assert_eq!(role(class), want, "{class}");
        }
    }
}
