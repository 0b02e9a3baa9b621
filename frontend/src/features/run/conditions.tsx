/** Under which conditions the run took place: the snapshot of its configuration and the two fingerprints. */
import { Text } from "@mantine/core";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { type Property, PropertyList, property } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { run as words } from "@/messages/run";
import { runPage as page } from "@/messages/run-page";
import classes from "./run.module.css";

/** Configuration, profile and engine, the configuration with the fingerprint of its class. */
export function measuredWith(run: Run): Property[] {
  return [
    property(words.configuration, run.configuration && <ConfigurationLink configuration={run.configuration} />),
    [words.profile, run.profile && words.profileVersion(run.profile.title, run.profile.version)],
    [words.engine, run.engine_version ?? run.engine],
    [words.classHash, run.class_hash && <code>{run.class_hash}</code>],
  ];
}

export function Conditions({ run }: { run: Run }) {
  return (
    <div className={classes.groups}>
      <PropertyList
        properties={[
          ...measuredWith(run),
          [words.instanceHash, run.instance_hash && <code>{run.instance_hash}</code>],
          ...(run.finished_at === null ? [] : [property(page.measuredAt, <Moment at={run.finished_at} />)]),
          ...(run.origin === "measured" ? [] : [property(page.storedAt, <Moment at={run.created_at} />)]),
        ]}
      />
      {run.configuration_snapshot === null && <Text c="dimmed">{words.noSnapshot}</Text>}
      {run.configuration_snapshot !== null &&
        snapshotGroups(run.configuration_snapshot).map(({ title, rows }) => (
          <div key={title} className={classes.group}>
            <h3>{title}</h3>
            <PropertyList properties={rows} />
          </div>
        ))}
    </div>
  );
}

function ConfigurationLink({ configuration: { number, name } }: { configuration: NonNullable<Run["configuration"]> }) {
  return (
    <AnchorLink to="/configurations/$ref" params={{ ref: number }}>
      {name}
    </AnchorLink>
  );
}
