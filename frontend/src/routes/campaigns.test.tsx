/** The list of campaigns, opened as a page. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCampaign, aPart } from "@/testing/campaign-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const page = (items: object[], next_cursor: string | null = null) => ({ items, next_cursor });

const card = async (name: RegExp) => screen.findByRole("link", { name });

test("a card shows state, progress and end, and the matrix as a picture", async () => {
  const campaign = aCampaign({
    cells_failed: 1,
    cells_withheld: 1,
    cell_states: [
      ["measured", "failed"],
      ["running", "impossible"],
    ],
    deadline: "2026-11-21T02:30:00Z",
    fits: false,
  });
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": page([campaign]) }));

  const campaignCard = await card(/RAID levels of the new controller/);

  expect(campaignCard.getAttribute("href")).toBe("/campaigns/m-1");
  expect(campaignCard.textContent).toContain("Measuring");
  expect(campaignCard.textContent).toContain("4 of 10 done");
  expect(campaignCard.textContent).toContain("4 of 10 cells measured, 1 failed, 1 withheld, 2 impossible");
  expect(campaignCard.textContent).toContain("after the deadline of");
  expect([...campaignCard.querySelectorAll("rect")].map((mark) => mark.dataset.state)).toEqual([
    "measured",
    "failed",
    "running",
    "impossible",
  ]);
});

test("a campaign that ended says when", async () => {
  const campaign = aCampaign({ state: "finished", finished_at: "2026-11-21T02:00:00Z" });
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": page([campaign]) }));

  const campaignCard = await card(/RAID levels/);

  expect(campaignCard.textContent).toContain("ended ");
  expect(campaignCard.querySelector('time[datetime="2026-11-21T02:00:00Z"]')).toBeTruthy();
});

test("the empty list says what a campaign is, and leads an operator to the form", async () => {
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": page([]) }));

  expect(await screen.findByText(/one plan over many configurations/)).toBeTruthy();
  const links = await screen.findAllByRole("link", { name: "New campaign" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/campaigns/new", "/campaigns/new"]);
});

test("a viewer is not offered to make one", async () => {
  openPage("/campaigns", stubLab({ ...VIEWER, "GET /api/v1/campaigns": page([]) }));

  expect(await screen.findByText("No campaigns yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "New campaign" })).toBeNull();
});

test("the filter of an old address is asked for as a query, and older campaigns are a page of their own", async () => {
  const lab = stubLab({ "GET /api/v1/campaigns": page([aCampaign({ state: "paused" })], "abc") });
  const { router } = openPage("/campaigns?state=paused", lab);

  (await screen.findByRole("button", { name: "Older" })).click();
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "state:paused", cursor: "abc" }));

  expect(lab.requests.some((line) => line.includes("q=state%3Apaused"))).toBe(true);
  expect(lab.requests.some((line) => line.includes("cursor=abc"))).toBe(true);
});

test("the lab orders campaigns as the address says", async () => {
  const lab = stubLab({ "GET /api/v1/campaigns": page([aCampaign()]) });
  const { router } = openPage("/campaigns", lab);

  const order = await screen.findByRole("combobox", { name: "Order" });
  fireEvent.change(order, { target: { value: "deadline" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "deadline" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("campaigns?sort=deadline"))).toBe(true));
  fireEvent.change(order, { target: { value: "-created" } });
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("a failed read says what and who", async () => {
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": () => problem(500, "The database does not answer.") }));

  expect((await screen.findByRole("alert")).textContent).toContain("The database does not answer.");
});

test("a campaign over several servers is one card with all of their names", async () => {
  const other = { id: "server-2", number: "s-2", name: "rack-5" };
  const campaign = aCampaign({ server: null, parts: [aPart(), aPart({ id: "campaign-3", server: other })] });
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": page([campaign]) }));

  expect((await card(/RAID levels/)).textContent).toContain("rack-4, rack-5");
});
