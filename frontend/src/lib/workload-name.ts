/** Common name of an access pattern. */

export interface AccessPattern {
  blockBytes: number;
  /** 0 to 100; undefined is unknown. */
  readPercent?: number;
  randomPercent?: number;
}

/** Return a workload as people call it: `4K random write`, `128K sequential read`, `8K 70 % read`. */
export function nameWorkload({ blockBytes, readPercent: read, randomPercent: random }: AccessPattern): string {
  const order = random === 100 ? "random" : random === 0 ? "sequential" : null;
  const kind = read === 100 ? "read" : read === 0 ? "write" : read === undefined ? null : `${Math.round(read)} % read`;
  return [blockName(blockBytes), order, kind].filter(Boolean).join(" ");
}

function blockName(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}M`;
  return bytes % 1024 === 0 ? `${bytes / 1024}K` : `${bytes} B`;
}
