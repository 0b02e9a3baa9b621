/** Awards by hand on the page of rankings: told beside the rule's places, given and withdrawn by those who may. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Award } from "@/api/awards";
import { anAward } from "@/testing/award-objects";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { aRanking } from "@/testing/ranking-objects";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const ADDRESS = "/rankings?profile=shoot-out@2";

function labWith(items: readonly Award[], more: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/rankings": aRanking(),
    "GET /api/v1/awards": { items, next_cursor: null },
    ...more,
  });
}

async function choices() {
  return within(await screen.findByRole("region", { name: "Editors' choice" }));
}

async function choose(section: Awaited<ReturnType<typeof choices>>) {
  fireEvent.click(section.getByRole("combobox", { name: "Configuration" }));
  // The reference is chosen among the same names, further up.
  const found = await screen.findAllByRole("option", { name: "c-2 RAID 5", hidden: true });
  fireEvent.click(found.at(-1) as HTMLElement);
}

test("an award stands in the row of its class, told apart from places, and no number changes", async () => {
  const lab = labWith([anAward({ reason: HOSTILE })]);
  openPage(ADDRESS, lab);

  const table = within(await screen.findByRole("table", { name: "Configurations by rating" }));
  const row = table.getByText("★ Best value").closest("tr") as HTMLElement;
  expect(within(row).getByRole("link", { name: "RAID 5" })).toBeTruthy();
  expect(within(row).getByText("second")).toBeTruthy();
  expect(within(row).getByText("50.00")).toBeTruthy();
  expect(table.getByRole("columnheader", { name: "Place" })).toBeTruthy();
  const section = await choices();
  expect(section.getByText(/^Editors' choice by ann, 22 Nov 2026/)).toBeTruthy();
  expect(section.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(lab.asked).toContain("GET /api/v1/awards?profile=shoot-out%402&withdrawn=true&limit=200");
});

test("a withdrawn award leaves the table and stays in its list", async () => {
  openPage(ADDRESS, labWith([anAward({ withdrawn_at: "2026-11-22T07:00:00Z", withdrawn_by: "bob" })]));
  const section = await choices();
  expect(section.getByText("1 withdrawn")).toBeTruthy();
  expect(section.getByText(/^Withdrawn by bob, 22 Nov 2026/)).toBeTruthy();
  expect(section.getByText("No choices in this ranking yet.")).toBeTruthy();
  expect(within(screen.getByRole("table")).queryByText("★ Best value")).toBeNull();
});

test("an award to a configuration that left the ranking says so", async () => {
  openPage(ADDRESS, labWith([anAward({ class_hash: "another", configuration: null })]));
  const section = await choices();
  expect(section.getByText("This configuration is no longer in the ranking.")).toBeTruthy();
  expect(section.queryByRole("link", { name: "RAID 5" })).toBeNull();
});

test("an award is given with its words, and only then", async () => {
  const sent: unknown[] = [];
  const lab = labWith([], {
    "POST /api/v1/awards": async (request) => {
      sent.push(await request.json());
      return Response.json(anAward(), { status: 201 });
    },
  });
  openPage(`${ADDRESS}&without=aaaaaaaaaaaa`, lab);
  const section = await choices();
  const submit = section.getByRole("button", { name: "Add choice" });
  fireEvent.click(submit);
  expect(await section.findByText("Choose a configuration of this ranking.")).toBeTruthy();
  expect(section.getByText("Give a reason.")).toBeTruthy();
  expect(sent).toEqual([]);

  await choose(section);
  fireEvent.change(section.getByRole("textbox", { name: "Title" }), { target: { value: " Best value " } });
  fireEvent.change(section.getByRole("textbox", { name: "Reason" }), { target: { value: "Half the price." } });
  fireEvent.click(submit);
  expect(await section.findByText("“Best value” was added to the ranking.")).toBeTruthy();
  expect(sent).toEqual([
    {
      configuration: "c-2",
      title: "Best value",
      reason: "Half the price.",
      profile: "shoot-out@2",
      all: false,
      without: ["aaaaaaaaaaaa"],
    },
  ]);
});

test("what the lab refuses is said, and nothing typed is lost", async () => {
  const lab = labWith([], { "POST /api/v1/awards": () => problem(422, "no such configuration") });
  openPage(ADDRESS, lab);
  const section = await choices();
  await choose(section);
  fireEvent.change(section.getByRole("textbox", { name: "Title" }), { target: { value: "Best value" } });
  const reason = section.getByRole("textbox", { name: "Reason" });
  fireEvent.change(reason, { target: { value: "Half the price." } });
  fireEvent.click(section.getByRole("button", { name: "Add choice" }));
  expect(await section.findByText(/no such configuration/)).toBeTruthy();
  expect((reason as HTMLTextAreaElement).value).toBe("Half the price.");
});

test("an award is withdrawn after a question", async () => {
  const lab = labWith([anAward()], {
    [`DELETE /api/v1/awards/${anAward().id}`]: anAward({ withdrawn_at: "2026-11-22T07:00:00Z" }),
  });
  openPage(ADDRESS, lab);
  const section = await choices();
  fireEvent.click(section.getByRole("button", { name: "Withdraw “Best value” of RAID 5" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(lab.asked).toContain(`DELETE /api/v1/awards/${anAward().id}`));
});

test("who may only look is offered neither", async () => {
  openPage(ADDRESS, labWith([anAward()], VIEWER));
  const section = await choices();
  expect(section.getByText("★ Best value")).toBeTruthy();
  expect(section.queryByRole("button")).toBeNull();
});
