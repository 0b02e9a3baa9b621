/** One configuration: its fingerprints, its snapshot, and a way to compare it. */

import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { configurationQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Configuration } from "@/api/types";
import { Labels } from "@/components/labels";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { PageHeader, Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { messages, word } from "@/messages";
import { configurations as words } from "@/messages/configurations";
import classes from "./configurations.module.css";
import { NameForm } from "./name-form";

export interface ConfigurationPageProps {
  reference: string;
  compare: (a: string, b: string) => void;
}

export function ConfigurationPage({ reference, compare }: ConfigurationPageProps) {
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(configurationQuery(useApi(), reference));
  if (error && !data)
    return <NotShown what={messages.problem.things.configuration} error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={480} />;
  return (
    <>
      <PageHeader
        title={words.title(data.number, data.name)}
        actions={
          <ButtonLink variant="default" to="/configurations/$ref/history" params={{ ref: data.number }}>
            {words.history}
          </ButtonLink>
        }
      />
      <Labels kind="configurations" reference={data.number} labels={data.labels} />
      <Section title={words.facts}>
        <Facts configuration={data} />
      </Section>
      {operate && <NameForm configuration={data} />}
      <CompareForm compare={(other) => compare(data.number, other)} />
      <Section title={words.snapshot}>
        {snapshotGroups(data.snapshot).map(({ title, rows }) => (
          <div key={title} className={classes.group}>
            <h3>{title}</h3>
            <PropertyList properties={rows} />
          </div>
        ))}
      </Section>
    </>
  );
}

function Facts({ configuration }: { configuration: Configuration }) {
  const { properties: names } = words;
  return (
    <PropertyList
      properties={[
        property(names.origin, word(words.origins, configuration.origin)),
        property(names.runs, configuration.run_count),
        property(names.class, <code>{configuration.class_hash}</code>),
        property(names.instance, <code>{configuration.instance_hash}</code>),
        property(names.created, <Moment at={configuration.created_at} />),
      ]}
    />
  );
}

function CompareForm({ compare }: { compare: (other: string) => void }) {
  const form = useForm({
    initialValues: { other: "" },
    validate: { other: (text) => (text.trim() === "" ? words.compareMissing : null) },
  });
  return (
    <form onSubmit={form.onSubmit(({ other }) => compare(other.trim()))} noValidate>
      <Group gap={8} align="flex-end">
        <TextInput
          label={words.compareWith}
          placeholder={words.compareHint}
          maxLength={64}
          w={400}
          maw="100%"
          {...form.getInputProps("other")}
        />
        <Button type="submit" variant="default">
          {words.compare}
        </Button>
      </Group>
    </form>
  );
}
