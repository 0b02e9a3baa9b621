/** The search field of the runs: proposals at the caret, and what is wrong in a query. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { aRunRow, aRunTable } from "@/testing/run-table-objects";
import { stubLab } from "@/testing/stub-lab";

const RUNS = aRunTable([aRunRow({ title: "Found before" })]);
const NAMES = {
  start: 0,
  end: 3,
  field: null,
  proposals: [{ kind: "field", text: "model:", description: "Model of a drive", count: null }],
};
const VALUES = {
  start: 6,
  end: 6,
  field: "model",
  proposals: [{ kind: "value", text: '"PM9A3 960"', description: "Model of a drive", count: 12 }],
};
const REFUSED = {
  detail: "There is no field modl.",
  status: 422,
  code: "invalid_query",
  start: 0,
  end: 4,
  known: ["model"],
  suggestion: "model",
};

const queryOf = (request: Request) => new URL(request.url).searchParams.get("q");
const field = () => screen.findByRole<HTMLInputElement>("searchbox", { name: "Search" });

test("a field and its value are chosen from what the lab proposes, and the list is asked for them", async () => {
  const lab = stubLab({
    "GET /api/v1/runs": RUNS,
    "GET /api/v1/fields/completions": (request: Request) => (queryOf(request) === "mod" ? NAMES : VALUES),
  });
  const { router } = openPage("/runs", lab);
  const search = await field();

  search.focus();
  fireEvent.change(search, { target: { value: "mod" } });
  fireEvent.click(await screen.findByRole("option", { name: /model:/, hidden: true }));
  expect(search.value).toBe("model:");

  fireEvent.click(await screen.findByRole("option", { name: /PM9A3 960.*12 runs/, hidden: true }));
  expect(search.value).toBe('model:"PM9A3 960" ');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'model:"PM9A3 960"' }));
});

test("what is wrong is underlined, the list stays, and what is probably meant is one click away", async () => {
  const lab = stubLab({
    "GET /api/v1/runs": (request: Request) =>
      queryOf(request)?.startsWith("modl")
        ? new Response(JSON.stringify(REFUSED), {
            status: 422,
            headers: { "content-type": "application/problem+json" },
          })
        : RUNS,
    "GET /api/v1/fields/completions": { start: 0, end: 0, field: null, proposals: [] },
  });
  const { router } = openPage("/runs", lab);
  const search = await field();
  await screen.findAllByText("Found before");

  fireEvent.change(search, { target: { value: "modl:PM9" } });
  fireEvent.keyDown(search, { key: "Enter" });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("There is no field modl.");
  expect(alert.querySelector("mark")?.textContent).toBe("modl");
  expect(screen.getAllByText("Found before").length).toBeGreaterThan(0);

  fireEvent.click(screen.getByRole("button", { name: "Use model" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "model:PM9" }));
  // The delay in which earlier text would take effect.
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(router.state.location.search).toEqual({ q: "model:PM9" });
});
