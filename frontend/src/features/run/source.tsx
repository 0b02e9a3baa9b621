/** Origin of a run that was not measured here. */
import { Text } from "@mantine/core";
import type { Run } from "@/api/types";
import { Section } from "@/components/page";
import { run as words } from "@/messages/run";
import classes from "./run.module.css";

export function Source({ source }: { source: NonNullable<Run["source"]> }) {
  return (
    <Section title={words.source}>
      <p className={classes.source}>
        <cite>{source.title}</cite>
      </p>
      {source.note && (
        <Text c="dimmed" maw="80ch">
          {source.note}
        </Text>
      )}
    </Section>
  );
}
