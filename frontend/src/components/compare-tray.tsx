/** The runs that are gathered for a comparison, at the foot of every page until they are compared. */
import { Button } from "@mantine/core";
import { AnchorLink, ButtonLink } from "@/components/link";
import { useTray, writeTray } from "@/lib/compare-tray";
import { writeRunList } from "@/lib/run-list";
import { compare } from "@/messages/compare";
import classes from "./compare-tray.module.css";

const words = compare.tray;

export function CompareTray() {
  const runs = useTray();
  if (runs.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={words.label}>
      <div className={classes.runs}>
        <span role="status">{words.count(runs.length)}</span>
        {runs.map((run) => (
          <AnchorLink key={run} to="/runs/$ref" params={{ ref: run }}>
            {run}
          </AnchorLink>
        ))}
      </div>
      <div className={classes.actions}>
        <ButtonLink to="/compare" search={{ runs: writeRunList(runs) }} size="xs">
          {compare.open}
        </ButtonLink>
        <Button variant="default" size="xs" onClick={() => writeTray([])}>
          {words.clear}
        </Button>
      </div>
    </section>
  );
}
