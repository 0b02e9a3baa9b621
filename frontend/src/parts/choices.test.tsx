/** Drives and profiles to choose, by pointer and by name. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "@/testing/render-part";
import { DriveCard } from "./drive-card";
import { ProfileCard } from "./profile-card";

const DRIVE = {
  place: "Slot 4",
  temperature: "40 °C",
  model: "Samsung PM9A3",
  size: "3.84 TB",
  ending: "4530",
  usedPercent: 6,
  safety: "erasable",
  safetyText: "Enrolled, may be erased",
  isChosen: false,
} as const;

test("a drive is a checkbox named by slot and model, described by the rest", async () => {
  const choose = vi.fn();
  await renderPart(<DriveCard {...DRIVE} choose={choose} />);
  const box = screen.getByRole("checkbox", { name: "Slot 4 Samsung PM9A3" });
  const description = (box.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id))
    .map((part) => part?.getAttribute("aria-label") ?? part?.textContent);
  expect(description).toEqual(["3.84 TB · …4530", "6\u00a0% of rated endurance used", "Enrolled, may be erased"]);
  fireEvent.click(box);
  expect(choose).toHaveBeenCalledWith(true);
});

test("a locked drive cannot be chosen and says the reason", async () => {
  const choose = vi.fn();
  await renderPart(
    <DriveCard {...DRIVE} safety="locked" safetyText="Mounted at /" usedPercent={null} choose={choose} />,
  );
  const box = screen.getByRole<HTMLInputElement>("checkbox");
  expect(box.disabled).toBe(true);
  expect(screen.getByText("Mounted at /")).toBeTruthy();
  expect(screen.getByRole("img", { name: "Endurance used: unknown" })).toBeTruthy();
});

test("profiles of one group are radio buttons, so that arrows walk them", async () => {
  const choose = vi.fn();
  const shared = { group: "profile", line: "One line.", time: "52 s", phases: [] } as const;
  await renderPart(
    <>
      <ProfileCard {...shared} title="Quick look" effect="writes" isChosen choose={() => undefined} />
      <ProfileCard {...shared} title="SNIA IOPS" effect="erases" isChosen={false} choose={choose} />
    </>,
  );
  const radios = screen.getAllByRole<HTMLInputElement>("radio");
  expect(radios.map(({ name, checked }) => [name, checked])).toEqual([
    ["profile", true],
    ["profile", false],
  ]);
  fireEvent.click(screen.getByRole("radio", { name: "SNIA IOPS" }));
  expect(choose).toHaveBeenCalledOnce();
});
