/** The list of configurations, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aConfigurationRow as aRow, someResult } from "@/testing/configuration-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const WRITES = { block_bytes: 4096, read_percent: 0, random_percent: 100 };
const READS = { ...WRITES, read_percent: 100 };
const ROWS = [
  aRow({ number: "c-1", result: someResult([100_000]), is_in_place: true }),
  aRow({ number: "c-2", result: { ...someResult([400_000]), run: "r-9" }, drives: "8 x P5520 3.84 TB" }),
  aRow({ number: "c-3", controller: null, firmware_of: "drives", result: null, origin: "published" }),
];

function lab(rows = ROWS, next_cursor: string | null = null) {
  return stubLab({
    "GET /api/v1/configurations/results": { items: rows, next_cursor, workload: WRITES },
    "GET /api/v1/configurations/workloads": {
      items: [
        { ...WRITES, configuration_count: 2 },
        { ...READS, configuration_count: 1 },
      ],
    },
  });
}

const table = async () => within(await screen.findByRole("table", { name: "Configurations of the lab" }));
const names = async () => (await table()).getAllByRole("link").map((link) => link.getAttribute("href"));

test("configurations stand by their controllers, the highest median first", async () => {
  openPage("/configurations", lab());

  expect(await names()).toEqual(["/configurations/c-2", "/configurations/c-1", "/configurations/c-3"]);
  expect((await table()).getByRole("button", { name: "PERC 12 H965i, 2 rows" })).toBeTruthy();
  expect((await table()).getByText("400k")).toBeTruthy();
  expect(screen.getByText("3 of 3")).toBeTruthy();
});

test("views, words, order and grouping are in the address", async () => {
  const { router } = openPage("/configurations?tab=published&sort=runs&group=none", lab());

  expect(await names()).toEqual(["/configurations/c-3"]);
  expect((await table()).queryByRole("button", { name: /rows?$/ })).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: /^All/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "runs", group: "none" }));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "8 ×" } });
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "8 p5520" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "8 p5520" }));
  fireEvent.click((await table()).getByRole("button", { name: "IOPS, median" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("sort"));
});

test("two that are ticked are compared, and opened in the workbench", async () => {
  const { router } = openPage("/configurations", lab());

  await table();
  expect((screen.getByRole("button", { name: "Diff 2" }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select c-2" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ selected: "c-2" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select c-1" }));
  const link = await screen.findByRole("link", { name: "Diff 2" });
  expect(link.getAttribute("href")).toBe("/configurations/diff?a=c-2&b=c-1");
  const workbench = screen.getByRole("link", { name: "Open in workbench" });
  expect(decodeURIComponent(workbench.getAttribute("href") ?? "")).toBe("/workbench?runs=r-7,r-9");
});

test("another workload is asked of the lab", async () => {
  const stub = lab();
  const { router } = openPage("/configurations", stub);

  await table();
  const select = screen.getByRole("combobox", { name: "Workload" });
  await waitFor(() => expect(within(select).getByText("IOPS, 4K random read")).toBeTruthy());
  fireEvent.change(select, { target: { value: "4096:100:100" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ workload: "4096:100:100" }));
  await waitFor(() => expect(stub.requests.some((line) => line.includes("workload=4096%3A100%3A100"))).toBe(true));
});

test("a long list is read to its end", async () => {
  const pages = [
    { items: ROWS.slice(0, 2), next_cursor: "more", workload: WRITES },
    { items: ROWS.slice(2), next_cursor: null, workload: WRITES },
  ];
  const stub = stubLab({
    "GET /api/v1/configurations/results": (request) => pages[request.url.includes("cursor=more") ? 1 : 0] ?? {},
    "GET /api/v1/configurations/workloads": { items: [] },
  });
  openPage("/configurations", stub);

  expect(await screen.findByText("3 of 3")).toBeTruthy();
  expect(await names()).toHaveLength(3);
});

test("no match says so, and the filters can be cleared", async () => {
  const stub = stubLab({
    "GET /api/v1/configurations/results": ({ url }) => ({
      items: url.includes("q=nothing") ? [] : ROWS,
      next_cursor: null,
      workload: WRITES,
    }),
    "GET /api/v1/configurations/workloads": { items: [] },
  });
  const { router } = openPage("/configurations?q=nothing", stub);

  expect(await screen.findByText("No matches")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
  expect(await names()).toHaveLength(3);
  expect(router.state.location.search).toEqual({});
});

test("a lab without configurations says where they come from", async () => {
  openPage("/configurations", lab([]));
  expect(await screen.findByText("No configurations yet")).toBeTruthy();
});

test("a list that cannot be read can be tried again", async () => {
  const answers: Response[] = [problem(503, "The database is away."), problem(503, "The database is away.")];
  const stub = stubLab({
    "GET /api/v1/configurations/results": () => answers.pop() ?? problem(404, "It is gone."),
    "GET /api/v1/configurations/workloads": { items: [] },
  });
  openPage("/configurations", stub);
  expect(await screen.findByText(/The database is away|It is gone/, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
}, 10_000);
