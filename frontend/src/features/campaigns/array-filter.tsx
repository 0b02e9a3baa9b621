/** Narrows matrix and results to one state of the array. */
import { Text } from "@mantine/core";
import { ARRAY_STATES, type ArrayState } from "@/api/campaigns";
import { word } from "@/messages";
import { campaigns, matrix as words } from "@/messages/campaigns";
import { Segmented } from "@/parts/segmented";
import classes from "./campaigns.module.css";

const ALL = "all";

export interface ArrayFilterProps {
  states: readonly ArrayState[];
  shown: ArrayState | undefined;
  choose: (state: ArrayState | undefined) => void;
}

export function ArrayFilter({ states, shown, choose }: ArrayFilterProps) {
  const offered = ARRAY_STATES.filter((state) => states.includes(state));
  return (
    <div className={classes.filter}>
      <Text>{words.filter}</Text>
      <Segmented<ArrayState | typeof ALL>
        label={words.filter}
        value={shown ?? ALL}
        change={(value) => choose(offered.find((state) => state === value))}
        options={[
          { value: ALL, label: words.all },
          ...offered.map((state) => ({ value: state, label: word(campaigns.arrayStates, state) })),
        ]}
      />
    </div>
  );
}
