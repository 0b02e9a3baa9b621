/** Old addresses of the inventory. */
import { expect, test } from "vitest";
import { movedInventory } from "./moved";

test.each([
  ["/inventory", "/servers"],
  ["/inventory/servers", "/servers"],
  ["/inventory/servers?state=ready&q=a%20b", "/servers?state=ready&q=a%20b"],
  ["/inventory/servers/new", "/servers/new"],
  ["/inventory/servers/s-1?tab=history#top", "/servers/s-1?tab=history#top"],
  ["/inventory/controllers/k-1", "/servers/controllers/k-1"],
  ["/inventory/models?q=a", "/servers/models?q=a"],
  ["/inventory/changes?server=s-1", "/servers/changes?server=s-1"],
  ["/inventory/import", "/servers/import"],
  ["/inventory/drives?q=samsung", "/drives?q=samsung"],
  ["/inventory/drives/d-7", "/drives/d-7"],
  ["/inventory/arrays", "/arrays"],
  ["/inventory/published/p1", "/servers/published/p1"],
])("%s leads on to %s", (old, now) => {
  expect(movedInventory(old)).toBe(now);
});
