/** The runs that are selected, and the way to lay them over each other. */
import { Button, Text } from "@mantine/core";
import { ButtonLink } from "@/components/link";
import { MOST_RUNS, writeRunList } from "@/lib/run-list";
import { compare as words } from "@/messages/compare";
import classes from "./runs-list.module.css";

export function SelectionBar({ selection, clear }: { selection: readonly string[]; clear: () => void }) {
  const count = selection.length;
  const advice = count === 1 ? words.least : count >= MOST_RUNS ? words.most(MOST_RUNS) : null;
  return (
    <section className={classes.selection} aria-label={words.column}>
      <Text role="status">
        {words.selected(count)} {advice}
      </Text>
      <div className={classes.selectionActions}>
        <ButtonLink to="/compare" search={{ runs: writeRunList(selection) }} size="xs">
          {words.open}
        </ButtonLink>
        <Button variant="default" size="xs" onClick={clear}>
          {words.clear}
        </Button>
      </div>
    </section>
  );
}
