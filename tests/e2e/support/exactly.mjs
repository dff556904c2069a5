// Comparing whole answers: the same values, and the same keys in the same order.
import assert from "node:assert/strict";

/** Asserts that `actual` is `expected`, down to the order of keys. */
export function exactly(actual, expected) {
  assert.deepEqual(actual, expected); // tells where they differ
  assert.equal(JSON.stringify(actual), JSON.stringify(expected));
}
