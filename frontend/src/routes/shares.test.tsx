/** The list of permalinks and the page of one, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aDraft, aPublished, aShare } from "@/testing/share-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const page = (items: object[], next_cursor: string | null = null) => ({ items, next_cursor });
const rowOf = async (number: string) =>
  (await screen.findByRole("link", { name: number })).closest("tr") as HTMLElement;
/** Opens the menu of a permalink and chooses from it. */
async function choose(number: string, action: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${number}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}

test("a row tells in words where a permalink stands", async () => {
  const list = [
    aShare({ version: 1, newest_version: 3, views: 1234, last_viewed_at: "2026-11-22T08:00:00Z", correction: "No." }),
    aDraft(),
    aShare({ number: "p-3", id: "share-3", revoked_at: "2026-11-22T08:00:00Z", revoked_reason: "the fan failed" }),
    aShare({ number: "p-4", id: "share-4", embargo_until: "2999-01-01T08:00:00Z", closed_until_embargo: true }),
    aShare({ number: "p-5", id: "share-5", kind: "comparison", runs: ["r-1", "r-2", "r-3", "r-4", "r-5"] }),
  ];
  openPage("/shares", stubLab({ "GET /api/v1/shares": page(list) }));

  const first = (await rowOf("p-1")).textContent;
  for (const words of ["run", "published", "corrected", "1 of 3", "1,234", "Ada"]) expect(first).toContain(words);
  expect((await rowOf("p-2")).textContent).toContain("draft");
  expect((await rowOf("p-3")).textContent).toContain("withdrawnreason: the fan failed");
  expect((await rowOf("p-4")).textContent).toContain("closed until embargo endsuntil 1 Jan 2999");
  expect((await rowOf("p-5")).textContent).toContain("r-1, r-2, r-3and 2 more");
  expect(screen.getByText(/The address is displayed only once/).textContent).toContain("create a new version");
});

test("the filters of the address are asked for, and older ones are a page of their own", async () => {
  const lab = stubLab({ "GET /api/v1/shares": page([aShare()], "abc") });
  const { router } = openPage("/shares?kind=comparison&state=published&run=r-7&mine=true", lab);

  (await screen.findByRole("button", { name: "Older" })).click();
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      kind: "comparison",
      state: "published",
      run: "r-7",
      mine: true,
      cursor: "abc",
    }),
  );
  const request = lab.requests.find((line) => line.startsWith("GET /api/v1/shares?") && line.includes("cursor=abc"));
  for (const part of ["kind=comparison", "state=published", "run_id=r-7", "mine=true"]) expect(request).toContain(part);
  fireEvent.click(screen.getByRole("checkbox", { name: "Only mine" }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ kind: "comparison", state: "published", run: "r-7" }),
  );
  fireEvent.change(screen.getByRole("textbox", { name: "Run" }), { target: { value: "R-9" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ run: "r-9" }));
});

test("an empty list says where permalinks come from", async () => {
  openPage("/shares", stubLab({}));
  expect(await screen.findByText("No permalinks yet")).toBeTruthy();
});

test("a draft is published from the list, and its address is shown this once", async () => {
  const lab = stubLab({
    "GET /api/v1/shares": page([aDraft()]),
    "POST /api/v1/shares/p-2/publish": aPublished({ number: "p-2" }),
  });
  openPage("/shares", lab);

  await choose("p-2", "Publish…");
  const dialog = await screen.findByRole("dialog", { name: "Publish p-2?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Publish" }));

  expect(await screen.findByText("https://lab.test/s/token")).toBeTruthy();
  expect(screen.getByText(/Ada: A result\./)).toBeTruthy();
  expect(screen.getByText("0123456789abcdef".repeat(4))).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open permalink" }).getAttribute("href")).toBe("https://lab.test/s/token");
  const copies = screen.getAllByRole("button", { name: /^Copy/ }).map(({ textContent }) => textContent);
  expect(copies).toEqual(["Copy Address", "Copy SHA-256 of the document", "Copy How to cite it", "Copy BibTeX"]);
});

test("a permalink is withdrawn with a reason, and a refusal is shown in place", async () => {
  const bodies: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/shares": page([aShare()]),
    "POST /api/v1/shares/p-1/revoke": async (request) => {
      bodies.push(await request.json());
      return bodies.length === 1 ? problem(422, "Too short.", [{ path: "reason", message: "too short" }]) : aShare();
    },
  });
  openPage("/shares", lab);

  await choose("p-1", "Withdraw…");
  const dialog = await screen.findByRole("dialog", { name: "Withdraw p-1" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await within(dialog).findByText("Give a reason of at least three characters.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "No" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("Too short.");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "The fan failed" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toEqual([{ reason: "No" }, { reason: "The fan failed" }]);
});

test("a correction is written and taken back", async () => {
  const bodies: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/shares/p-1": aShare({ correction: "The fan was off." }),
    "POST /api/v1/shares/p-1/correct": async (request) => {
      bodies.push(await request.json());
      return aShare();
    },
  });
  openPage("/shares/p-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Correct…" }));
  const dialog = await screen.findByRole("dialog", { name: "Correct p-1" });
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "It was on." } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Publish correction" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Remove correction…" }));
  const other = await screen.findByRole("dialog");
  expect(other.textContent).toContain("The fan was off.");
  fireEvent.click(within(other).getByRole("button", { name: "Remove correction" }));
  await waitFor(() => expect(bodies).toEqual([{ correction: "It was on." }, { correction: null }]));
});

test("a draft has its page in a frame that runs nothing, and is deleted", async () => {
  const lab = stubLab({
    "GET /api/v1/shares/p-2": aDraft(),
    "DELETE /api/v1/shares/p-2": () => new Response(null, { status: 204 }),
  });
  const { router } = openPage("/shares/p-2", lab);

  const frame = await screen.findByTitle("Page of p-2");
  expect(frame.getAttribute("src")).toBe("http://lab.test/api/v1/shares/p-2/page");
  expect(frame.getAttribute("sandbox")).toBe("allow-same-origin");
  expect(screen.getByText(/A draft has no address/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Delete draft…" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete draft" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/shares"));
  expect(lab.requests).toContain("DELETE /api/v1/shares/p-2");
});

test("a published permalink says how to get a fresh address", async () => {
  openPage("/shares/p-1", stubLab({ "GET /api/v1/shares/p-1": aShare({ newest_version: 2 }) }));
  expect(await screen.findByText(/displayed once, at publication/)).toBeTruthy();
  expect(screen.getByText("Version 2 is newer.")).toBeTruthy();
  const version = screen.getByRole("link", { name: "New version" });
  expect(version.getAttribute("href")).toBe("/shares/new?version_of=p-1");
});

test("a received permalink says where it came from, and offers nothing that its own lab alone can do", async () => {
  const received = {
    address: "https://other.example/s/abc",
    product: "storagelab 1.4",
    lineage_id: "lineage-9",
    version: 3,
    at: "2026-11-22T08:00:00Z",
    by: "Grace",
    runs: [
      { there: "r-3", here: "r-12" },
      { there: "r-4", here: null },
    ],
  };
  const draft = aDraft({ number: "p-9", runs: ["r-12"], received });
  const lab = stubLab({
    "GET /api/v1/shares": page([draft]),
    "GET /api/v1/shares/p-9": draft,
  });
  const { unmount } = openPage("/shares", lab);
  expect((await rowOf("p-9")).textContent).toContain("received from other.example");
  fireEvent.click(screen.getByRole("button", { name: "Actions for p-9" }));
  await screen.findByRole("menuitem", { name: "Publish…" });
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  unmount();

  openPage("/shares/p-9", lab);
  expect(await screen.findByText("Received from another lab")).toBeTruthy();
  expect(screen.getByText(/New versions are created there/)).toBeTruthy();
  expect(screen.getByText("https://other.example/s/abc")).toBeTruthy();
  expect(screen.getByText(/by Grace$/)).toBeTruthy();
  expect(screen.getByText(/r-3 is r-12 here, r-4 is no longer here/)).toBeTruthy();
  expect(screen.queryByText(/is removed/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
});

test("a viewer reads and changes nothing", async () => {
  const lab = stubLab({ ...VIEWER, "GET /api/v1/shares": page([aShare()]), "GET /api/v1/shares/p-1": aShare() });
  const { unmount } = openPage("/shares", lab);
  await rowOf("p-1");
  expect(screen.queryByRole("button", { name: "Actions for p-1" })).toBeNull();
  unmount();
  openPage("/shares/p-1", lab);
  await screen.findByTitle("Page of p-1");
  expect(screen.queryByRole("button", { name: "Withdraw…" })).toBeNull();
});

test("the history of a run lists its permalinks", async () => {
  const lab = stubLab({ "GET /api/v1/runs/r-1": aRun(), "GET /api/v1/shares": page([aShare({ views: 1 })]) });
  openPage("/runs/r-1/history", lab);
  const list = await screen.findByRole("list", { name: "Permalinks that use r-1" });
  expect(list.textContent).toContain("p-1 · A resultpublished1 view");
  expect(lab.requests.some((line) => line.startsWith("GET /api/v1/shares?") && line.includes("run_id=r-1"))).toBe(true);
  expect(screen.getByRole("link", { name: "All permalinks of this run" }).getAttribute("href")).toBe("/shares?run=r-1");
});
