/** Zips of permalinks of other labs, and how this lab receives them, for tests. */
import { aShare } from "./share-objects";

export const ADDRESS = "https://lab.example.org/s/abcdefghijklmnop";
export const SHA256 = "ab".repeat(32);

export const MANIFEST = {
  schema: "storagelab.share-zip/1",
  document_sha256: SHA256,
  address: ADDRESS,
  product: { name: "Storage Lab", version: "0.9.0" },
  files: [],
};

/** Build the beginning and the end of a zip as the lab packs one; its middle is not read here. */
export async function zipOf(manifest: object, { deflated = true, name = "share.zip" } = {}): Promise<File> {
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

export const RECEIVED = {
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
        { there: "r-12", here: "r-40", removable: true },
        { there: "r-13", here: null, removable: false },
      ],
    },
  }),
  already: false,
};
