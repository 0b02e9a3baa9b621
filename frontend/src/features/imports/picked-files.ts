/** Files as a person drops or chooses them: whole folders with the paths in them, checked against what one upload takes. */
import { UPLOAD_LIMITS, type UploadFile } from "@/api/imports";
import { formatBinaryBytes, formatCount } from "@/lib/units";
import { imports as words } from "@/messages/imports";

/** The files of an input; those of a chosen folder keep their path in it. */
export function filesOfInput(files: Iterable<File>): UploadFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** All files of a drop, those in folders included. */
export async function filesOfDrop(transfer: DataTransfer): Promise<UploadFile[]> {
  // The entries are lost after the event, so take them before the first await.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = await Promise.all(entries.map(filesBelow));
  return files.flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<UploadFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  if (!isFolder(entry)) return [];
  const files: UploadFile[] = [];
  for (const child of await childrenOf(entry)) files.push(...(await filesBelow(child)));
  return files;
}

/** A reader gives a folder's entries in portions, and an empty one at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return children;
    children.push(...portion);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

export function totalBytes(files: readonly UploadFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Return the reason why these files do not fit in one upload; null if they do. */
export function refusalOf(files: readonly UploadFile[]): string | null {
  if (files.length > UPLOAD_LIMITS.files) {
    return words.tooMany(formatCount(files.length), formatCount(UPLOAD_LIMITS.files));
  }
  const bytes = totalBytes(files);
  if (bytes > UPLOAD_LIMITS.bytes)
    return words.tooLarge(formatBinaryBytes(bytes), formatBinaryBytes(UPLOAD_LIMITS.bytes));
  return null;
}

/** Return one name for the files: their common folder or the single file; null if they have nothing in common. */
export function nameOf(files: readonly UploadFile[]): string | null {
  const [first] = files;
  if (!first) return null;
  if (files.length === 1) return first.path;
  const [folder, ...rest] = first.path.split("/");
  return rest.length > 0 && files.every(({ path }) => path.startsWith(`${folder}/`)) ? `${folder}/` : null;
}
