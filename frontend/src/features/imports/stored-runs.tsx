/** The runs that an import became, with a way to lay them over each other. */
import { Group } from "@mantine/core";
import type { Import } from "@/api/types";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Section } from "@/components/page";
import { workbenchOf } from "@/lib/run-list";
import { importPage as words } from "@/messages/imports";
import classes from "./imports.module.css";

export function StoredRuns({ made }: { made: Import }) {
  const runs = made.results.flatMap(({ run }) => run ?? []);
  return (
    <Section
      title={words.stored(runs.length)}
      aside={
        <Group gap={8}>
          {runs.length > 0 && (
            <ButtonLink to="/workbench" search={workbenchOf(runs.map(({ number }) => number))}>
              {runs.length > 1 ? words.compare : words.compareOne}
            </ButtonLink>
          )}
          <ButtonLink to="/import" variant="default">
            {words.again}
          </ButtonLink>
        </Group>
      }
    >
      <ul className={classes.list}>
        {runs.map(({ id, number, title }) => (
          <li key={id}>
            <AnchorLink to="/runs/$ref" params={{ ref: number }}>
              {words.runLink(number, title)}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
