/** The columns that can be chosen, and those that some words mean. */
import type { QueryField } from "@/api/types";
import { figureOf, joinColumns } from "@/lib/column-text";
import { queryValue } from "@/lib/query-parts";
import { runList as words } from "@/messages/run-list";
import { dropUsualPlace } from "./baseline-column";
import { CURVE, DEFAULT_COLUMNS } from "./search";

export interface ColumnOption {
  column: string;
  title: string;
  group: keyof typeof words.columnGroups;
  /** Search text of the column, in lower case. */
  text: string;
  field: QueryField | null;
}

/** No order and no group: a picture has neither. */
export const CURVE_OPTION: ColumnOption = {
  column: CURVE,
  title: words.heads[CURVE] ?? "",
  group: "run",
  text: words.curveText,
  field: null,
};

/** Return the fields and the keys of labels; the field of all labels is left out. */
export function columnOptions(fields: readonly QueryField[], labels: readonly string[]): ColumnOption[] {
  const fieldOptions = fields
    .filter(({ type }) => type !== "label")
    .map((field): ColumnOption => {
      const title = titleOf(field);
      const text = [title, field.name, field.description, ...field.aliases].join(" ").toLowerCase();
      // Fields of runs are of no other group.
      const group = field.group as ColumnOption["group"];
      return { column: field.name, title, group, text, field };
    });
  const keys = [...new Set(labels.map((label) => label.split("=", 1)[0] ?? label))];
  return [...fieldOptions, ...keys.map(labelOption)];
}

function labelOption(key: string): ColumnOption {
  return {
    column: `label.${queryValue(key)}`,
    title: key,
    group: "label",
    text: `label ${key}`.toLowerCase(),
    field: null,
  };
}

/** The age of a run is called so in the head of the table alone. */
function titleOf({ name, title }: Pick<QueryField, "name" | "title">): string {
  return name === "created" ? title : (words.heads[name] ?? title);
}

/** Those that have all of the words, best named first. */
export function matchingOptions(options: readonly ColumnOption[], typed: string): ColumnOption[] {
  const wanted = wordsOf(typed);
  const rank = ({ column, title }: ColumnOption) =>
    column.toLowerCase() === typed.trim().toLowerCase() || title.toLowerCase().startsWith(typed.trim().toLowerCase())
      ? 0
      : 1;
  return options
    .filter(({ text }) => wanted.every((word) => text.includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}

const wordsOf = (typed: string) =>
  typed
    .toLowerCase()
    .split(/[\s,@]+/)
    .filter(Boolean);

export interface FigureWords {
  figure: ColumnOption;
  /** Remaining words, which name the workload. */
  workload: string;
}

/** Return the figure that words begin with, and the rest of them: `p99 4K random read`. */
export function figureWords(options: readonly ColumnOption[], typed: string): FigureWords | null {
  const text = typed.trim();
  const [first = ""] = wordsOf(text);
  const rest = text.slice(first.length).replace(/^[\s,@]+/, "");
  const figure = options.find(
    ({ group, field }) =>
      group === "figure" && [field?.name, ...(field?.aliases ?? [])].some((name) => name?.toLowerCase() === first),
  );
  return figure && rest !== "" ? { figure, workload: rest } : null;
}

const SIZE = /^(\d+)\s*([km])i?b?$/i;
const DEPTH = /^qd(\d+)$/i;
const THREADS = /^t(\d+)$/i;
const SHARES: Readonly<Record<string, string>> = {
  read: "read:100%",
  reads: "read:100%",
  write: "read:0%",
  writes: "read:0%",
  random: "random:100%",
  rnd: "random:100%",
  sequential: "random:0%",
  seq: "random:0%",
};

/** Return the conditions that a workload in common words means, `4K random read QD32`; null where a word is unknown. */
export function workloadConditions(typed: string): string | null {
  const text = typed.replace(/\bqd\s+(?=\d)/gi, "QD");
  const conditions = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const size = SIZE.exec(word);
      if (size) return `bs:${size[1]}${size[2]?.toLowerCase()}`;
      const depth = DEPTH.exec(word);
      if (depth) return `qd:${depth[1]}`;
      const threads = THREADS.exec(word);
      if (threads) return `threads:${threads[1]}`;
      return SHARES[word.toLowerCase()] ?? null;
    });
  return conditions.length === 0 || conditions.includes(null) ? null : conditions.join(" ");
}

const WORDS: Readonly<Record<string, string>> = {
  "read:100%": "read",
  "read:0%": "write",
  "random:100%": "random",
  "random:0%": "sequential",
};

/** Return the conditions on a workload in common words, `4K random read QD32`; other texts as they are. */
export function workloadWords(text: string): string {
  const converted = text.split(" ").map((condition) => {
    const size = /^bs:(\d+[km])$/i.exec(condition)?.[1];
    const depth = /^qd:(\d+)$/.exec(condition)?.[1];
    const threads = /^threads:(\d+)$/.exec(condition)?.[1];
    if (size) return size.toUpperCase();
    return depth ? `QD${depth}` : threads ? `T${threads}` : WORDS[condition];
  });
  return converted.every((word) => word !== undefined) ? converted.join(" ") : text;
}

/** Return a figure of the workload that was typed and of those with such a name. */
export function figureColumns(
  figure: Pick<ColumnOption, "column" | "title" | "field">,
  typed: string,
  names: readonly string[],
): ColumnOption[] {
  const conditions = workloadConditions(typed);
  const meant = conditions === null ? [] : [{ column: `${figure.column}@(${conditions})`, workload: typed.trim() }];
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}%]/gu, "");
  const wanted = wordsOf(typed).map(plain);
  const named = names
    .filter((name) => wanted.every((word) => plain(name).includes(word)))
    .map((name) => ({ column: figureOf(figure.column, name), workload: name }));
  return [...meant, ...named].map(({ column, workload }) => ({
    column,
    title: words.figureOf(figure.title, workload),
    group: "figure",
    text: "",
    field: figure.field,
  }));
}

/** Return the word that most likely finds the names of a workload: the lab looks for one stretch of letters. */
export function searchWord(typed: string): string {
  return wordsOf(typed).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Undefined for the usual columns, so that they leave the address. */
export function writeColumns(columns: readonly string[]): string | undefined {
  const written = dropUsualPlace(columns);
  const isUsual =
    written.length === DEFAULT_COLUMNS.length && DEFAULT_COLUMNS.every((column, at) => written[at] === column);
  return isUsual || written.length === 0 ? undefined : joinColumns(written);
}

/** Return the preferred first order of a column: the best figures and the newest dates first, texts from A on. */
export function firstOrder({ column, field }: Pick<ColumnOption, "column" | "field">): string {
  const isUp = field === null || field.unit === "ns" || (field.type !== "number" && field.type !== "date");
  return isUp ? column : `-${column}`;
}
