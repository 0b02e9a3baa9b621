/** Reachability of the lab. */
import { expect, test } from "vitest";
import { createReachability } from "./reachability";

test("listeners hear when the lab falls silent and when it answers again, not in between", () => {
  let now = 1_000;
  const store = createReachability(() => now);
  const heard: (number | null)[] = [];
  store.subscribe(() => heard.push(store.current().unreachableSince));

  store.answered();
  now = 2_000;
  store.silent();
  now = 3_000;
  store.silent();
  store.answered();
  store.answered();

  expect(heard).toEqual([1_000, null]);
});

test("a listener that left hears nothing", () => {
  const store = createReachability(() => 1_000);
  let calls = 0;
  const leave = store.subscribe(() => {
    calls += 1;
  });

  leave();
  store.silent();

  expect(calls).toBe(0);
});
