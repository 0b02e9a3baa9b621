/** The menu beside the button that fills the screen. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "@/testing/render-part";
import { WallButton } from "./wall-button";

test.each([
  ["pinned dashboards", { rotate: "pinned" }],
  ["never", { every: 0 }],
  ["30\u00a0s", { every: undefined }],
])("%s is written to the address", async (name, changes) => {
  const change = vi.fn();
  await renderPart(<WallButton search={{}} change={change} fill={vi.fn()} />);
  fireEvent.click(screen.getByRole("button", { name: "Options of the wall" }));
  const item = (await screen.findAllByRole("menuitemradio")).find(({ textContent }) => textContent === name);
  fireEvent.click(item as HTMLElement);
  expect(change).toHaveBeenCalledWith(changes);
});
