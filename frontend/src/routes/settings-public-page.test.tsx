/** Settings of the public page, and the place of a permalink on it. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { aShare } from "@/testing/share-objects";
import { ADMIN, problem, stubLab } from "@/testing/stub-lab";

const OFF = {
  enabled: false,
  lab_name: "",
  description: "",
  indexing: false,
  address: "https://lab.test/public",
  listed: 2,
};

/** Build a lab that stores the settings it receives. */
function labWithPage() {
  let page = OFF;
  const bodies: unknown[] = [];
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/public-page": () => page,
    "PATCH /api/v1/public-page": async (request) => {
      const body = (await request.json()) as Partial<typeof OFF>;
      bodies.push(body);
      page = { ...page, ...body };
      return page;
    },
  });
  return { lab, bodies };
}

test("the public page is switched on, then has an address to copy", async () => {
  const { lab, bodies } = labWithPage();
  openPage("/settings/public-page", lab);
  const enabled = await screen.findByRole("switch", { name: "Show the public page" });
  expect(screen.getByText("2 results are listed")).toBeTruthy();
  expect(screen.queryByText("https://lab.test/public")).toBeNull();
  fireEvent.click(enabled);
  expect(await screen.findByText("https://lab.test/public")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText("https://lab.test/public")).toBeNull());
  expect(bodies).toEqual([{ enabled: true }, { enabled: false }]);
});

test("name and description are saved together", async () => {
  const { lab, bodies } = labWithPage();
  openPage("/settings/public-page", lab);
  fireEvent.change(await screen.findByRole("textbox", { name: "Lab name" }), { target: { value: "Lab Nord" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies).toEqual([{ lab_name: "Lab Nord", description: "" }]));
});

/** Build a lab with one published share that stores what it receives. */
function labWithShare(changes: Parameters<typeof aShare>[0] = {}) {
  let share = aShare(changes);
  const bodies: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/public-page": { ...OFF, enabled: true },
    "GET /api/v1/shares/p-1": () => share,
    "PATCH /api/v1/shares/p-1": async (request) => {
      const body = (await request.json()) as Partial<typeof share>;
      bodies.push(body);
      if (body.doi === "wrong") return problem(422, "doi: must be a DOI such as 10.5281/zenodo.1234567");
      const public_url = body.listed ? "https://lab.test/p/a-result-1" : share.public_url;
      share = { ...share, ...body, public_url, embed_code: public_url && "<iframe></iframe>" };
      return share;
    },
  });
  return { lab, bodies };
}

test("the author lists a permalink, and copies its public address and its code", async () => {
  const { lab, bodies } = labWithShare();
  openPage("/shares/p-1", lab);
  const section = within(await screen.findByRole("region", { name: "Public page" }));
  fireEvent.click(section.getByRole("switch", { name: /List on the public page/ }));
  expect(await section.findByText("https://lab.test/p/a-result-1")).toBeTruthy();
  expect(section.getByText("<iframe></iframe>")).toBeTruthy();
  expect(bodies).toEqual([{ listed: true }]);
});

test("a DOI is set, and removed", async () => {
  const { lab, bodies } = labWithShare();
  openPage("/shares/p-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Set DOI…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "DOI of p-1" }));
  fireEvent.change(dialog.getByRole("textbox", { name: /DOI/ }), { target: { value: "10.5281/zenodo.1" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove DOI" }));
  await waitFor(() => expect(bodies).toEqual([{ doi: "10.5281/zenodo.1" }, { doi: null }]));
});

test("another user may not list it, and a draft has no public page", async () => {
  const mine = labWithShare({ mine: false });
  const first = openPage("/shares/p-1", mine.lab);
  const listed = await screen.findByRole("switch", { name: /List on the public page/ });
  expect((listed as HTMLInputElement).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Set DOI…" })).toBeNull();
  first.unmount();
  openPage("/shares/p-1", labWithShare({ state: "draft" }).lab);
  await screen.findByText(/A draft has no address/);
  expect(screen.queryByRole("switch", { name: /List on the public page/ })).toBeNull();
});
