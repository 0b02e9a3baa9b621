/** Models of hardware, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aModel, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

test("models are found by the query in the address, and the lab sorts them", async () => {
  const lab = stubLab({
    "GET /api/v1/hardware-models": { items: [aModel({ model: HOSTILE, alias: "drive B" })], next_cursor: null },
  });
  const { router } = openPage("/servers/models?q=21&component=drive&other=1", lab);

  const table = within(await screen.findByRole("table", { name: "Models of hardware" }));
  expect(table.getByRole("link", { name: HOSTILE }).getAttribute("href")).toBe("/servers/models/model-1");
  expect(table.getByText("3,504 TB written")).toBeTruthy();
  expect(table.getByText("249.50 EUR")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(router.state.location.search).toEqual({ q: "21 component:drive" });
  const request = lab.requests.findLast((line) => line.includes("/hardware-models")) ?? "";
  expect(new URL(`http://lab${request.slice(4)}`).searchParams.get("q")).toBe("21 component:drive");
  fireEvent.click(table.getByRole("button", { name: "Price" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: "-price" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("sort=-price"))).toBe(true));
});

test("a model is added with a claim, and its page opens", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/hardware-models": NOTHING,
    "POST /api/v1/hardware-models": async (request) => {
      sent.push(await request.json());
      return sent.length === 1 ? problem(409, "The drive X1 already exists. Change that entry.") : aModel();
    },
    "GET /api/v1/hardware-models/model-1": aModel(),
  });
  const { router } = openPage("/servers/models", lab);

  expect(await screen.findByText("No models yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Add model" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a model" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter the model.")).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Model/));
  fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: "X1" } });
  fireEvent.change(dialog.getByLabelText(/^Rated endurance/), { target: { value: "600" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add a specification" }));
  const claim = within(dialog.getByRole("group", { name: "Specification 1" }));
  fireEvent.change(claim.getByLabelText(/^Metric/), { target: { value: "4K random read" } });
  fireEvent.change(claim.getByLabelText(/^Value/), { target: { value: "85e4" } });
  fireEvent.change(claim.getByLabelText(/^Unit/), { target: { value: "IOPS" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/^The drive X1 already exists/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/servers/models/model-1"));
  expect(sent[1]).toEqual({
    component: "drive",
    model: "X1",
    rated_endurance_bytes: 600e12,
    claims: [{ metric: "4K random read", value: 850_000, unit: "IOPS", conditions: "", source: "" }],
  });
});

test("a model is changed and removed", async () => {
  const models = [aModel({ firmware_aliases: { GDC5: "firmware A" } })];
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/hardware-models": () => ({ items: [...models], next_cursor: null }),
    "GET /api/v1/hardware-models/model-1": () => models[0] ?? problem(404, "There is no hardware model model-1."),
    "PATCH /api/v1/hardware-models/model-1": async (request) => {
      const changes = await request.json();
      sent.push(changes);
      models[0] = aModel(changes);
      return models[0];
    },
    "DELETE /api/v1/hardware-models/model-1": () => {
      models.pop();
      return new Response(null, { status: 204 });
    },
  });
  const { router } = openPage("/servers/models/model-1", lab);

  expect(await screen.findByText("firmware A")).toBeTruthy();
  expect(screen.getByText("850,000 IOPS")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit MZ-QL21T9" }));
  expect(dialog.queryByLabelText(/^Model/)).toBeNull();
  fireEvent.change(dialog.getByLabelText(/^Power limit/), { target: { value: "8.25" } });
  fireEvent.click(dialog.getByRole("button", { name: "Remove specification 1" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("8.25 W")).toBeTruthy();
  const before = { power_limit_watts: 14, claims: aModel().claims };
  expect(sent).toEqual([{ power_limit_watts: 8.25, claims: [], before }]);
  expect(screen.getByText("No specifications yet.")).toBeTruthy();

  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove this model?" }));
  fireEvent.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/servers/models"));
  expect(await screen.findByText("No models yet")).toBeTruthy();
});

test("a viewer reads a model, and one that is gone says so", async () => {
  const lab = stubLab({ ...VIEWER, "GET /api/v1/hardware-models/model-1": aModel() });
  const { router } = openPage("/servers/models/model-1", lab);

  expect(await screen.findByRole("heading", { name: "MZ-QL21T9" })).toBeTruthy();
  expect(within(screen.getByRole("main")).queryAllByRole("button")).toEqual([]);
  await router.navigate({ to: "/servers/models/$id", params: { id: "model-2" } });
  expect(await screen.findByText("There is nothing at /api/v1/hardware-models/model-2.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Could not load the model" })).toBeTruthy();
});
