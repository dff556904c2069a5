//! Pictures: taken unnoticed, secrets painted over, all of the page only where that is asked for.

use semantic_cdp::{CdpError, Page, Picture};
use semantic_core::tree::Rect;

use crate::support::{untouched, watching, with_browser};

/// The colors of a picture at points, as the browser decodes it.
async fn colors(page: &Page, picture: &Picture, points: &[(f64, f64)]) -> Result<Vec<[u8; 3]>, CdpError> {
    const READ: &str = "async ({kind, data, points}) => {
        const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], {type: kind}));
        const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        pen.drawImage(bitmap, 0, 0);
        return JSON.stringify(points.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3)));
    }";
    let argument = serde_json::json!({"kind": picture.kind, "data": picture.data, "points": points});
    let text = page.evaluate_isolated(READ, &argument.to_string()).await?;
    Ok(serde_json::from_str(&text).expect("colors"))
}

fn is_near(color: [u8; 3], wanted: [u8; 3]) -> bool {
    color.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 8)
}

#[test]
fn a_picture_is_taken_unnoticed() {
    with_browser("a_picture_is_taken_unnoticed", async |stage| {
        let page = stage.open("watch.html").await?;
        watching(&page).await?;
        for _ in 0..2 {
            let picture = page.picture(&[]).await?;
            assert_eq!((picture.x, picture.y), (0.0, 0.0));
            assert!(picture.width > 100.0 && picture.height > 100.0 && picture.kind == "image/webp");
        }
        untouched(&page).await
    });
}

#[test]
fn a_tab_behind_another_is_not_waited_for() {
    with_browser("a_tab_behind_another_is_not_waited_for", async |stage| {
        let behind = stage.open("watch.html").await?;
        stage.open("watch.html").await?.picture(&[]).await?;
        let since = std::time::Instant::now();
        // Some browsers draw it all the same.
        if let Err(error) = behind.picture(&[]).await {
            assert!(error.to_string().contains("bring it to the front"), "{error}");
        }
        assert!(since.elapsed().as_secs() < 30, "{:?}", since.elapsed());
        behind.look(0).await.map(drop)
    });
}

const BLOCKS: &str = "<!DOCTYPE html><body style='margin:0'>\
    <div style='position:absolute;left:20px;top:30px;width:100px;height:40px;background:#f00'></div>\
    <div style='position:absolute;left:200px;top:30px;width:100px;height:40px;background:#00f'></div>\
    <div style='position:absolute;left:20px;top:3000px;width:100px;height:40px;background:#0f0'></div>";

#[test]
fn what_is_secret_is_painted_over() {
    with_browser("what_is_secret_is_painted_over", async |stage| {
        stage.server.put("/blocks", BLOCKS.to_owned());
        let page = stage.open("blocks").await?;
        let secret = Rect { x: 20.0, y: 30.0, width: 100.0, height: 40.0 };
        let picture = page.picture(&[secret]).await?;
        let corners = [(22.0, 32.0), (118.0, 32.0), (22.0, 68.0), (118.0, 68.0), (70.0, 50.0)];
        for color in colors(&page, &picture, &corners).await? {
            assert!(is_near(color, [0x5b, 0x64, 0x72]), "{color:?}");
        }
        let blue = colors(&page, &picture, &[(250.0, 50.0)]).await?[0];
        assert!(is_near(blue, [0, 0, 255]), "{blue:?}");
        Ok(())
    });
}

#[test]
fn all_of_a_page_is_shown_and_rolled_up_again() {
    with_browser("all_of_a_page_is_shown_and_rolled_up_again", async |stage| {
        stage.server.put("/blocks", BLOCKS.to_owned());
        let page = stage.open("blocks").await?;
        let place = "() => { scrollTo(0, 500); return JSON.stringify([scrollY, innerWidth, innerHeight]) }";
        let before = page.evaluate_isolated(place, "null").await?;
        let rolled = page.unroll().await?;
        let picture = page.picture(&[]).await?;
        assert_eq!(picture.height, 3040.0);
        let green = colors(&page, &picture, &[(70.0, 3020.0)]).await?[0];
        assert!(is_near(green, [0, 255, 0]), "{green:?}");
        page.roll_up(rolled).await?;
        let place = "() => JSON.stringify([scrollY, innerWidth, innerHeight])";
        assert_eq!(page.evaluate_isolated(place, "null").await?, before);
        Ok(())
    });
}
