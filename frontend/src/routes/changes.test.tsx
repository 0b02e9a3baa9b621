/** Changes in the whole lab, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aChange, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

test("a change stands with its piece, its server, before and after in words, how and by whom", async () => {
  const lab = stubLab({
    "GET /api/v1/inventory/changes": {
      items: [
        aChange({
          id: 9,
          field: "lifecycle",
          before: "in_service",
          after: "spare",
          source: "person",
          changed_by: "ada",
        }),
        aChange({ id: 8, field: "firmware", before: "1", after: HOSTILE }),
      ],
      next_cursor: null,
    },
  });
  const { router } = openPage("/servers/changes", lab);

  const table = within(await screen.findByRole("table", { name: "Changes in the lab" }));
  expect(table.getByRole("row", { name: /rack-4 Lifecycle in service spare by hand ada/ })).toBeTruthy();
  expect(table.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  fireEvent.click(table.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "change" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("sort=kind%2Cfield"))).toBe(true));
});

test("filters of earlier addresses are conditions of the query", async () => {
  const lab = stubLab({ "GET /api/v1/inventory/changes": NOTHING });
  const address = "/servers/changes?server=s-1&component=drive&kind=moved&since=2026-11-01";
  const { router } = openPage(address, lab);

  expect(await screen.findByText("No matches")).toBeTruthy();
  const q = "server:s-1 component:drive kind:moved at>=2026-11-01";
  expect(router.state.location.search).toEqual({ q });
  const request = lab.requests.findLast((line) => line.includes("/inventory/changes")) ?? "";
  expect(new URL(`http://lab${request.slice(4)}`).searchParams.get("q")).toBe(q);
  await router.navigate({ href: "/servers/changes?component=tape&kind=x&since=2026-02-31" });
  expect(await screen.findByText("No changes yet")).toBeTruthy();
});
