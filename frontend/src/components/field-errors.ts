/** Maps the fields that the lab refused to the fields of a form. */
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
