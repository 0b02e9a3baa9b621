/** Import page with the zip of a share from another lab: its content before sending, then the result. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { aShare } from "@/testing/share-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const NONE = { items: [], next_cursor: null };
const ADDRESS = "https://lab.example.org/s/abcdefghijklmnop";
const SHA256 = "ab".repeat(32);

const MANIFEST = {
  schema: "storagelab.share-zip/1",
  document_sha256: SHA256,
  address: ADDRESS,
  product: { name: "Storage Lab", version: "0.9.0" },
  files: [],
};

/** Build the beginning and the end of a zip as the lab packs one; its middle is not read here. */
async function zipOf(manifest: object, { deflated = true, name = "share.zip" } = {}): Promise<File> {
  const content = new TextEncoder().encode(JSON.stringify(manifest));
  const packed = deflated ? await deflate(content) : content;
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  header.setUint16(8, deflated ? 8 : 0, true);
  header.setUint32(18, packed.length, true);
  header.setUint16(26, "manifest.json".length, true);
  const seal = `storagelab.share-zip/1 sha256:${"0".repeat(64)}`;
  return new File([header.buffer, "manifest.json", packed as BlobPart, "the rest", seal], name);
}

async function deflate(content: Uint8Array): Promise<Uint8Array> {
  const packer = new CompressionStream("deflate-raw");
  const writer = packer.writable.getWriter();
  void writer.write(content as BufferSource);
  void writer.close();
  return new Uint8Array(await new Response(packer.readable).arrayBuffer());
}

function choose(files: File[]): void {
  fireEvent.change(screen.getByLabelText<HTMLInputElement>("Choose files"), { target: { files } });
}

const RECEIVED = {
  ...aShare({
    number: "p-7",
    title: "Saturation",
    state: "draft",
    received: {
      address: ADDRESS,
      product: "Storage Lab 0.9.0",
      lineage_id: "lineage",
      version: 1,
      at: "2026-11-22T12:00:00Z",
      by: "ada",
      runs: [
        { there: "r-12", here: "r-40" },
        { there: "r-13", here: null },
      ],
    },
  }),
  already: false,
};

test.each([true, false])("a share says what it is, is sent as it is, and leads to what it became", async (deflated) => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": Response.json(RECEIVED, { status: 201 }),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  const zip = await zipOf(MANIFEST, { deflated });

  choose([zip]);
  expect(await screen.findByText("Permalink of another lab")).toBeTruthy();
  expect(screen.getByText(ADDRESS)).toBeTruthy();
  expect(screen.getByText(SHA256)).toBeTruthy();
  expect(screen.getByText("Storage Lab 0.9.0")).toBeTruthy();
  expect(lab.forms).toEqual([]);

  fireEvent.click(screen.getByRole("button", { name: "Receive" }));
  const taken = await screen.findByText("Received: Saturation");
  expect(taken.closest("[role=status]")).toBeTruthy();
  const [sent] = lab.forms;
  expect(sent?.form).toBe(zip);
  expect(sent?.headers["Content-Type"]).toBe("application/zip");
  expect(screen.getByRole("link", { name: "Open p-7" }).getAttribute("href")).toBe("/shares/p-7");
  expect(screen.getByRole("link", { name: "r-12 there is r-40 here" }).getAttribute("href")).toBe("/runs/r-40");
  expect(screen.getByText("r-13 there was removed here")).toBeTruthy();
});

test("a share that is here already says since when, and that nothing was added", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": Response.json({ ...RECEIVED, already: true }),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(MANIFEST)]);
  fireEvent.click(await screen.findByRole("button", { name: "Receive" }));
  expect(await screen.findByText("Already received as p-7: Saturation")).toBeTruthy();
  expect(screen.getByText(/^Received 22 Nov 2026, .* by ada\. Nothing was added\.$/)).toBeTruthy();
  expect(screen.queryByText("Received: Saturation")).toBeNull();
});

test("a refusal is said in the lab's words, and the share can be sent again", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": () => problem(422, "This zip was damaged or changed."),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(MANIFEST)]);
  fireEvent.click(await screen.findByRole("button", { name: "Receive" }));
  expect(await screen.findByText("This zip was damaged or changed.")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Receive" })).toBeTruthy());
});

test("a share among other files is not taken for results", async () => {
  openPage("/import", stubLab({ "GET /api/v1/imports": NONE }));
  await screen.findByText("No imports yet.");
  choose([new File(["{}"], "out.json"), await zipOf(MANIFEST)]);
  expect(await screen.findByText(/share.zip is a permalink of another lab\. Receive it alone/)).toBeTruthy();
});

test.each([
  ["of another schema", { ...MANIFEST, schema: "storagelab.share-zip/2" }],
  ["of something else", ["a list"]],
])("a zip %s is read like every other file", async (_, manifest) => {
  const lab = stubLab({ "GET /api/v1/imports": NONE, "POST /api/v1/imports": problem(422, "Not a result.") });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(manifest)]);
  expect(await screen.findByText("Not a result.")).toBeTruthy();
  expect(lab.forms).toHaveLength(1);
});
