/** The workloads of a draft: profiles to tick, each with its parameters, in the order of the table. */
import { Checkbox, Select, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Profile } from "@/api/types";
import { ParameterFields } from "@/components/parameter-fields";
import { shortSpan } from "@/lib/short-times";
import { newCampaign as words } from "@/messages/new-campaign";
import type { WorkloadDraft } from "./draft";
import type { StepProps } from "./new-campaign";
import classes from "./new-campaign.module.css";
import type { KnownWorkload } from "./request";

/** Built-in profiles that most campaigns use; the others are found by name. */
const USUAL = ["quick-4k", "read-sweep", "steady-4k-write", "four-corners"];

export interface WorkloadsStepProps extends StepProps {
  profiles: readonly Profile[];
  workloads: readonly KnownWorkload[];
}

export function WorkloadsStep({ profiles, workloads, change, errors }: WorkloadsStepProps) {
  const [announcement, setAnnouncement] = useState("");
  const { list, focusSoon } = useMovedFocus();
  const set = (next: readonly WorkloadDraft[]) => change({ workloads: next.length > 0 ? [...next] : undefined });
  const drafts = workloads.map(({ workload }) => workload);
  const add = (profile: Profile) => {
    set([...drafts, { profile: profile.name }]);
    setAnnouncement(words.added(profile.title));
    focusSoon(profile.name);
  };
  const offered = profiles.filter(
    ({ name }) => USUAL.includes(name) && !workloads.some(({ profile }) => profile.name === name),
  );
  return (
    <>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <ul ref={list} className={classes.workloads}>
        {workloads.map(({ workload, profile }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one profile may stand twice, and its fields hold no state.
          <li key={index}>
            <Workload
              workload={workload}
              profile={profile}
              error={(path) => errors[`workloads.${index}.${path}`]}
              set={(changed) => set(drafts.with(index, changed))}
              remove={() => {
                set(drafts.toSpliced(index, 1));
                setAnnouncement(words.removed(profile.title));
                focusSoon(profile.name);
              }}
            />
          </li>
        ))}
        {offered.map((profile) => (
          <li key={profile.name} className={classes.workloadHead}>
            <Checkbox label={profile.title} data-profile={profile.name} checked={false} onChange={() => add(profile)} />
            <WorkloadTime profile={profile} />
          </li>
        ))}
      </ul>
      {errors.workloads && <p className={classes.error}>{errors.workloads}</p>}
      <Select
        label={words.addWorkload}
        placeholder={words.chooseWorkload}
        data={profiles.map((profile) => ({ value: profile.name, label: profile.title }))}
        value={null}
        onChange={(name) => {
          const profile = profiles.find((candidate) => candidate.name === name);
          if (profile) add(profile);
        }}
        searchable
      />
    </>
  );
}

/** A box that is ticked moves to the chosen ones, and back: the focus goes with it. */
function useMovedFocus() {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-profile="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = null;
  });
  const focusSoon = (profile: string) => {
    // Move the focus only if it is already in the list, so that a selected profile below it retains the focus.
    if (list.current?.contains(document.activeElement)) moved.current = profile;
  };
  return { list, focusSoon };
}

function WorkloadTime({ profile: { estimated_seconds, writes } }: { profile: Profile }) {
  return (
    <span className={classes.quiet} data-numeric>
      {words.writes(writes)}, {shortSpan(estimated_seconds)}
    </span>
  );
}

interface WorkloadProps extends KnownWorkload {
  error: (path: string) => string | undefined;
  set: (workload: WorkloadDraft) => void;
  remove: () => void;
}

function Workload({ workload, profile, error, set, remove }: WorkloadProps) {
  const isChanged = workload.label !== undefined || workload.scale !== undefined || workload.parameters !== undefined;
  const refused = error("label") ?? error("profile.name");
  return (
    <>
      <div className={classes.workloadHead}>
        <Checkbox label={profile.title} data-profile={profile.name} checked onChange={remove} />
        <WorkloadTime profile={profile} />
      </div>
      <details className={classes.fold} open={isChanged || undefined}>
        <summary>{words.workloadSettings(profile.title)}</summary>
        <TextInput
          label={words.workloadLabel}
          placeholder={profile.title}
          value={workload.label ?? ""}
          onChange={({ currentTarget }) => set({ ...workload, label: currentTarget.value || undefined })}
          error={refused}
          maxLength={100}
        />
        <Checkbox
          label={words.smoke}
          checked={workload.scale === "smoke"}
          onChange={({ currentTarget }) => set({ ...workload, scale: currentTarget.checked ? "smoke" : undefined })}
        />
        {profile.parameters.length > 0 && (
          <ParameterFields
            profile={profile}
            values={workload.parameters ?? {}}
            set={(parameters) => set({ ...workload, parameters })}
            error={(name) => error(`profile.parameters.${name}`)}
          />
        )}
      </details>
      {refused && <p className={classes.error}>{refused}</p>}
    </>
  );
}
