/** The page of rankings: what is asked follows from the address, and what the page says from the answer. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeTray } from "@/lib/compare-tray";
import { HOSTILE } from "@/testing/hardware-objects";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aRanking } from "@/testing/ranking-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const PROFILES = {
  "GET /api/v1/awards": { items: [], next_cursor: null },
};

test("without a choice the profile with the most configurations is ranked", async () => {
  const lab = stubLab({ ...PROFILES, "GET /api/v1/rankings": aRanking() });
  openPage("/rankings", lab);

  const table = within(await screen.findByRole("table", { name: "Configurations by rating" }));
  expect(lab.asked).toContain("GET /api/v1/rankings?profile=shoot-out%402");
  expect(table.getByRole("link", { name: "RAID 10" }).getAttribute("href")).toBe("/configurations/c-1");
  expect(table.getByText("first")).toBeTruthy();
  expect(table.getByRole("cell", { name: "40.00k × 1.00 · n = 3 · 36.0k to 44.0k" })).toBeTruthy();
  expect(table.getByRole("columnheader", { name: /4K write.*missing in a configuration/ })).toBeTruthy();
  expect(screen.getByText("2 values: not measured in steady state")).toBeTruthy();
});

test("workloads, the reference and what is not ranked are chosen in the address", async () => {
  const lab = stubLab({ ...PROFILES, "GET /api/v1/rankings": aRanking() });
  const { router } = openPage("/rankings?runs=r-1,r-2&all=true", lab);

  await screen.findByRole("table", { name: "Configurations by rating" });
  expect(lab.asked).toContain("GET /api/v1/rankings?run_id=r-1&run_id=r-2&all=true");
  expect(screen.getByText("Of 2 selected runs")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "4K read" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ runs: "r-1,r-2", without: "aaaaaaaaaaaa" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Include unranked results" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("all"));
});

test("names are text, and a ranking without a rating says so", async () => {
  const [first, second] = aRanking().configurations;
  if (!first || !second) throw new Error("the sample has two configurations");
  const none = { rating: null, rank: null, podium_rank: null, worst_ratio: null, best_ratio: null };
  const configurations = [
    { ...first, ...none, configuration: { ...first.configuration, name: HOSTILE } },
    { ...second, ...none },
  ];
  const lab = stubLab({ ...PROFILES, "GET /api/v1/rankings": aRanking({ configurations, reference: null }) });
  openPage("/rankings?profile=shoot-out@2", lab);

  expect(await screen.findByRole("link", { name: HOSTILE })).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(screen.getByText(/No common workload/)).toBeTruthy();
});

test("a lab without anything to rank says what is needed", async () => {
  writeTray([]);
  const runs = { items: ["r-1", "r-2"].map((number) => aRunSummary({ id: number, number })), next_cursor: null };
  const lab = stubLab({ "GET /api/v1/rankings": aRanking({ profiles: [] }), "GET /api/v1/runs": runs });
  openPage("/rankings", lab);
  expect(await screen.findByText("Nothing to rank")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the runs" }).getAttribute("href")).toBe("/runs");

  fireEvent.click(await screen.findByRole("checkbox", { name: "Select r-1 for comparison" }));
  expect(screen.queryByRole("link", { name: "Rank selected runs" })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select r-2 for comparison" }));
  const rank = screen.getByRole("link", { name: "Rank selected runs" });
  expect(rank.getAttribute("href")).toBe("/rankings?runs=r-1%2Cr-2&all=true");
});

test("a refusal is shown with its reason", async () => {
  const refusal = () => problem(422, "reference must be in this ranking");
  const lab = stubLab({
    ...PROFILES,
    "GET /api/v1/rankings": ({ url }) => (url.includes("profile=") ? refusal() : aRanking()),
  });
  openPage("/rankings?profile=shoot-out@2&reference=c-99", lab);
  expect(await screen.findByText(/reference must be in this ranking/)).toBeTruthy();
});

test("the ranking of another profile is waited for, and the old one does not stand under its name", async () => {
  const answer = ({ url }: Request) => (url.includes("other") ? new Promise<Response>(() => undefined) : aRanking());
  const lab = stubLab({ ...PROFILES, "GET /api/v1/rankings": answer });
  const { router } = openPage("/rankings?profile=shoot-out@2", lab);
  const shown = () => screen.queryByRole("table", { name: "Configurations by rating" });
  await screen.findByRole("table", { name: "Configurations by rating" });
  await router.navigate({ to: "/rankings", search: { profile: "shoot-out@2", without: "aaaaaaaaaaaa" } });
  expect(shown()).not.toBeNull();
  await router.navigate({ to: "/rankings", search: { profile: "other@1" } });
  await waitFor(() => expect(shown()).toBeNull());
});
