/** The comparison before anything is compared: runs to choose, and the ways to results that need no choice of runs. */
import { Text } from "@mantine/core";
import { ButtonLink } from "@/components/link";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { RunPicker } from "@/components/run-picker";
import { useTray } from "@/lib/compare-tray";
import { writeRunList } from "@/lib/run-list";
import { compare as words } from "@/messages/compare";
import classes from "./compare.module.css";

export function NothingChosen() {
  const gathered = useTray();
  return (
    <>
      <PageHeader title={words.title} />
      {gathered.length === 0 && (
        <EmptyState title={words.emptyTitle}>
          <Text>{words.empty}</Text>
          <ButtonLink variant="default" to="/runs">
            {words.toRuns}
          </ButtonLink>
        </EmptyState>
      )}
      <Section title={words.picker.title}>
        <RunPicker
          actions={(runs) =>
            runs.length > 0 && (
              <>
                <ButtonLink to="/compare" search={{ runs: writeRunList(runs) }}>
                  {words.open}
                </ButtonLink>
                <ButtonLink variant="default" to="/compare/pivot" search={{ runs: writeRunList(runs) }}>
                  {words.asTable}
                </ButtonLink>
                <ButtonLink variant="default" to="/rankings" search={{ runs: writeRunList(runs), all: true }}>
                  {words.rank}
                </ButtonLink>
              </>
            )
          }
        />
      </Section>
      <Section title={words.picker.otherWays}>
        <div className={classes.ways}>
          <ButtonLink variant="default" to="/compare/pivot">
            {words.picker.toPivot}
          </ButtonLink>
          <ButtonLink variant="default" to="/rankings">
            {words.picker.toRankings}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
