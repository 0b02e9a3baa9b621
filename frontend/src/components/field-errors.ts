/** Maps the fields that the lab refused to the fields of a form, and names them. */
import { ApiProblem } from "@/api/problem";

/** Messages by path, as in `target.size_bytes`; several messages for one path become one text. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!(error instanceof ApiProblem)) return errors;
  for (const { path, message } of error.fields) {
    errors[path] = errors[path] ? `${errors[path]} ${message}` : message;
  }
  return errors;
}

/** Units that end the names of fields in requests. */
const UNIT = /(?:_bytes_per_s|_seconds|_ms|_ns|_bytes|_percent|_at)$/;

/** A name for the field at a path that no form has a label for: `target.size_bytes` is "Size". */
export function fieldName(path: string): string {
  const parts = path.split(".");
  const entry = parts.findLast((part) => /^\d+$/.test(part));
  const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = last.replace(UNIT, "").replaceAll("_", " ");
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return entry === undefined ? name : `${name} (${Number(entry) + 1})`;
}
