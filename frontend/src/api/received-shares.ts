/** Shares that another lab froze: their zip is recognised before it leaves this computer, and taken in by this lab. */
import type { Api } from "./client";
import type { ShareReceipt } from "./types";

/** Content of the manifest of a zip. None of it has been checked: the lab does that. */
export interface ShareZip {
  file: File;
  /** The permalink that it was given out at. */
  address: string | null;
  sha256: string;
  /** Such as `Storage Lab 0.9.0`. */
  product: string;
}

const SCHEMA = "storagelab.share-zip/1";
const SEAL = `${SCHEMA} sha256:`;
const SEAL_BYTES = SEAL.length + 64;
const HEADER_BYTES = 30;
const MANIFEST = "manifest.json";
const MAX_MANIFEST_BYTES = 24 * 1024 ** 2;
const STORED = 0;
const DEFLATED = 8;

/** Read the manifest if the file is the zip of a share; null for any other file. */
export async function readShareZip(file: File): Promise<ShareZip | null> {
  if (file.size < SEAL_BYTES + HEADER_BYTES + MANIFEST.length) return null;
  const seal = await textOf(file.slice(file.size - SEAL_BYTES));
  if (!seal.startsWith(SEAL)) return null;
  const manifest = await readManifest(file).catch(() => null);
  if (manifest === null || manifest.schema !== SCHEMA) return null;
  const { address, document_sha256: sha256, product } = manifest;
  return {
    file,
    address: typeof address === "string" ? address : null,
    sha256: typeof sha256 === "string" ? sha256 : "",
    product: isRecord(product) ? `${String(product.name)} ${String(product.version)}` : "",
  };
}

/** Send a zip. The same document sent twice is one share; `already` means that it was received before. */
export async function receiveShare(
  api: Api,
  { file }: ShareZip,
  options: { signal: AbortSignal; progress: (sent: number, total: number | null) => void },
): Promise<ShareReceipt> {
  const response = await api.sendForm({
    address: `${api.baseUrl}/api/v1/shares/received`,
    form: file,
    headers: { "Content-Type": "application/zip" },
    ...options,
  });
  return (await response.json()) as ShareReceipt;
}

/** The first entry of the zip, which is the manifest in every share. */
async function readManifest(file: File): Promise<Record<string, unknown> | null> {
  const header = new DataView(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const method = header.getUint16(8, true);
  const packedBytes = header.getUint32(18, true);
  const start = HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const name = await textOf(file.slice(HEADER_BYTES, HEADER_BYTES + MANIFEST.length));
  if (name !== MANIFEST || packedBytes > MAX_MANIFEST_BYTES) return null;
  const packed = file.slice(start, start + packedBytes);
  const manifest: unknown = JSON.parse(await unpacked(packed, method));
  return isRecord(manifest) ? manifest : null;
}

async function unpacked(packed: Blob, method: number): Promise<string> {
  if (method === STORED) return textOf(packed);
  if (method !== DEFLATED) throw new TypeError("the manifest is packed in another way");
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_MANIFEST_BYTES) throw new RangeError("no manifest is that large");
  }
}

async function textOf(blob: Blob): Promise<string> {
  return new TextDecoder().decode(await blob.arrayBuffer());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
