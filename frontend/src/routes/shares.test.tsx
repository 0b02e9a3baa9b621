/** The list of permalinks and the page of one, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { aDraft, anAddress, aPublished, aShare } from "@/testing/share-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

beforeEach(() => setWidth(1440));
afterEach(() => setWidth(USUAL_WIDTH));

const counts = {
  total: 5,
  received: 0,
  draft: 1,
  published: 2,
  embargo: 1,
  expired: 0,
  withdrawn: 1,
  views_30_days: 5634,
};
const page = (items: object[], next_cursor: string | null = null) => ({ items, next_cursor, counts });
const rowOf = (number: string) =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-row="${number}"]`);
    expect(row).toBeTruthy();
    return row as HTMLElement;
  });
/** Opens a permalink beside the list. */
async function look(number: string) {
  fireEvent.click(await rowOf(number));
  return screen.findByRole("complementary", { name: `Preview of ${number}` });
}
/** Opens the menu of a permalink and chooses from it. */
async function choose(number: string, action: string) {
  await look(number);
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${number}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}

test("a row shows state, address, views and version", async () => {
  const list = [
    aPublished({ newest_version: 3, views: 1300, daily_views: [1234, 0, 3] }),
    aDraft(),
    aShare({ number: "p-3", id: "share-3", revoked_at: "2026-11-22T08:00:00Z", revoked_reason: "the fan failed" }),
    aShare({ number: "p-4", id: "share-4", embargo_until: "2999-01-01T08:00:00Z", closed_until_embargo: true }),
    aShare({ number: "p-5", id: "share-5", layout: "review", runs: ["r-1", "r-2", "r-3"], correction: "No." }),
  ];
  openPage("/shares", stubLab({ "GET /api/v1/shares": page(list) }));

  const first = (await rowOf("p-1")).textContent;
  for (const words of ["A result", "Article · 1 run · r-1", "Published", "/s/token", "1,237", "v1 of 3"]) {
    expect(first).toContain(words);
  }
  expect((await rowOf("p-2")).textContent).toContain("Draftnot yet");
  expect((await rowOf("p-3")).textContent).toContain("Withdrawn");
  expect(screen.getByTitle("reason: the fan failed")).toBeTruthy();
  expect((await rowOf("p-4")).textContent).toContain("Until 1\u00a0Jan\u00a02999");
  const fifth = (await rowOf("p-5")).textContent;
  for (const words of ["Review · 3 runs · r-1, r-2", "Corrected"]) expect(fifth).toContain(words);
  expect(screen.getByText("5,634 views in 30 days")).toBeTruthy();
});

test("states are tabs with counts, and filters are in the address", async () => {
  const lab = stubLab({ "GET /api/v1/shares": page([aShare()]) });
  const { router } = openPage("/shares?state=published&kind=comparison&run=r-7&mine=true", lab);

  await rowOf("p-1");
  const tabs = screen.getByRole("navigation", { name: "States of permalinks" });
  await waitFor(() => expect(tabs.textContent).toContain("Published 2"));
  expect(tabs.textContent).toBe("All 5Published 2Drafts 1Embargo 1Withdrawn 1");
  const request = lab.requests.find((line) => line.startsWith("GET /api/v1/shares?") && line.includes("limit=50"));
  for (const part of ["kind=comparison", "state=published", "run_id=r-7", "mine=true"]) expect(request).toContain(part);
  fireEvent.click(within(tabs).getByRole("link", { name: /Drafts/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: "draft", run: "r-7", mine: true }));
  fireEvent.click(screen.getByRole("button", { name: "Uses r-7: remove this filter" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("run"));
  fireEvent.change(screen.getByLabelText("Created by"), { target: { value: "" } });
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("mine"));
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "frozen" } });
  await waitFor(() => expect(router.state.location.search).toHaveProperty("sort"));
  fireEvent.change(screen.getByRole("textbox", { name: "Title, finding, run, address" }), {
    target: { value: " perc " },
  });
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ state: "draft", kind: "comparison", sort: "frozen", q: "perc" }),
  );
  const table = screen.getByRole("table", { name: "Permalinks" });
  fireEvent.click(within(table).getByRole("button", { name: /^Title/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: "title" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("sort=title"))).toBe(true));
});

test("an empty list says where permalinks come from, and one without a match how to widen it", async () => {
  const lab = stubLab({ "GET /api/v1/shares": page([]) });
  const { unmount } = openPage("/shares", lab);
  expect(await screen.findByText("No permalinks yet")).toBeTruthy();
  unmount();
  openPage("/shares?q=x", lab);
  expect(await screen.findByText("No matches")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Clear all filters" }).getAttribute("href")).toBe("/shares");
});

test("the chosen permalink shows its audiences below it and its facts beside the list", async () => {
  const reviewers = anAddress({
    id: "address-2",
    number: 2,
    audience: "Reviewers",
    url: "https://lab.test/s/d0PkL5uW",
    raw_files: false,
    expires_at: "2999-12-31T08:00:00Z",
    daily_views: [5],
  });
  const share = aPublished({ addresses: [anAddress(), reviewers], views: 24, daily_views: [19, 5] });
  const { router } = openPage("/shares", stubLab({ "GET /api/v1/shares": page([share, aDraft()]) }));

  const peek = await look("p-1");
  expect(router.state.location.search).toEqual({ peek: "p-1" });
  const row = (await rowOf("p-1/2")).textContent;
  for (const words of ["Reviewers", "no raw output, until 31\u00a0Dec\u00a02999", "/s/d0PkL5…", "5"])
    expect(row).toContain(words);
  const head = within(peek).getByRole("article", { name: "Head of the page" });
  expect(head.textContent).toBe(
    "Steady1 runA resultRAID 10 holds 231,456 IOPS in steady state: 4K random write.by Ada",
  );
  expect(head.querySelector("b")?.textContent).toBe("231,456 IOPS");
  expect(head.querySelector("img")?.getAttribute("src")).toBe(
    "http://lab.test/api/v1/shares/p-1/picture.svg?theme=light&size=head",
  );
  for (const words of [
    "LayoutArticle, 2 figures",
    "Hiddenserial numbers, host names",
    "Raw outputPublic",
    "Views in 30 days: 24",
    "Address for Reviewers",
  ]) {
    expect(peek.textContent).toContain(words);
  }
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  fireEvent.click(within(peek).getByRole("button", { name: "Copy address" }));
  fireEvent.click(screen.getByRole("button", { name: "Copy the address of Reviewers" }));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  expect(writeText.mock.calls).toEqual([["https://lab.test/s/token"], ["https://lab.test/s/d0PkL5uW"]]);
  // From one permalink to the next, past the audiences.
  fireEvent.click(within(peek).getByRole("button", { name: "Next row" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ peek: "p-2" }));
});

test("a draft is published from the list, and its address is shown with its citation", async () => {
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
  const published = screen.getByRole("dialog", { name: "p-2 is published" });
  const copies = within(published).getAllByRole("button", { name: /^Copy/ });
  expect(copies.map(({ textContent }) => textContent)).toEqual([
    "Copy Address",
    "Copy SHA-256 of the document",
    "Copy How to cite it",
    "Copy BibTeX",
  ]);
});

test("an address is added for an audience, limited and withdrawn with a reason", async () => {
  const bodies: [string, unknown][] = [];
  const reviewers = anAddress({ id: "address-2", number: 2, audience: "Reviewers", url: "https://lab.test/s/second" });
  const share = aPublished({ addresses: [anAddress(), reviewers] });
  const note = (name: string, answer: object) => async (request: Request) => {
    bodies.push([name, await request.json()]);
    return answer;
  };
  const lab = stubLab({
    "GET /api/v1/shares": page([share]),
    "GET /api/v1/shares/p-1": share,
    "POST /api/v1/shares/p-1/addresses": note("add", reviewers),
    "PATCH /api/v1/shares/p-1/addresses/2": note("change", reviewers),
    "POST /api/v1/shares/p-1/addresses/2/revoke": note("withdraw", reviewers),
  });
  openPage("/shares", lab);

  await choose("p-1", "Addresses…");
  const dialog = await screen.findByRole("dialog", { name: "Addresses of p-1" });
  const list = await within(dialog).findByRole("list", { name: "Addresses of p-1, one for each audience" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  fireEvent.click(within(dialog).getByRole("button", { name: "Add address" }));
  expect(await within(dialog).findByText("Enter an audience.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Audience" }), { target: { value: " Press " } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Add address" }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  fireEvent.click(within(dialog).getByRole("switch", { name: /downloaded at the address for Reviewers/ }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw the address for Reviewers…" }));
  const question = await screen.findByRole("dialog", { name: "Withdraw the address for Reviewers" });
  fireEvent.change(within(question).getByRole("textbox"), { target: { value: "The review is printed" } });
  fireEvent.click(within(question).getByRole("button", { name: "Withdraw" }));
  await screen.findByRole("dialog", { name: "Addresses of p-1" });
  expect(bodies).toEqual([
    ["add", { audience: "Press", expires_at: null, raw_files: false }],
    ["change", { raw_files: false }],
    ["withdraw", { reason: "The review is printed" }],
  ]);
});

test("addresses that cannot be displayed say why", async () => {
  const stored = { url: null, citation: null };
  const earlier = anAddress({ url: null, readability: "not_stored" });
  const lab = stubLab({
    "GET /api/v1/shares": page([
      aPublished({ ...stored, addresses: [earlier] }),
      aPublished({ ...stored, number: "p-2", id: "2", addresses: [{ ...earlier, readability: "unreadable" }] }),
      aPublished({ ...stored, number: "p-3", id: "3", addresses: [], can_manage: false }),
      aPublished({ ...stored, number: "p-4", id: "4", addresses: [{ ...earlier, status: "withdrawn" }] }),
    ]),
    "GET /api/v1/shares/p-1": aPublished({ ...stored, addresses: [earlier] }),
  });
  openPage("/shares", lab);
  expect((await rowOf("p-1")).textContent).toContain("not stored, create a new one");
  expect((await rowOf("p-2")).textContent).toContain("not readable, create a new one");
  expect((await rowOf("p-3")).textContent).toContain("visible to its author");
  expect((await rowOf("p-4")).textContent).toContain("none open");
  await choose("p-1", "Addresses…");
  expect(await screen.findByText(/created by an earlier release/)).toBeTruthy();
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

test("the page of a permalink lists its addresses, each to be copied", async () => {
  openPage("/shares/p-1", stubLab({ "GET /api/v1/shares/p-1": aPublished({ newest_version: 2 }) }));
  const list = await screen.findByRole("list", { name: "Addresses of p-1" });
  expect(list.textContent).toContain("PublicOpen/s/token");
  expect(within(list).getByRole("button", { name: "Copy the address of Public" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy How to cite it" })).toBeTruthy();
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
      { there: "r-3", here: "r-12", removable: true },
      { there: "r-4", here: null, removable: false },
    ],
  };
  const draft = aDraft({ number: "p-9", runs: ["r-12"], received });
  const lab = stubLab({
    "GET /api/v1/shares": { ...page([draft]), counts: { ...counts, received: 1 } },
    "GET /api/v1/shares/p-9": draft,
    "DELETE /api/v1/shares/p-9": () => new Response(null, { status: 204 }),
    "DELETE /api/v1/runs/r-12": aRun({ number: "r-12" }),
  });
  const { unmount } = openPage("/shares?origin=received", lab);
  expect((await screen.findByRole("link", { name: "Received 1" })).getAttribute("aria-current")).toBe("page");
  expect(lab.requests.some((line) => line.includes("origin=received"))).toBe(true);
  expect((await rowOf("p-9")).textContent).toContain("received from other.example");
  const peek = await look("p-9");
  expect(within(peek).getByRole("link", { name: "Compare" }).getAttribute("href")).toBe("/workbench?runs=r-12");
  fireEvent.click(within(peek).getByRole("button", { name: "Remove…" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove p-9?" });
  expect(dialog.textContent).toContain("1 run that came with it moves to the trash (r-12).");
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const removals = lab.requests.filter((line) => line.startsWith("DELETE"));
  expect(removals).toEqual(["DELETE /api/v1/shares/p-9", "DELETE /api/v1/runs/r-12?reason=Removed%20with%20p-9"]);
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
  await look("p-1");
  expect(screen.queryByRole("button", { name: "Actions for p-1" })).toBeNull();
  unmount();
  openPage("/shares/p-1", lab);
  await screen.findByTitle("Page of p-1");
  expect(screen.queryByRole("button", { name: "Withdraw…" })).toBeNull();
});

test("the history of a run lists its permalinks", async () => {
  const lab = stubLab({ "GET /api/v1/runs/r-1": aRun(), "GET /api/v1/shares": page([aPublished({ views: 1 })]) });
  openPage("/runs/r-1/history", lab);
  const list = await screen.findByRole("list", { name: "Permalinks that use r-1" });
  expect(list.textContent).toContain("p-1 · A resultPublished/s/token");
  expect(list.textContent).toContain("1 view");
  expect(lab.requests.some((line) => line.startsWith("GET /api/v1/shares?") && line.includes("run_id=r-1"))).toBe(true);
  expect(screen.getByRole("link", { name: "All permalinks of this run" }).getAttribute("href")).toBe("/shares?run=r-1");
});
