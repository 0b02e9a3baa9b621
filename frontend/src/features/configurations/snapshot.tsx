/** Everything a configuration recorded: its fingerprints, its name and its snapshot. */
import { usePermissions } from "@/api/permissions";
import type { Configuration } from "@/api/types";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { word } from "@/messages";
import { configuration as words } from "@/messages/configurations";
import classes from "./configurations.module.css";
import { NameForm } from "./name-form";

export function Snapshot({ configuration }: { configuration: Configuration }) {
  const { operate } = usePermissions();
  const { properties: names } = words;
  return (
    <>
      <Section title={words.facts}>
        <PropertyList
          properties={[
            property(names.origin, word(words.origins, configuration.origin)),
            property(names.class, <code>{configuration.class_hash}</code>),
            property(names.instance, <code>{configuration.instance_hash}</code>),
            property(names.created, <Moment at={configuration.created_at} />),
          ]}
        />
      </Section>
      {operate && <NameForm configuration={configuration} />}
      <Section title={words.snapshot}>
        {snapshotGroups(configuration.snapshot).map(({ title, rows }) => (
          <div key={title} className={classes.group}>
            <h3>{title}</h3>
            <PropertyList properties={rows} />
          </div>
        ))}
      </Section>
    </>
  );
}
