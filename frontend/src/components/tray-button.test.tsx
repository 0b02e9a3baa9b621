/** The button that gathers a run for a comparison. */
import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { readTray, writeTray } from "@/lib/compare-tray";
import { TrayButton } from "./tray-button";

beforeEach(() => writeTray([]));

function show(trashed: boolean) {
  render(
    <MantineProvider>
      <TrayButton run="r-1" trashed={trashed} />
    </MantineProvider>,
  );
}

test("a run is gathered and left out again", () => {
  show(false);
  fireEvent.click(screen.getByRole("button", { name: "Add to comparison" }));
  expect(readTray()).toEqual(["r-1"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove from comparison" }));
  expect(readTray()).toEqual([]);
});

test("a run in the trash is not offered", () => {
  show(true);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a run that was gathered before it went into the trash can still be left out", () => {
  writeTray(["r-1", "r-2"]);
  show(true);
  fireEvent.click(screen.getByRole("button", { name: "Remove from comparison" }));
  expect(readTray()).toEqual(["r-2"]);
  expect(screen.queryByRole("button")).toBeNull();
});
