/** The search box in the header and what it finds, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

const hit = (reference: string, title: string, context: string | null = null) => ({
  id: `id-${reference}`,
  reference,
  title,
  context,
});

function labThatFinds(groups: { kind: string; count: number; hits: object[] }[]) {
  return stubLab({
    "GET /api/v1/runs": { items: [], next_cursor: null },
    "GET /api/v1/search": (request) => {
      const q = new URL(request.url).searchParams.get("q") ?? "";
      return { q, count: groups.reduce((sum, { count }) => sum + count, 0), groups };
    },
  });
}

const FOUND = [
  { kind: "run", count: 30, hits: [hit("r-7", "4K write", "rack-4")] },
  { kind: "drive", count: 1, hits: [hit("d-9", HOSTILE, "rack-4")] },
  { kind: "hardware_model", count: 12, hits: [hit("0191", "MZ-QL21T9", "drive, Samsung")] },
  { kind: "published_hardware", count: 1, hits: [hit("0190", "PERC H965i", "controller, review 2")] },
];

const box = () => screen.getByRole("searchbox", { name: "Search the lab" }) as HTMLInputElement;

test("what is typed into the header is searched while somebody types, and the focus stays", async () => {
  const lab = labThatFinds(FOUND);
  const { router } = openPage("/runs", lab);

  await screen.findByRole("heading", { name: "Runs" });
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(box());
  fireEvent.change(box(), { target: { value: "12.12.0" } });
  fireEvent.change(box(), { target: { value: "12.12.0-0037 " } });

  await waitFor(() => expect(router.state.location.href).toBe("/search?q=12.12.0-0037"));
  const status = await screen.findByText(/44 things were found for 12.12.0-0037/);
  expect(status.getAttribute("role")).toBe("status");
  expect(status.textContent).toContain("Drives (1)");
  expect(lab.asked.filter((line) => line.includes("/search"))).toHaveLength(1);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe("12.12.0-0037 ");
});

test("the box is empty once something is chosen, and follows the address back", async () => {
  const lab = labThatFinds(FOUND);
  const { router } = openPage("/runs", lab);

  await screen.findByRole("heading", { name: "Runs" });
  box().focus();
  fireEvent.change(box(), { target: { value: "4k" } });
  await waitFor(() => expect(router.state.location.href).toBe("/search?q=4k"));
  const region = within(await screen.findByRole("region", { name: "Runs (30)" }));
  // Not every browser gives the focus to a link that is clicked.
  fireEvent.click(region.getByRole("link", { name: "Show all in the list" }));
  await waitFor(() => expect(router.state.location.href).toBe("/runs?q=4k"));
  expect(box().value).toBe("");

  router.history.back();
  await waitFor(() => expect(box().value).toBe("4k"));
  expect(router.state.location.href).toBe("/search?q=4k");
  box().focus();
  fireEvent.change(box(), { target: { value: "4k w" } });
  router.history.back();
  await waitFor(() => expect(router.state.location.href).toBe("/runs"));
  expect(box().value).toBe("");
  // What was typed last is not searched for any more.
  await new Promise((done) => setTimeout(done, 300));
  expect(router.state.location.href).toBe("/runs");
});

test("what was found stands by kind, leads to its page, and is never read as HTML", async () => {
  openPage("/search?q=x", labThatFinds(FOUND));

  const drives = within(await screen.findByRole("region", { name: "Drives (1)" }));
  expect(drives.getByRole("link").textContent).toBe(`d-9 · ${HOSTILE}`);
  expect(drives.getByRole("link").getAttribute("href")).toBe("/inventory/drives/d-9");
  expect(document.querySelector("main img")).toBeNull();
  const model = screen.getByRole("link", { name: "MZ-QL21T9" });
  expect(model.getAttribute("href")).toBe("/inventory/models/0191");
  const models = within(screen.getByRole("region", { name: "Models (12)" }));
  const all = models.getByRole("link", { name: "Show all in the list" });
  expect(all.getAttribute("href")).toBe("/inventory/models?q=x");
  const published = screen.getByRole("link", { name: "PERC H965i" });
  expect(published.getAttribute("href")).toBe("/inventory/published/0190");
  const runs = within(screen.getByRole("region", { name: "Runs (30)" }));
  expect(runs.getByRole("link", { name: "Show all in the list" }).getAttribute("href")).toBe("/runs?q=x");
  expect(box().value).toBe("x");
});

test("what is cut leads to its list or says how to narrow it down, and the counts stand in the order of the sections", async () => {
  const groups = [
    { kind: "run", count: 30, hits: [hit("r-7", "4K write")] },
    { kind: "configuration", count: 27, hits: [hit("c-1", "RAID 10")] },
    { kind: "published_hardware", count: 12, hits: [hit("0190", "PERC H965i")] },
    { kind: "profile", count: 11, hits: [hit("quick-4k", "Quick 4K")] },
  ];
  openPage("/search?q=raid", labThatFinds(groups));

  const configurations = await screen.findByRole("region", { name: "Configurations (27)" });
  expect(configurations.textContent).toContain("1 of 27 are shown. Add words to narrow it down.");
  const published = screen.getByRole("region", { name: "Published hardware (12)" });
  expect(published.textContent).toContain("1 of 12 are shown. Add words to narrow it down.");
  const profiles = within(screen.getByRole("region", { name: "Profiles (11)" }));
  expect(profiles.getByRole("link", { name: "Show all in the list" }).getAttribute("href")).toBe("/profiles?q=raid");
  expect(screen.getByText(/things were found/).textContent).toContain(
    "Configurations (27), Published hardware (12), Runs (30), Profiles (11)",
  );
});

test("arrow keys go through what was found and back, Escape leaves", async () => {
  openPage("/search?q=x", labThatFinds(FOUND));

  const first = await screen.findByRole("link", { name: /^d-9/ });
  box().focus();
  fireEvent.keyDown(box(), { key: "ArrowDown" });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, { key: "ArrowDown" });
  const second = screen.getByRole("link", { name: "MZ-QL21T9" });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: "ArrowDown" });
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "PERC H965i" }));
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: "Home" });
  fireEvent.keyDown(first, { key: "ArrowUp" });
  expect(document.activeElement).toBe(box());
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a slash that is typed into a field is a slash", async () => {
  openPage("/runs", labThatFinds([]));

  const field = await screen.findByPlaceholderText("Title, configuration, server");
  field.focus();
  fireEvent.keyDown(field, { key: "/" });
  expect(document.activeElement).toBe(field);
});

test("nothing found is said, and nothing asked without a word", async () => {
  const lab = labThatFinds([]);
  const { router } = openPage("/search", lab);

  expect(await screen.findByText(/Type into the search box above/)).toBeTruthy();
  expect(lab.asked.some((line) => line.includes("/search"))).toBe(false);
  void router.navigate({ to: "/search", search: { q: "nothing" } });
  expect(await screen.findByText("Nothing was found for nothing.", { exact: false })).toBeTruthy();
  expect(screen.getByText("Nothing was found")).toBeTruthy();
});

test.each(["1e3", "true", "12345678901234567890", "007", "2012E98765"])(
  "an address that somebody wrote by hand searches for %s as it stands",
  async (q) => {
    const lab = labThatFinds(FOUND);
    openPage(`/search?q=${q}`, lab);

    expect(await screen.findByRole("heading", { level: 1, name: `Search: ${q}` })).toBeTruthy();
    expect(lab.asked).toContain(`GET /api/v1/search?q=${q}&limit=10`);
  },
);
