/** Single keys, in the whole application. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { changePreferences } from "@/lib/preferences";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { anOverview } from "@/testing/overview-objects";
import { stubLab, VIEWER } from "@/testing/stub-lab";

beforeEach(() => changePreferences({ shortcuts: true }));

const RUNS = ["r-1", "r-2"].map((number) => aRunSummary({ id: number, number, title: number }));
const lab = (more: Record<string, object> = {}) =>
  stubLab({
    "GET /api/v1/runs": { items: RUNS, next_cursor: null },
    "GET /api/v1/overview": anOverview(),
    "GET /api/v1/queue": { items: [], next_cursor: null },
    ...more,
  });

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

test("two keys one after the other lead to a page, and are announced", async () => {
  const { router } = openPage("/runs", lab());
  await screen.findByRole("link", { name: "r-1" });

  press("g");
  press("q");

  await waitFor(() => expect(router.state.location.pathname).toBe("/queue"));
  expect(screen.getByText("Go to Queue").getAttribute("role")).toBe("status");
});

test("keys do nothing while somebody types, with a modifier, or when they are switched off", async () => {
  const { router } = openPage("/runs", lab());
  await screen.findByRole("link", { name: "r-1" });
  const stays = () => expect(router.state.location.pathname).toBe("/runs");

  screen.getByRole("searchbox", { name: "Search" }).focus();
  press("g");
  press("q");
  stays();
  (document.activeElement as HTMLElement).blur();
  press("g", { ctrlKey: true });
  press("q");
  stays();
  changePreferences({ shortcuts: false });
  press("g");
  press("q");
  press("?");
  stays();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the overlay lists what acts here, and keys rest while it is open", async () => {
  const { router } = openPage("/runs", lab());
  await screen.findByRole("link", { name: "r-1" });

  press("?", { shiftKey: true });

  const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(within(dialog.getByRole("table", { name: "On this page" })).getByText("Compare selected runs")).toBeTruthy();
  expect(within(dialog.getByRole("table", { name: "On every page" })).getByText("New run")).toBeTruthy();
  press("g");
  press("q");
  expect(router.state.location.pathname).toBe("/runs");
});

test("a viewer, who submits nothing, has no key for a new run", async () => {
  const { router } = openPage("/runs", lab(VIEWER));
  await screen.findByRole("link", { name: "r-1" });
  press("n");
  expect(router.state.location.pathname).toBe("/runs");
});

test("rows are gone through, selected and compared by keys alone", async () => {
  const { router } = openPage("/runs", lab());
  await screen.findByRole("link", { name: "r-1" });

  press("j");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "r-1" }));
  press("x");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ selected: "r-1" }));
  press("j");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "r-2" }));
  press("x");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ selected: "r-1,r-2" }));
  press("k");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "r-1" }));

  press("c");
  await waitFor(() => expect(router.state.location.pathname).toBe("/workbench"));
  expect(router.state.location.search).toMatchObject({ runs: "r-1,r-2" });
});
