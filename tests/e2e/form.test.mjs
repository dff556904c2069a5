// A form with validation: errors stand beside their fields, go when mended, and the booking is confirmed.
import assert from "node:assert/strict";
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const observable = (id, state, value) => ({ id, role: "observable", name: value, state, value });
const error = (field, value) => observable(`booking.${field}.error`, `booking.${field}.error`, value);
const place = (key, name, value, enabled) => ({
  id: `booking.place.${key}`, role: "toggle", name, action: "choose-place", state: "booking.place", value,
  ...(!enabled && { enabled }),
});

scenario("a form with validation", async (use) => {
  const { pages, act, see } = await openStage(use);
  const url = pages.url("/form.html");
  const start = await see.snapshot({ url });
  assert.deepEqual(start.select, [{
    id: "booking.time", name: "Time", action: "choose-time", state: "booking.time",
    options: [{ value: "18:00" }, { value: "19:30", label: "Half past seven" }, { value: "21:00" }],
    value: "Half past seven",
  }]);
  assert.equal(start.observable, undefined, "nothing is wrong yet");
  exactly(await see.observe("booking.place.sun"), place("sun", "Sun", false, false));

  await act.type("booking.guests", "20");
  await act.click("booking.submit");
  exactly(await see.observe("booking.name.error"), error("name", "Please give a name"));
  exactly(await see.observe("booking.guests.error"), error("guests", "From 1 to 12 guests"));
  exactly((await see.observe("booking.done")).visible, false);

  await act.type("booking.name", "Ada Lovelace");
  await act.click("booking.submit");
  const { role: _, ...guests } = error("guests", "From 1 to 12 guests");
  exactly((await see.snapshot()).observable, [guests]);

  await act.type("booking.guests", "4");
  await act.select("booking.time", "18:00");
  await act.click("booking.terrace");
  exactly(await see.observe("booking.terrace"), {
    id: "booking.terrace", role: "toggle", name: "Terrace", action: "toggle-terrace", state: "booking.terrace",
    controls: "booking.place", value: true,
  });
  await act.click("booking.place.sun");
  exactly(await see.observe("booking.place.sun"), place("sun", "Sun", true, true));
  exactly(await see.observe("booking.place.shade"), place("shade", "Shade", false, true));
  await act.type("booking.card", "4111111111111111");
  const card = { id: "booking.card", role: "input", name: "Card number", state: "booking.card", filled: true };
  exactly(await see.observe("booking.card"), card);

  await act.click("booking.submit");
  const done = "Booked for 4 at 18:00, Ada Lovelace";
  exactly(await see.observe("booking.done"), observable("booking.done", "booking.confirmation", done));
  const end = await see.snapshot();
  exactly(end.observable, [{ id: "booking.done", name: done, state: "booking.confirmation", value: done }]);
  exactly(end.input.map((field) => field.value ?? field.filled), ["Ada Lovelace", "4", "", true]);
});
