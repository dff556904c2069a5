//! Recovery end to end: a page makes its nodes anew, a click fails, and the right element is clicked, or none.

#[allow(dead_code)] // the example has a `main` of its own
#[path = "../../examples/recovery.rs"]
mod example;

use self::example::{click_after, delete, log};
use crate::support::{one, with_browser};

#[test]
fn the_right_element_is_clicked_after_the_page_made_its_nodes_anew() {
    with_browser("the_right_element_is_clicked_after_the_page_made_its_nodes_anew", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, delete, "shuffle").await?;
        assert!(result.recovered, "{result:?}");
        assert_eq!(log(&page).await?, "deleted Order 2", "{result:?}");
        Ok(())
    });
}

#[test]
fn a_renamed_element_is_clicked_by_its_identifier() {
    with_browser("a_renamed_element_is_clicked_by_its_identifier", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, |page| one(page, "button", "Export"), "shuffle").await?;
        assert!(result.recovered, "{result:?}");
        assert_eq!(log(&page).await?, "exported", "{result:?}");
        Ok(())
    });
}

#[test]
fn nothing_is_clicked_where_the_element_is_gone() {
    with_browser("nothing_is_clicked_where_the_element_is_gone", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, delete, "drop").await?;
        assert!(!result.recovered && result.error.is_some(), "{result:?}");
        assert_eq!(log(&page).await?, "nothing deleted", "{result:?}");
        Ok(())
    });
}
