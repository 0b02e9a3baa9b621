/** Names that the page of a new run has for the fields of its request, so that a refusal names what people see. */
import type { Profile } from "@/api/types";
import { destruction } from "@/messages/destruction";
import { newJob as words } from "@/messages/jobs";
import { newRun } from "@/messages/new-run";
import { customField } from "./custom";

const LABELS: Readonly<Record<string, string>> = {
  server_id: words.server,
  engine: words.engine,
  target: words.targetKind,
  "target.kind": words.targetKind,
  "target.path": words.path,
  "target.size_bytes": words.size,
  "target.copy_to": words.copyTo,
  "target.stable_ids": destruction.drives,
  profile: words.profile,
  "profile.name": words.profile,
  name: words.name,
  configuration_name: words.configuration,
  repeats: words.repeats,
  "repeat_until.cv_percent": words.repeatCv,
  priority: destruction.priority,
  on_lost: destruction.onLost,
  preparation: destruction.preparation,
  start_after: words.startAfter,
  note: words.note,
};

const PARAMETER = /^profile\.parameters\.(\w+)$/;

/**
 * Return the label of the field at a path of the request, where an entry of a list has that of the list; undefined where
 * the form has none. Parameters are named by their profile.
 */
export function fieldLabel(path: string, profile?: Profile): string | undefined {
  const parameter = PARAMETER.exec(path)?.[1];
  if (parameter) return profile?.parameters.find(({ name }) => name === parameter)?.title;
  if (path.startsWith("profile.document")) {
    const field = customField(path);
    return field ? newRun.custom[field] : newRun.custom.legend;
  }
  return LABELS[path.replace(/\.\d+$/, "")];
}
