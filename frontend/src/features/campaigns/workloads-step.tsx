/** Step 3: what every configuration is measured with: profiles with their parameters, in the order of the table. */
import { ActionIcon, Button, Checkbox, Group, Select, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Profile } from "@/api/types";
import { ParameterFields } from "@/components/parameter-fields";
import { formatDuration } from "@/lib/units";
import { newJob } from "@/messages/jobs";
import { newCampaign as words } from "@/messages/new-campaign";
import type { WorkloadDraft } from "./draft";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";
import type { KnownWorkload } from "./request";

export interface WorkloadsStepProps extends StepProps {
  profiles: readonly Profile[];
  workloads: readonly KnownWorkload[];
}

export function WorkloadsStep({ profiles, workloads, change, errors }: WorkloadsStepProps) {
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const set = (next: readonly WorkloadDraft[]) => change({ workloads: next.length > 0 ? [...next] : undefined });
  const drafts = workloads.map(({ workload }) => workload);
  return (
    <>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {workloads.length === 0 && <Text c="dimmed">{words.noWorkloads}</Text>}
      <ul ref={list} className={classes.workloads}>
        {workloads.map(({ workload, profile }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one profile may stand twice, and its fields hold no state.
          <li key={index} className={classes.workload}>
            <Workload
              workload={workload}
              profile={profile}
              error={(path) => errors[`workloads.${index}.${path}`]}
              set={(changed) => set(drafts.with(index, changed))}
              remove={() => {
                set(drafts.toSpliced(index, 1));
                setAnnouncement(words.removed(profile.title));
              }}
            />
          </li>
        ))}
      </ul>
      {errors.workloads && <Text c="var(--sl-err)">{errors.workloads}</Text>}
      <AddWorkload
        profiles={profiles}
        add={(profile) => {
          set([...drafts, { profile: profile.name }]);
          setAnnouncement(words.added(profile.title));
        }}
      />
    </>
  );
}

interface WorkloadProps extends KnownWorkload {
  error: (path: string) => string | undefined;
  set: (workload: WorkloadDraft) => void;
  remove: () => void;
}

function Workload({ workload, profile, error, set, remove }: WorkloadProps) {
  return (
    <>
      <div className={classes.workloadHead}>
        <strong>{profile.title}</strong>
        <ActionIcon variant="default" size={28} aria-label={words.remove(profile.title)} onClick={remove}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Text c="dimmed">
        {newJob.about(formatDuration(profile.estimated_seconds))}, {words.writes(profile.writes)}
      </Text>
      <div className={classes.fields}>
        <TextInput
          label={words.workloadLabel}
          placeholder={profile.title}
          value={workload.label ?? ""}
          onChange={({ currentTarget }) => set({ ...workload, label: currentTarget.value || undefined })}
          error={error("label") ?? error("profile.name")}
          maxLength={100}
        />
        <Checkbox
          label={words.smoke}
          checked={workload.scale === "smoke"}
          onChange={({ currentTarget }) => set({ ...workload, scale: currentTarget.checked ? "smoke" : undefined })}
        />
      </div>
      {profile.parameters.length > 0 && (
        <ParameterFields
          profile={profile}
          values={workload.parameters ?? {}}
          set={(parameters) => set({ ...workload, parameters })}
          error={(name) => error(`profile.parameters.${name}`)}
        />
      )}
    </>
  );
}

function AddWorkload({ profiles, add }: { profiles: readonly Profile[]; add: (profile: Profile) => void }) {
  const [name, setName] = useState<string | null>(null);
  const chosen = profiles.find((profile) => profile.name === name);
  return (
    <Group gap={8} align="end">
      <Select
        label={words.addWorkload}
        placeholder={words.chooseWorkload}
        data={profiles.map((profile) => ({ value: profile.name, label: profile.title }))}
        value={name}
        onChange={setName}
        className={classes.add}
      />
      <Button
        variant="default"
        disabled={!chosen}
        onClick={() => {
          if (chosen) add(chosen);
          setName(null);
        }}
      >
        {words.add}
      </Button>
    </Group>
  );
}
