/** The lines in which two short texts differ. */

export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Return the lines of both texts in order, by their longest common subsequence; meant for job files of a screen or two. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const below = common[(i + 1) * width + j] ?? 0;
      const right = common[i * width + j + 1] ?? 0;
      const both = (common[(i + 1) * width + j + 1] ?? 0) + 1;
      common[i * width + j] = a[i] === b[j] ? both : Math.max(below, right);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    const isRemoved =
      i < a.length && (j >= b.length || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0));
    if (isSame) lines.push({ kind: "same", text: a[i] ?? "" });
    else if (isRemoved) lines.push({ kind: "removed", text: a[i] ?? "" });
    else lines.push({ kind: "added", text: b[j] ?? "" });
    if (isSame || lines.at(-1)?.kind === "removed") i += 1;
    if (isSame || lines.at(-1)?.kind === "added") j += 1;
  }
  return lines;
}
