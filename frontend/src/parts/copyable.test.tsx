import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "@/testing/render-part";
import { Copyable } from "./copyable";

test.each([false, true])("a value is copied, and that is said once, in a line: %s", async (isInline) => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  const copied = vi.fn();
  await renderPart(<Copyable value="S64GNE0R904471" label="the serial" isInline={isInline} onCopied={copied} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy the serial" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Copied"));
  expect(writeText).toHaveBeenCalledWith("S64GNE0R904471");
  expect(copied).toHaveBeenCalledOnce();
});

test("where the browser forbids it, the value is selected", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await renderPart(<Copyable value="S64GNE0R904471" label="the serial" />);
  fireEvent.click(screen.getByRole("button", { name: "Copy the serial" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Selected. Copy it with Ctrl C."));
  expect(getSelection()?.toString()).toBe("S64GNE0R904471");
});
