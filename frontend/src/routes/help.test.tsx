/** The help and the description of the API, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

test("the help has the keys, the rules and the words of the lab", async () => {
  openPage("/help", stubLab({}));

  const keys = within(await screen.findByRole("table", { name: "On every page" }));
  expect(keys.getByText("Go to Runs")).toBeTruthy();
  const judging = within(screen.getByRole("region", { name: "Rules" }));
  expect(judging.getByRole("heading", { name: "Steady state", level: 3 })).toBeTruthy();
  const words = within(screen.getByRole("table", { name: /^Terms, meanings/ }));
  expect(words.getByRole("rowheader", { name: "lease" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Endpoints of the REST API" }).getAttribute("href")).toBe("/api/docs");
});

const DESCRIPTION = {
  paths: {
    "/api/v1/runs": {
      get: {
        tags: ["results"],
        description: "List runs, newest first.",
        parameters: [{ name: "q", in: "query", required: false, description: "Words", schema: { type: "string" } }],
        responses: { "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Runs" } } } } },
      },
    },
    "/api/v1/jobs": {
      post: { tags: ["jobs"], description: "Submit a job.", responses: { "201": {} } },
    },
  },
};

test("endpoints are searched, the words are in the address, and each unfolds", async () => {
  const { router } = openPage("/api/docs", stubLab({ "GET /api/v1/openapi.json": DESCRIPTION }));

  expect(await screen.findByText("2 endpoints")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "newest" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "newest" }));
  expect(await screen.findByText("1 of 2 endpoints")).toBeTruthy();
  expect(screen.queryByText(/Submit a job/)).toBeNull();

  const details = screen.getByText(/^GET \/api\/v1\/runs/).closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  expect(await screen.findByRole("table", { name: "Parameters of GET /api/v1/runs" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Runs" })).toBeTruthy();
});
