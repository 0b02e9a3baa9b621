/** The tour over Home, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Session } from "@/api/types";
import { openPage } from "@/testing/open-page";
import { anOverview, aRecentResult, aServerGlance } from "@/testing/overview-objects";
import { aSession, SETTINGS } from "@/testing/personal-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { stubLab } from "@/testing/stub-lab";

const TITLES = ["Home", "New run", "One result", "Workbench and Configurations", "Search and Help"];

/** Build a lab that stores the state of the person, as their other browsers would find it. */
function labOf(hasSeen: boolean, role: Session["user"]["role"] = "operator") {
  let settings = { ...SETTINGS, has_seen_tour: hasSeen };
  return stubLab({
    "GET /api/v1/overview": anOverview({
      servers: { items: [aServerGlance()], counts: { idle: 1 } },
      ended: [aRecentResult(), aRecentResult({ id: "b", number: "r-8" })],
    }),
    "GET /api/v1/runs": { items: [], next_cursor: null },
    "GET /api/v1/session": () => aSession({ role }, settings),
    "PATCH /api/v1/session": async (request) => {
      const body = (await request.json()) as { settings?: Partial<typeof settings> };
      settings = { ...settings, ...body.settings };
      return aSession({ role }, settings);
    },
  });
}

const card = () => screen.findByRole("dialog");
const noCard = () => expect(screen.queryByRole("dialog")).toBeNull();
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document, { key, ...more });
const marked = () => document.querySelector("[data-tour-target]");

/** Home has noted the visit, which it does in the moment in which the tour would come. */
async function homeIsQuiet(lab: ReturnType<typeof labOf>) {
  await waitFor(() => expect(lab.requests).toContain("PATCH /api/v1/session"));
  await import("@/features/home/tour-card");
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test("a first visit is shown five steps, each beside its part of the page", async () => {
  openPage("/", labOf(false));
  const parts = ["Servers", "New run", "NVMe scratch", "Workbench", "Search"];
  const shown = within(await card());
  for (const [index, title] of TITLES.entries()) {
    await waitFor(() => expect(screen.getByRole("dialog", { name: title })).toBeTruthy());
    expect(screen.getByText(`Step ${index + 1} of 5`).closest('[role="status"]')).toBeTruthy();
    const part = marked();
    expect(`${part?.getAttribute("aria-label")} ${part?.textContent}`).toContain(parts[index]);
    expect(part?.closest('[aria-hidden="true"], [inert]')).toBeNull();
    if (title !== TITLES.at(-1)) fireEvent.click(shown.getByRole("button", { name: "Next" }));
  }
  fireEvent.click(shown.getByRole("button", { name: "Finish tour" }));
  await waitFor(noCard);
  expect(marked()).toBeNull();
});

test("it goes on and back by keys, and the focus stays in the card", async () => {
  openPage("/", labOf(false));
  const shown = within(await card());
  const focused = (name: string) => expect(document.activeElement).toBe(shown.getByRole("button", { name }));
  await waitFor(() => focused("Next"));
  expect(shown.queryByRole("button", { name: "Back" })).toBeNull();
  press("ArrowRight");
  await screen.findByRole("dialog", { name: "New run" });
  shown.getByRole("button", { name: "Back" }).focus();
  press("ArrowLeft", { altKey: true });
  expect(screen.getByText("Step 2 of 5")).toBeTruthy();
  press("ArrowLeft");
  await screen.findByRole("dialog", { name: "Home" });
  await waitFor(() => focused("Next"));
  press("ArrowLeft");
  expect(screen.getByText("Step 1 of 5")).toBeTruthy();
  for (let step = 0; step < 6; step++) press("ArrowRight");
  expect(await screen.findByText("Step 5 of 5")).toBeTruthy();
});

test("what was skipped stays away, on this visit and in another browser", async () => {
  const lab = labOf(false);
  const { router, unmount } = openPage("/", lab);
  await card();
  press("Escape");
  await waitFor(noCard);
  expect(document.activeElement).toBe(document.getElementById("main"));

  await router.navigate({ to: "/runs" });
  await router.navigate({ to: "/" });
  await screen.findByRole("region", { name: "Latest results" });
  await homeIsQuiet(lab);
  noCard();
  unmount();

  lab.requests.length = 0;
  openPage("/", lab);
  await screen.findByRole("region", { name: "Latest results" });
  await homeIsQuiet(lab);
  noCard();
});

test("a page that a link leads to has no tour, and Help starts it for a person who has seen it", async () => {
  const { router } = openPage("/help", labOf(false));
  const link = await screen.findByRole("link", { name: "Take the tour" });
  noCard();
  fireEvent.click(link);
  expect(await screen.findByRole("dialog", { name: "Home" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Skip tour" }));
  await waitFor(noCard);
  await waitFor(() => expect(router.state.location.href).toBe("/"));

  await router.navigate({ to: "/help" });
  fireEvent.click(await screen.findByRole("link", { name: "Take the tour" }));
  expect(await screen.findByRole("dialog", { name: "Home" })).toBeTruthy();
});

test("the palette starts it over Home, keeps the range of the queue, and lies above it", async () => {
  const { router } = openPage("/?range=3d&tour=true", labOf(true));
  await screen.findByRole("dialog", { name: "Home" });
  fireEvent.keyDown(document, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Search and commands" });
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  expect(screen.getByRole("dialog", { name: "Home" })).toBeTruthy();
  press("Escape");
  await waitFor(noCard);
  expect(router.state.location.href).toBe("/?range=3d");

  fireEvent.keyDown(document, { key: "k", ctrlKey: true });
  fireEvent.change(await screen.findByRole("combobox", { name: "Search and commands" }), {
    target: { value: "> tour" },
  });
  fireEvent.click(await screen.findByRole("option", { name: /Take the tour/ }));
  expect(await screen.findByRole("dialog", { name: "Home" })).toBeTruthy();
});

test("a viewer and a phone are told what they have", async () => {
  setWidth(390);
  try {
    openPage("/", labOf(false, "viewer"));
    await card();
    press("ArrowRight");
    expect(await screen.findByText(/^Operators start runs/)).toBeTruthy();
    expect(marked()).toBeNull();
    for (let step = 0; step < 3; step++) press("ArrowRight");
    expect(await screen.findByText(/^More has the search/)).toBeTruthy();
    expect(marked()?.textContent).toBe("More");
  } finally {
    setWidth(USUAL_WIDTH);
  }
});
