/** Search parameters. */
import { expect, test } from "vitest";
import { parseRunsSearch, parseSignInSearch } from "./search";

test("what is not understood is dropped", () => {
  expect(parseRunsSearch({ state: "failed", origin: "nowhere", q: "", cursor: null, other: 1 })).toEqual({
    state: "failed",
  });
});

test("a number in the address is text again", () => {
  expect(parseRunsSearch({ q: 9271 })).toEqual({ q: "9271" });
});

test.each(["//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)", "runs", "/sign-in?next=/"])(
  "the sign-in never leads to %s",
  (next) => {
    expect(parseSignInSearch({ next })).toEqual({});
  },
);

test("the sign-in leads to a page of the lab", () => {
  expect(parseSignInSearch({ next: "/runs/r-1?phase=2" })).toEqual({ next: "/runs/r-1?phase=2" });
});
