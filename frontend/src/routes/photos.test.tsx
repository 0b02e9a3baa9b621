/** Photos of hardware, on the pages of the pieces they show. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Photo } from "@/api/types";
import { aController, NOTHING } from "@/testing/hardware-objects";
import { AT, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const CONTROLLER = {
  "GET /api/v1/controllers/k-1": aController(),
  "GET /api/v1/inventory/changes": NOTHING,
};
const PNG = new File(["\x89PNG"], "card.png", { type: "image/png" });

function aPhoto(changes: Partial<Photo> = {}): Photo {
  return {
    id: "photo-1",
    component: "controller",
    component_id: "controller-1",
    title: "The card in its slot",
    media_type: "image/png",
    size_bytes: 4,
    sha256: "a".repeat(64),
    address: "/api/v1/photos/photo-1/content",
    created_by: "ada",
    created_at: AT,
    ...changes,
  };
}

function choose(file: File) {
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files: [file] } });
}

test("a photo is added with its caption, shown, and removed after a question", async () => {
  const shown: Photo[] = [];
  const sent: unknown[] = [];
  const lab = stubLab({
    ...CONTROLLER,
    "GET /api/v1/photos": () => ({ items: [...shown], next_cursor: null }),
    "POST /api/v1/photos": async (request) => {
      const { searchParams } = new URL(request.url);
      sent.push([Object.fromEntries(searchParams), request.headers.get("content-type"), await request.text()]);
      shown.push(aPhoto({ title: searchParams.get("title") ?? "" }));
      return aPhoto();
    },
    "DELETE /api/v1/photos/photo-1": () => {
      shown.pop();
      return new Response(null, { status: 204 });
    },
  });
  openPage("/servers/controllers/k-1", lab);

  expect(await screen.findByText("No photos yet.")).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/photos?component=controller&ref=k-1&limit=200");
  choose(PNG);
  const dialog = within(await screen.findByRole("dialog", { name: "Add a photo" }));
  fireEvent.click(dialog.getByRole("button", { name: "Add photo" }));
  expect(await dialog.findByText("Enter a caption.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Caption/), { target: { value: " Its battery " } });
  fireEvent.click(dialog.getByRole("button", { name: "Add photo" }));

  const photos = within(await screen.findByRole("list", { name: "Photos of k-1" }));
  const picture = await photos.findByRole("img", { name: "Its battery" });
  expect(picture.getAttribute("src")).toBe("http://lab.test/api/v1/photos/photo-1/content");
  expect(sent).toEqual([
    [{ component: "controller", ref: "k-1", title: "Its battery" }, "image/png", await PNG.text()],
  ]);
  fireEvent.click(photos.getByRole("button", { name: "Remove the photo Its battery" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove this photo?" }));
  fireEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No photos yet.")).toBeTruthy();
});

test("what is no photo is refused before it is sent, and what the lab refuses stays in the dialog", async () => {
  const lab = stubLab({
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/drives": NOTHING,
    "POST /api/v1/photos": () => problem(422, "The body is not a PNG, JPEG or WebP picture."),
  });
  openPage("/servers/s-1", lab);

  expect(await screen.findByText("No photos yet.")).toBeTruthy();
  choose(new File(["GIF89a"], "moving.gif", { type: "image/gif" }));
  expect(await screen.findByText("moving.gif must be a PNG, JPEG or WebP picture.")).toBeTruthy();
  choose(PNG);
  const dialog = within(await screen.findByRole("dialog", { name: "Add a photo" }));
  fireEvent.change(dialog.getByLabelText(/^Caption/), { target: { value: "Front" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add photo" }));
  expect(await dialog.findByText(/^The body is not a PNG/)).toBeTruthy();
  expect(screen.queryByText("moving.gif must be a PNG, JPEG or WebP picture.")).toBeNull();
});

test("a viewer sees photos only; an administrator removes those of others", async () => {
  const answers = {
    ...CONTROLLER,
    "GET /api/v1/photos": { items: [aPhoto({ title: "", created_by: "mary" })], next_cursor: null },
  };
  const { unmount } = openPage("/servers/controllers/k-1", stubLab({ ...answers, ...VIEWER }));
  expect(await screen.findByRole("img", { name: "Photo without a caption" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /photo/i })).toBeNull();
  unmount();

  openPage("/servers/controllers/k-1", stubLab({ ...answers, ...ADMIN }));
  await waitFor(() => expect(screen.getByRole("button", { name: /^Remove the photo/ })).toBeTruthy());
});
