/** Page field for a path in the request, so that an error in the action bar links to it. */
import { customField } from "./custom";

/** Return the id of the field at a path; an entry of a list has that of the list. */
export function fieldId(path: string): string {
  return `field-${placeOf(path).replaceAll(".", "-")}`;
}

function placeOf(path: string): string {
  if (path.startsWith("profile.document")) return `custom.${customField(path) ?? "block_sizes"}`;
  if (path.startsWith("preparation")) return "preparation";
  return path.replace(/\.\d+$/, "");
}

/** Fields that are always visible; all others are among the settings. */
const OPEN = /^(?:server_id|target|profile\.(?:name|document)|confirm_serials)/;

export function isSetting(path: string): boolean {
  return !OPEN.test(path);
}
