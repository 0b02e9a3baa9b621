import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { ConfirmErase } from "./confirm-erase";

const FIELD = "Last 4 characters of the serial of slot 0";

function Form({ serial }: { serial: string | null }) {
  const [typed, type] = useState("");
  return <ConfirmErase drives={4} place="slot 0" serial={serial} typed={typed} type={type} />;
}

test("nothing is wrong while somebody types, only once the field was left", async () => {
  await renderPart(<Form serial="S64GNE0R904471" />);
  expect(screen.getByText("All data on 4 drives will be erased.")).toBeTruthy();
  const field = screen.getByLabelText(FIELD);
  const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe("Type the last 4 of the serial of slot 0");
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: "44" } });
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByRole("alert").textContent).toBe("These are not the last characters of that serial.");
  fireEvent.change(field, { target: { value: "4471" } });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("a drive without a serial cannot be confirmed", async () => {
  await renderPart(<Form serial={null} />);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(/reports no serial/)).toBeTruthy();
});
