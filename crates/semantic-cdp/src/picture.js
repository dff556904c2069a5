/*
 * Paints over parts of a picture of the page and gives it back in CSS pixels; the page is not touched and not asked for
 * anything but where its picture lies.
 *
 * png     the picture, in base64
 * covers  boxes to be painted over, as [x, y, width, height] in the viewport
 */
async ({ png, covers }) => {
  const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { offsetLeft: x, offsetTop: y, scale } = visualViewport;
  const pixels = devicePixelRatio * scale;
  const [width, height] = [bitmap.width / pixels, bitmap.height / pixels];
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const MARGIN = 2; // what smoothing and focus rings may spill
  pen.fillStyle = "#5b6472";
  for (const [left, top, w, h] of covers) pen.fillRect(left - x - MARGIN, top - y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
  const out = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < out.length; at += 0x8000) text += String.fromCharCode(...out.subarray(at, at + 0x8000));
  return JSON.stringify({ x, y, width: canvas.width, height: canvas.height, kind: blob.type, data: btoa(text) });
}
