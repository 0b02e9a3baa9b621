/** What changed in the whole lab, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aChange, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

const SERVERS = { items: [aServer()], next_cursor: null };

test("a change stands with its piece, its server, before and after in words, how and by whom", async () => {
  const lab = stubLab({
    "GET /api/v1/servers": SERVERS,
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
      next_cursor: "8",
    },
  });
  const { router } = openPage("/servers/changes", lab);

  const table = within(await screen.findByRole("table", { name: "Changes in the lab, newest first" }));
  expect(table.getByRole("row", { name: /rack-4 Lifecycle in service spare by hand ada/ })).toBeTruthy();
  expect(table.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ cursor: "8" }));
});

test("the filters are in the address and in what is asked; what no list knows is dropped", async () => {
  const lab = stubLab({ "GET /api/v1/servers": SERVERS, "GET /api/v1/inventory/changes": NOTHING });
  const address = "/servers/changes?server=s-1&component=drive&kind=moved&since=2026-11-01";
  const { router } = openPage(address, lab);

  expect(await screen.findByText("No matches")).toBeTruthy();
  const asked = lab.asked.findLast((line) => line.includes("/changes")) ?? "";
  expect(Object.fromEntries(new URL(`http://lab${asked.slice(4)}`).searchParams)).toEqual({
    server_id: "s-1",
    component: "drive",
    kind: "moved",
    since: new Date("2026-11-01T00:00:00").toISOString(),
    limit: "50",
  });
  fireEvent.change(screen.getByLabelText("Since"), { target: { value: "2026-11-20" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ kind: "moved", since: "2026-11-20" }));
  await router.navigate({ href: "/servers/changes?component=tape&kind=x&since=2026-02-31" });
  expect(await screen.findByText("No changes yet")).toBeTruthy();
});
