//! A picture of what can be seen of the page, with secrets painted over before it leaves.
//!
//! The browser's way to draw more than the window (`captureBeyondViewport`) lays the page out anew: one pixel wide, then
//! without scroll bars. Pages see that and change. So a picture is of what is in view, which no page can notice; who may
//! change the page shows all of it [first](unroll).

use std::time::Duration;

use semantic_core::tree::Rect;
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use crate::connection::Nothing;
use crate::error::CdpError;
use crate::session::Session;
use crate::world;

/// What is visible of a page, as an image.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Picture {
    /// Where it begins in the viewport, from the left, in CSS pixels: 0 unless the user has zoomed in by touch.
    pub x: f64,
    /// Where it begins in the viewport, from the top.
    pub y: f64,
    /// Width in CSS pixels and in pixels of the image.
    pub width: f64,
    /// Height in CSS pixels and in pixels of the image.
    pub height: f64,
    /// The media type of the image.
    pub kind: String,
    /// The image in base64.
    pub data: String,
}

/// How far a page was scrolled before all of it was shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rolled {
    x: f64,
    y: f64,
}

const PAINT: &str = include_str!("picture.js");

/// How long to wait for the picture of a tab that lies behind another: browsers may draw such a one never.
const BEHIND: Duration = Duration::from_secs(5);

fn behind() -> CdpError {
    CdpError::Timeout {
        what: "Page.captureScreenshot".to_owned(),
        seconds: BEHIND.as_secs_f32(),
        hint: "; the tab lies behind another, and the browser does not draw it: bring it to the front",
    }
}

pub(crate) async fn take(session: &Session, covers: &[Rect]) -> Result<Picture, CdpError> {
    #[derive(Deserialize)]
    struct Shot {
        data: String,
    }
    let params = json!({"format": "png"});
    let shot = session.call_in::<Shot>(&session.id, "Page.captureScreenshot", &params);
    let shot = match world::call(session, "() => document.visibilityState", "null").await?.as_str() {
        "hidden" => timeout(BEHIND, shot).await.unwrap_or_else(|_| Err(behind()))?,
        _ => shot.await?,
    };
    let covers: Vec<[f64; 4]> = covers.iter().map(|b| [b.x, b.y, b.width, b.height]).collect();
    let argument = json!({"png": shot.data, "covers": covers}).to_string();
    let painted = world::call(session, PAINT, &argument).await?;
    serde_json::from_str(&painted).map_err(|e| CdpError::unreadable("the picture", e))
}

/// Makes the viewport as high as the page, up to what a browser can draw.
pub(crate) async fn unroll(session: &Session) -> Result<Rolled, CdpError> {
    /// The highest picture that browsers draw.
    const HIGHEST: f64 = 16_000.0;
    /// A page may grow with the viewport.
    const ROUNDS: usize = 3;
    const SIZE: &str = "() => JSON.stringify([innerWidth, innerHeight, \
        Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0), scrollX, scrollY])";
    let mut before = None;
    for _ in 0..ROUNDS {
        let size = world::call(session, SIZE, "null").await?;
        let size = serde_json::from_str(&size).map_err(|e| CdpError::unreadable("the size of the page", e));
        let [width, height, whole, x, y]: [f64; 5] = size?;
        before.get_or_insert(Rolled { x, y });
        let wanted = whole.clamp(1.0, HIGHEST).ceil();
        if wanted <= height {
            break;
        }
        let metrics =
            json!({"width": width.round(), "height": wanted, "deviceScaleFactor": 0, "mobile": false});
        session.call::<Nothing>("Emulation.setDeviceMetricsOverride", &metrics).await?;
    }
    Ok(before.unwrap_or(Rolled { x: 0.0, y: 0.0 }))
}

/// Gives the page its viewport back, scrolled as it was.
pub(crate) async fn roll_up(session: &Session, before: Rolled) -> Result<(), CdpError> {
    const SCROLL: &str = "([left, top]) => { scrollTo({left, top, behavior: 'instant'}); return '' }";
    session.call::<Nothing>("Emulation.clearDeviceMetricsOverride", &json!({})).await?;
    world::call(session, SCROLL, &json!([before.x, before.y]).to_string()).await.map(drop)
}
