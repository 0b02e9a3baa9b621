/** Findings of the editor: a few at first, the others on demand, and a refused one always. */
import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FindingList } from "./finding-list";
import type { ShareForm } from "./form";

const findings = Array.from({ length: 80 }, (_, place) => ({
  id: `f-${place + 1}`,
  isStored: true,
  sentence: `Sentence ${place + 1}.`,
  text: "",
  isShown: true,
}));

function show(errors: Record<string, string> = {}) {
  render(
    <MantineProvider>
      <FindingList form={{ findings } as unknown as ShareForm} change={() => {}} errors={errors} />
    </MantineProvider>,
  );
}

const shown = () => screen.getAllByRole("textbox").map((field) => (field as HTMLTextAreaElement).value);

test("a review of many findings shows the first ones, then more", () => {
  show();
  expect(shown()).toHaveLength(12);
  fireEvent.click(screen.getByRole("button", { name: "Show 68 more findings" }));
  expect(shown()).toHaveLength(62);
  fireEvent.click(screen.getByRole("button", { name: "Show 18 more findings" }));
  expect(shown()).toHaveLength(80);
  expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
});

test("a finding whose text was refused is among the first", () => {
  show({ "findings.40.text": "must have at most 1000 characters" });
  expect(shown()).toHaveLength(13);
  expect(shown().at(-1)).toBe("Sentence 41.");
});
