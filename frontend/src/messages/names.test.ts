/** Accessible names of buttons contain their visible words; otherwise voice control cannot address them. */
import { describe, expect, it } from "vitest";
import { photos } from "./photos";
import { serverCare } from "./server-care";
import { settings } from "./settings";

/** Each label with a longer name beside it: `protect` and `protectOf`. */
function named(messages: object, path: string): [string, string, string][] {
  const entries = Object.entries(messages);
  return entries.flatMap(([key, value]) => {
    if (typeof value === "object" && value !== null) return named(value, `${path}.${key}`);
    const longer = new Map(entries).get(`${key}Of`);
    if (typeof value !== "string" || typeof longer !== "function") return [];
    return [[`${path}.${key}`, value, String(longer("X"))]];
  });
}

const seen = (text: string) => text.replace(/…$/, "").toLowerCase();

describe("the name of a button", () => {
  it.each(named({ photos, serverCare, settings }, "messages"))("holds the label of %s", (_, label, name) =>
    expect(seen(name)).toContain(seen(label)),
  );
});
