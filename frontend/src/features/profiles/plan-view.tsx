/** The phases of a plan, each panel folded, and the job file of each phase. */
import { Select, Text } from "@mantine/core";
import { useState } from "react";
import type { PhasePlan, RenderedPhase } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { LazyDetails } from "@/components/lazy-details";
import { longSelect } from "@/components/long-select";
import { OutstandingIos } from "@/components/outstanding-ios";
import { PhaseStretches } from "@/components/phase-stretches";
import { formatDuration } from "@/lib/units";
import { messages, word } from "@/messages";
import { plan as words } from "@/messages/profiles";
import { groupPhases, type PhaseGroup } from "./group-phases";
import { endText } from "./profile-text";
import classes from "./profiles.module.css";

const COLUMNS: readonly Column<PhasePlan>[] = [
  { key: "phase", title: words.columns.phase, wrap: true, cell: (phase) => `${phase.ordinal}. ${phase.name}` },
  { key: "kind", title: words.columns.kind, cell: ({ kind }) => word(words.kinds, kind) },
  { key: "workload", title: words.columns.workload, wrap: true, cell: (phase) => phase.workload.description },
  { key: "ends", title: words.columns.ends, wrap: true, cell: (phase) => endText(phase) ?? messages.unknown },
  {
    key: "typical",
    title: words.columns.typical,
    numeric: true,
    cell: (phase) => formatDuration(phase.estimated_seconds),
  },
  {
    key: "longest",
    title: words.columns.longest,
    numeric: true,
    cell: (phase) => formatDuration(phase.max_seconds),
  },
];

export interface PlanViewProps {
  phases: readonly PhasePlan[];
  estimated_seconds: number;
  max_seconds: number;
}

export function PlanView({ phases, estimated_seconds, max_seconds }: PlanViewProps) {
  return (
    <div className={classes.plan}>
      <Text>
        {words.total(words.phases(phases.length), formatDuration(estimated_seconds), formatDuration(max_seconds))}
      </Text>
      <PhaseStretches
        phases={phases}
        remark={(some) => formatDuration(typicalSeconds(some))}
        table={(some, place) =>
          some[0]?.loop == null
            ? groupPhases(some).map((group) => <Group key={group.phases[0]?.ordinal} place={place} {...group} />)
            : table(some, captionOf(place))
        }
      />
    </div>
  );
}

function Group({ group, phases, place }: PhaseGroup & { place: string | null }) {
  if (group === null) return table(phases, captionOf(place));
  const typical = formatDuration(typicalSeconds(phases));
  return (
    <LazyDetails summary={words.group(group, words.phases(phases.length), typical)}>
      {() => table(phases, words.groupCaption(group))}
    </LazyDetails>
  );
}

function table(phases: readonly PhasePlan[], caption: string) {
  return <DataTable caption={caption} columns={COLUMNS} rows={phases} rowKey={({ ordinal }) => String(ordinal)} long />;
}

function captionOf(place: string | null): string {
  return place === null ? words.caption : words.groupCaption(place);
}

function typicalSeconds(phases: readonly PhasePlan[]): number {
  return phases.reduce((sum, phase) => sum + phase.estimated_seconds, 0);
}

export interface JobFilesProps {
  files: readonly RenderedPhase[];
  phases: readonly PhasePlan[];
}

export function JobFiles({ files, phases }: JobFilesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const file = files.find(({ ordinal }) => String(ordinal) === chosen) ?? files[0];
  if (!file) return <Text c="dimmed">{words.noFiles}</Text>;
  const phase = phases.find(({ ordinal }) => ordinal === file.ordinal);
  return (
    <div className={classes.plan}>
      <Select
        label={words.phase}
        data={files.map(({ ordinal, name }) => ({ value: String(ordinal), label: `${ordinal}. ${name}` }))}
        value={String(file.ordinal)}
        onChange={setChosen}
        allowDeselect={false}
        {...longSelect(files.length)}
      />
      {phase && <OutstandingIos workload={phase.workload} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre className={classes.code} tabIndex={0}>
        {file.text}
      </pre>
    </div>
  );
}
