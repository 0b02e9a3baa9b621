/** The conditions of a query as chips. */
import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { QueryChips } from "./query-chips";

const QUERY = 'raid:10 load:"4K random write"  (iops>500k OR p99<1ms)';

function show(query = QUERY) {
  const [edit, change] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider>
      <QueryChips query={query} edit={edit} change={change} />
    </MantineProvider>,
  );
  return { edit, change };
}

test("each condition is a chip that leads to its characters", () => {
  const { edit } = show();
  expect(screen.getAllByRole("listitem").map((chip) => chip.textContent)).toEqual([
    "raid:10",
    'load:"4K random write"',
    "(iops>500k OR p99<1ms)",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Edit (iops>500k OR p99<1ms)" }));
  const [from, to] = edit.mock.calls[0] as [number, number];
  expect(QUERY.slice(from, to)).toBe("(iops>500k OR p99<1ms)");
});

test("a chip is removed and the other conditions stay", () => {
  const { change } = show();
  fireEvent.click(screen.getByRole("button", { name: 'Clear load:"4K random write"' }));
  expect(change).toHaveBeenCalledWith("raid:10 (iops>500k OR p99<1ms)");
});

test("sides of an OR are one chip, which cannot lose one of them", () => {
  show("raid:5 OR raid:6");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});
