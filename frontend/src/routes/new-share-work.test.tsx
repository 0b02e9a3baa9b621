/** Unfinished work on a share is available in the editor: typed in the dialog, stored in the tab, frozen as a draft. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { freezingLab } from "@/testing/freezing-lab";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aDraft, aShare, aShareOptions } from "@/testing/share-objects";
import { problem } from "@/testing/stub-lab";

beforeEach(() => sessionStorage.clear());

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const value = (name: string | RegExp) => (screen.getByRole("textbox", { name }) as HTMLInputElement).value;
const open = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name, expanded: false }));
const texts = () =>
  [...document.querySelectorAll("[data-block]")].map((block) => block.querySelector("button")?.textContent);
const saved = (number = "p-2") => screen.findByText(`Saved as draft ${number}`);

/** Opens a run, types a finding into its dialog, and follows it to the editor. */
async function typeInDialog(lab: ReturnType<typeof freezingLab>["lab"], finding?: string) {
  const page = openPage("/runs/r-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Share" }));
  const edit = await screen.findByRole("link", { name: "Edit the page…" });
  if (finding !== undefined) type("Finding, in one sentence", finding);
  fireEvent.click(edit);
  await screen.findByRole("region", { name: "What readers see" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return page;
}

test("what was typed in the dialog is in the editor, and still is after a reload", async () => {
  const { lab, frozen } = freezingLab();
  const page = await typeInDialog(lab, "The cache was on.");
  expect(value(/^Title/)).toBe("Quick 4K");
  expect(texts()[0]).toContain("The cache was on.");
  expect(screen.queryByText(/is here again/)).toBeNull();
  await saved();
  page.unmount();

  openPage("/shares/new?kind=run&run=r-1", lab);
  expect(await screen.findByDisplayValue("Quick 4K")).toBeTruthy();
  expect(screen.getAllByText("The cache was on.")).toHaveLength(1);
  expect(frozen[0]).toMatchObject({ author: "ada", body: [{ text: "The cache was on." }, {}, {}] });
});

test("what was typed in the dialog joins earlier work, and nothing of both is lost", async () => {
  const { lab } = freezingLab();
  const earlier = openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  type(/^Title/, "Earlier title");
  press("Add a text");
  type("Text at place 3", "Earlier words.");
  earlier.unmount();

  await typeInDialog(lab, "Later words.");
  expect(screen.getByText(/It includes your text from the dialog/)).toBeTruthy();
  expect(value(/^Title/)).toBe("Earlier title");
  expect([texts()[0], texts()[3]]).toEqual(["TextLater words.", "TextEarlier words."]);
  press("Start over with your new text");
  await waitFor(() => expect(screen.queryByText("Earlier words.")).toBeNull());
  expect([value(/^Title/), texts()[0]]).toEqual(["Quick 4K", "TextLater words."]);
});

test("a dialog in which nothing was typed changes nothing of earlier work", async () => {
  const { lab } = freezingLab();
  const earlier = openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  type(/^Title/, "Earlier title");
  earlier.unmount();

  await typeInDialog(lab);
  expect(value(/^Title/)).toBe("Earlier title");
  expect(screen.getByText("Your unsaved work in this tab was restored.")).toBeTruthy();
});

/** A lab with p-7, a draft that another tab made. */
function withDraft(changes: Parameters<typeof aShareOptions>[0] = {}) {
  const frozen: unknown[] = [];
  const present = () => aDraft({ number: "p-7", document_sha256: (frozen.length > 0 ? "f" : "0").repeat(64) });
  const { lab } = freezingLab({
    "GET /api/v1/shares": { items: [aDraft({ number: "p-7" })], next_cursor: null },
    "GET /api/v1/shares/p-7": () => present(),
    "GET /api/v1/shares/p-7/options": aShareOptions({ title: "Half done", ...changes }),
    "GET /api/v1/shares/p-2/options": aShareOptions({ title: "Done", ...changes }),
    "PUT /api/v1/shares/p-7": async (request) => {
      frozen.push(await request.json());
      return present();
    },
    "POST /api/v1/shares/p-7/publish": {
      ...aDraft({ number: "p-7" }),
      state: "published",
      url: "https://lab.test/s/t",
    },
  });
  return { lab, frozen };
}

test("a draft that another tab made is opened from the list and published as it is", async () => {
  const { lab, frozen } = withDraft();
  const { router } = openPage("/shares", lab);
  fireEvent.click((await screen.findByRole("link", { name: "A result" })).closest("tr") as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Actions for p-7" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));

  expect(await screen.findByDisplayValue("Half done")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Draft p-7");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ kind: "run", run: "r-1", draft: "p-7" }));
  expect(await screen.findByTitle("Page of p-7")).toBeTruthy();
  await saved("p-7");
  press("Create permalink");
  expect(await screen.findByText("https://lab.test/s/t")).toBeTruthy();
  expect(frozen).toEqual([]);
});

test("a draft that is changed keeps its number and its lineage, and comes back after a reload", async () => {
  const { lab, frozen } = withDraft({ version_of: "p-1", embargo_until: "2999-01-01T08:00:00Z" });
  const { router, unmount } = openPage("/shares/new?draft=p-7", lab);
  await screen.findByDisplayValue("Half done");
  fireEvent.load(await screen.findByTitle("Page of p-7"));
  type(/^Title/, "Done");
  await waitFor(() => expect(frozen).toHaveLength(1));
  expect(frozen[0]).toMatchObject({ title: "Done", version_of: "p-1", embargo_until: "2999-01-01T08:00:00.000Z" });
  // The next page is loaded behind the one before, which stays until then.
  fireEvent.load(await screen.findByTitle("Next state of the page"));
  await waitFor(() => expect(screen.getByTitle("Page of p-7").getAttribute("src")).toContain("f".repeat(64)));
  expect(router.state.location.search).toMatchObject({ kind: "run", run: "r-1", version_of: "p-1", draft: "p-7" });
  type(/^Title/, "Done, nearly");
  unmount();

  openPage("/shares/new?kind=run&run=r-1&version_of=p-1&draft=p-7", lab);
  expect(await screen.findByDisplayValue("Done, nearly")).toBeTruthy();
  expect(screen.getByText("Your unsaved work in this tab was restored.")).toBeTruthy();
  press("Start over");
  expect(await screen.findByDisplayValue("Half done")).toBeTruthy();
});

test("a draft that this tab made goes on with what was typed since", async () => {
  const { lab } = freezingLab({ "GET /api/v1/shares/p-2/options": aShareOptions({ title: "Quick 4K" }) });
  const { unmount } = openPage("/shares/new?kind=run&run=r-1", lab);
  await saved();
  type(/^Title/, "Typed since");
  unmount();

  const draft = openPage("/shares/new?draft=p-2", lab);
  expect(await screen.findByDisplayValue("Typed since")).toBeTruthy();
  draft.unmount();
  // The stored work is separate: the run itself can be shared again.
  openPage("/shares/new?kind=run&run=r-1", lab);
  expect(await screen.findByDisplayValue("Quick 4K")).toBeTruthy();
  expect(screen.queryByText(/is here again/)).toBeNull();
});

test("a draft whose models have other names is published as it is, and not frozen anew without them", async () => {
  const { lab } = withDraft({ had_aliases: true });
  openPage("/shares/new?draft=p-7", lab);
  await screen.findByTitle("Page of p-7");
  open(/^Set-up and names/);
  expect(screen.getByText("The draft has aliases for models")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create permalink" }).hasAttribute("disabled")).toBe(false);
});

test("a draft that is gone, or was published meanwhile, says so, and its subject can be shared", async () => {
  const missing = freezingLab();
  const page = openPage("/shares/new?kind=run&run=r-1&draft=p-9", missing.lab);
  expect(await screen.findByDisplayValue("Quick 4K")).toBeTruthy();
  expect(screen.getByText(/p-9 no longer exists/)).toBeTruthy();
  page.unmount();

  const { lab } = freezingLab({
    "GET /api/v1/runs/r-1": aRun({ title: "Quick 4K" }),
    "GET /api/v1/shares/p-9": aShare({ number: "p-9" }),
    "GET /api/v1/shares/p-9/options": aShareOptions({ title: "Half done" }),
  });
  openPage("/shares/new?kind=run&run=r-1&draft=p-9", lab);
  expect(await screen.findByText(/p-9 has been published/)).toBeTruthy();
  const version = screen.getByRole("link", { name: "Create a new version of p-9" });
  expect(version.getAttribute("href")).toBe("/shares/new?version_of=p-9");
});

test("what another lab froze has no editor here, and leads to its page", async () => {
  const { lab } = freezingLab({
    "GET /api/v1/shares/p-9/options": () =>
      problem(409, "p-9 was frozen by another lab. Only that lab can create a version of it."),
  });
  openPage("/shares/new?version_of=p-9", lab);
  expect(await screen.findByText("Received from another lab")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to p-9" }).getAttribute("href")).toBe("/shares/p-9");
  expect(screen.queryByRole("button", { name: "Create permalink" })).toBeNull();
});
