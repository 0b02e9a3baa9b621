import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { Badge, OriginBadge, ServerBadge, StateBadge, VerdictBadge } from "./badge";

test("a badge has its word, and a drawing that is not read", async () => {
  const { container } = await renderPart(<StateBadge state="failed" />);
  expect(screen.getByText("Failed")).toBeTruthy();
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});

test("a finished run shows its verdict, a queued one its place", async () => {
  await renderPart(
    <>
      <StateBadge state="finished" verdict="steady" />
      <StateBadge state="waiting" place={2} />
      <VerdictBadge verdict="not_steady">Not steady after 24 rounds</VerdictBadge>
    </>,
  );
  for (const text of ["Steady", "Queued, 2nd", "Not steady after 24 rounds"])
    expect(screen.getByText(text)).toBeTruthy();
});

test("what was measured here has no badge of its origin", async () => {
  const { container } = await renderPart(<OriginBadge origin="measured" />);
  expect(container.querySelector("main")?.textContent).toBe("");
});

test("a name in another script keeps its own direction", async () => {
  await renderPart(<Badge tone="outlined">קונפיגורציה</Badge>);
  expect(screen.getByText("קונפיגורציה").dir).toBe("auto");
});

test("a server in use says if it measures", async () => {
  await renderPart(<ServerBadge state="busy" isMeasuring />);
  expect(screen.getByText("Measuring")).toBeTruthy();
});
