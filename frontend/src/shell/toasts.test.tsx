/** Messages at the corner of the page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";
import { toast } from "./toasts";

const open = async () => {
  openPage("/campaigns", stubLab({ "GET /api/v1/campaigns": { items: [], next_cursor: null } }));
  await screen.findByRole("heading", { level: 1 });
};
const messageOf = async (title: string) => {
  const words = await screen.findByText(title);
  const message = words.closest<HTMLElement>('[role="status"], [role="alert"]');
  if (!message) throw new Error(`${title} is announced to nobody`);
  return message;
};

test("what was done is announced and can be taken back, once", async () => {
  await open();
  let undone = 0;
  toast.success({ title: HOSTILE, detail: "Kept for 30 days", undo: () => ++undone });

  const message = await messageOf(HOSTILE);
  expect(message.getAttribute("role")).toBe("status");
  expect(message.textContent).toContain("Kept for 30 days");
  fireEvent.click(within(message).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText(HOSTILE)).toBeNull());
  expect(undone).toBe(1);
});

test("an error is an alert, and so is an undo that fails", async () => {
  await open();
  toast.error({ title: "Could not save the view" });
  expect((await messageOf("Could not save the view")).getAttribute("role")).toBe("alert");
  toast.success({ title: "r-1 moved to trash", undo: () => Promise.reject(new Error("r-1 is in use.")) });
  fireEvent.click(within(await messageOf("r-1 moved to trash")).getByRole("button", { name: "Undo" }));
  const failed = await messageOf("Could not undo");
  expect(failed.textContent).toContain("r-1 is in use.");
  fireEvent.click(within(failed).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("Could not undo")).toBeNull());
});

test("no more than three stand at once; the next comes when one goes", async () => {
  await open();
  for (const number of [1, 2, 3, 4]) toast.error({ title: `error ${number}` });
  const first = await messageOf("error 1");
  await screen.findByText("error 3");
  expect(screen.queryByText("error 4")).toBeNull();
  fireEvent.click(within(first).getByRole("button", { name: "Close" }));
  expect(await screen.findByText("error 4")).toBeTruthy();
});
