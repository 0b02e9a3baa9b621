/** Configurations and what two of them differ in, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Configuration } from "@/api/types";
import { aDiff, HOSTILE } from "@/testing/hardware-objects";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

function aConfiguration(number: string, snapshot: Configuration["snapshot"]): Configuration {
  return {
    id: number,
    number,
    name: `Setup ${number}`,
    derived_name: null,
    class_hash: "a".repeat(64),
    instance_hash: "b".repeat(64),
    origin: "discovered",
    snapshot,
    run_count: 2,
    labels: {},
    created_at: AT,
    histories: [],
  };
}

test("one factor that differs is named, by group, and what is unknown is said to be unknown", async () => {
  const lab = stubLab({ "GET /api/v1/configurations/diff": aDiff() });
  openPage("/configurations/diff?a=c-1&b=c-2", lab);

  expect(await screen.findByText("One factor differs: Array condition.")).toBeTruthy();
  expect(screen.getByText("1 more is unknown for at least one side.")).toBeTruthy();
  const array = within(screen.getByRole("table", { name: "Factors of the group Array" }));
  expect(array.getByRole("row", { name: "Array condition optimal rebuilding yes" })).toBeTruthy();
  const controller = within(screen.getByRole("table", { name: "Factors of the group Controller" }));
  expect(controller.getByRole("row", { name: "Battery unknown optimal unknown" })).toBeTruthy();
  expect(lab.asked).toContain("GET /api/v1/configurations/diff?a=c-1&b=c-2");
});

test("everything that is recorded is shown when somebody asks, and the address keeps it", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/diff": aDiff(),
    "GET /api/v1/configurations/c-1": aConfiguration("c-1", { cpu: { model: HOSTILE, cores: 32 } }),
    "GET /api/v1/configurations/c-2": aConfiguration("c-2", { cpu: { model: HOSTILE } }),
  });
  const { router } = openPage("/configurations/diff?a=c-1&b=c-2", lab);

  fireEvent.click(await screen.findByRole("switch", { name: "Show all facts of both" }));
  const table = within(await screen.findByRole("table", { name: "CPU" }));
  expect(table.getByRole("row", { name: "Cores 32 unknown" })).toBeTruthy();
  expect(table.getAllByText(HOSTILE)).toHaveLength(2);
  expect(document.querySelector("main img")).toBeNull();
  expect(router.state.location.search).toEqual({ a: "c-1", b: "c-2", all: true });
});

test("two runs say whether their curves belong in one chart", async () => {
  const { a, b } = aDiff();
  const run = (number: string) => ({ id: number, number, title: `Run ${number}` });
  const lab = stubLab({
    "GET /api/v1/configurations/diff": aDiff({
      a: { ...a, run: run("r-1") },
      b: { ...b, run: run("r-2") },
      overlay: { allowed: false, reason: "The workloads differ in block size (4 KiB and 128 KiB)." },
    }),
  });
  openPage("/configurations/diff?a=r-1&b=r-2", lab);

  expect(await screen.findByText("Their curves cannot share a chart.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Compare the runs" }).getAttribute("href")).toContain("/compare?runs=r-1");
});

test("sides are chosen and swapped, and a refusal stands on the page", async () => {
  const lab = stubLab({ "GET /api/v1/configurations/diff": () => problem(404, "There is no configuration c-9.") });
  const { router } = openPage("/configurations/diff", lab);

  expect(await screen.findByText("Nothing selected")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("A"), { target: { value: " c-9 " } });
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(await screen.findByText("Enter a configuration or run.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("B"), { target: { value: "c-2" } });
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));

  expect(await screen.findByText("There is no configuration c-9.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Swap" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ a: "c-2", b: "c-9" }));
});

test("a configuration shows its snapshot and leads to a comparison", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/c-1": aConfiguration("c-1", { board: "X13", arrays: [{ level: "raid5" }] }),
    "GET /api/v1/configurations/diff": aDiff(),
  });
  const { router } = openPage("/configurations/c-1", lab);

  expect(await screen.findByRole("heading", { level: 1, name: "c-1 · Setup c-1" })).toBeTruthy();
  expect(screen.getByText("raid5")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Compare with"), { target: { value: "r-4821" } });
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  await waitFor(() => expect(router.state.location.href).toBe("/configurations/diff?a=c-1&b=r-4821"));
});
