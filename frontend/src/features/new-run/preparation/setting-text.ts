/** Settings of preparation steps and their choices in words. */
import { formatBinaryBytes } from "@/lib/units";
import { operations as words } from "@/messages/operations";

export function settingLabel(name: string): string {
  return words.settings[name] ?? name.replaceAll("_", " ");
}

export function choiceLabel(setting: string, choice: string | number): string {
  if (setting.endsWith("_bytes")) return formatBinaryBytes(Number(choice));
  if (setting === "ses") return words.erase[Number(choice)] ?? String(choice);
  return words.choices[choice] ?? String(choice).replaceAll("_", " ");
}

/** Parse the typed serial numbers into a list. */
export function serialList(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((serial) => serial !== "");
}
