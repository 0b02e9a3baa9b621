/** The filters of a list of hardware that are in force. */
import { Pill } from "@mantine/core";
import type { FilterValues } from "@/components/filter-values";
import { messages, word } from "@/messages";
import { hardware, history, pieces as words } from "@/messages/hardware";
import classes from "./hardware.module.css";

export interface ActiveFiltersProps {
  filters: FilterValues;
  change: (filters: FilterValues) => void;
}

export function activeOf({ cursor: _cursor, ...filters }: FilterValues): [name: string, value: string][] {
  return Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
}

/** Every filter in force can be taken away, those too that a link brought and no field shows. */
export function ActiveFilters({ filters, change }: ActiveFiltersProps) {
  return (
    <ul aria-label={words.active} className={classes.active}>
      {activeOf(filters).map(([name, value]) => (
        <li key={name}>
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => change({ ...filters, [name]: undefined, cursor: undefined })}
            removeButtonProps={{ "aria-label": messages.removeFilter(nameOf(name)), tabIndex: 0, "aria-hidden": false }}
          >
            {words.filterIs(nameOf(name), wordsOf(name, value))}
          </Pill>
        </li>
      ))}
    </ul>
  );
}

const NAMES: Record<string, string> = {
  q: words.filterText,
  server: words.server,
  standing: words.standing,
  seen: words.seen,
  label: words.label,
  model: words.model,
  firmware: words.firmware,
  level: words.level,
  condition: words.condition,
  state: words.state,
  component: words.component,
  kind: words.change,
  since: words.since,
};

function nameOf(name: string): string {
  return word(NAMES, name);
}

function wordsOf(name: string, value: string): string {
  if (name === "standing" || name === "condition") return word(hardware.conditions, value);
  if (name === "state") return word(messages.states, value);
  if (name === "kind") return word(history.kinds, value);
  if (name === "component") return word(hardware.kinds, value);
  if (name === "level") return word(hardware.levels, value);
  return name === "seen" ? word(words.seenWords, value) : value;
}
