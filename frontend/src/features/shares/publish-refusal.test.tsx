/** Publication of third-party figures: another author always needs a confirmation, at every place of publication. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { setWidth } from "@/testing/set-width";
import { aDraft, aPublished, someAvailableOptions } from "@/testing/share-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const REFUSAL = "r-1 has the figures of others (An article), and the share names ada as its author.";
const TITLE = "Publish results of other authors?";

/** Refuses until the request confirms it; what was sent so far. */
function requireConfirmation() {
  const sent: { confirm_new_author: boolean }[] = [];
  const answer = async (request: Request) => {
    const body = (await request.json()) as { confirm_new_author: boolean };
    sent.push(body);
    if (body.confirm_new_author) return aPublished({ number: "p-2" });
    return problem(409, REFUSAL, [{ path: "confirm_new_author", message: REFUSAL }], "new_author");
  };
  return { sent, answer };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function confirm() {
  const dialog = await screen.findByRole("dialog", { name: TITLE });
  expect(dialog.textContent).toContain(REFUSAL);
  fireEvent.click(within(dialog).getByRole("button", { name: "Publish with their source" }));
}

test("the quick dialog of a run asks, and keeps what was typed when nobody confirms", async () => {
  const { sent, answer } = requireConfirmation();
  const offers = {
    "POST /api/v1/shares/options": someAvailableOptions(),
    "POST /api/v1/shares/options/picture": () => new Response("<svg/>"),
  };
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": aRun(), "POST /api/v1/shares": answer, ...offers }));
  fireEvent.click(await screen.findByRole("button", { name: "Share" }));
  fireEvent.change(await screen.findByLabelText(/^Finding/), { target: { value: "Their article" } });
  press("Create permalink");
  const dialog = await screen.findByRole("dialog", { name: TITLE });
  fireEvent.click(within(dialog).getAllByRole("button", { name: "Cancel" })[1] as HTMLElement);
  expect(await screen.findByDisplayValue("Their article")).toBeTruthy();
  expect(sent).toHaveLength(1);

  press("Create permalink");
  await confirm();
  expect(await screen.findByText("https://lab.test/s/token")).toBeTruthy();
  expect(sent.map((body) => body.confirm_new_author)).toEqual([false, false, true]);
});

test("publishing a draft from the list asks", async () => {
  const { sent, answer } = requireConfirmation();
  setWidth(1440);
  const list = { items: [aDraft()], next_cursor: null };
  openPage("/shares?peek=p-2", stubLab({ "GET /api/v1/shares": list, "POST /api/v1/shares/p-2/publish": answer }));
  fireEvent.click(await screen.findByRole("button", { name: "Actions for p-2" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Publish…" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish p-2?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  await confirm();
  expect(await screen.findByText("https://lab.test/s/token")).toBeTruthy();
  expect(sent.map((body) => body.confirm_new_author)).toEqual([false, true]);
});
