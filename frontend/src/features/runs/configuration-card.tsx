/** What the run was measured on and with, at a glance. */
import { Text } from "@mantine/core";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Section } from "@/components/page";
import { PropertyList } from "@/components/property-list";
import { run as words } from "@/messages/run";
import { measuredWith } from "./conditions";

export function ConfigurationCard({ run }: { run: Run }) {
  return (
    <Section title={words.conditions}>
      <PropertyList properties={measuredWith(run)} />
      <Text>
        <AnchorLink to="/runs/$ref/environment" params={{ ref: run.number }}>
          {words.allConditions}
        </AnchorLink>
      </Text>
    </Section>
  );
}
