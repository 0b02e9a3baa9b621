/** Everything a job does by its plan: phases, job files, effects. */
import { Select, Tabs, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ForeseenPlan } from "@/api/jobs";
import type { PhasePlan, Plan } from "@/api/types";
import { formatBinaryBytes, formatCount, formatDateTime, formatDuration } from "@/lib/units";
import { conditioning } from "@/messages/conditioning";
import { wear, newJob as words } from "@/messages/jobs";
import { type Column, DataTable } from "./data-table";
import { longSelect } from "./long-select";
import { Notice } from "./notice";
import { OutstandingIos } from "./outstanding-ios";
import { PhaseStretches } from "./phase-stretches";
import classes from "./plan-tabs.module.css";
import { planTotal } from "./plan-total";
import { PropertyList } from "./property-list";

export interface PlanTabsProps {
  plan: ForeseenPlan;
  opensWith?: "plan" | "files";
  /** One more tab behind the others. */
  more?: { title: string; content: ReactNode };
}

export function PlanTabs({ plan, opensWith = "plan", more }: PlanTabsProps) {
  const [tab, setTab] = useState<string | null>(opensWith);
  return (
    <>
      {plan.warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          {plan.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Notice>
      )}
      <Tabs value={tab} onChange={setTab} mt={8}>
        <Tabs.List mb={8}>
          <Tabs.Tab value="plan">{words.planTab}</Tabs.Tab>
          <Tabs.Tab value="files">{words.jobFileTab}</Tabs.Tab>
          <Tabs.Tab value="effects">{words.effectsTab}</Tabs.Tab>
          {more && <Tabs.Tab value="more">{more.title}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="plan">
          <Phases plan={plan} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <JobFiles files={plan.job_files} phases={plan.phases} />
        </Tabs.Panel>
        <Tabs.Panel value="effects">
          <Effects plan={plan} />
        </Tabs.Panel>
        {more && (
          <Tabs.Panel value="more">
            {/* What it shows is read only for who looks at it. */}
            {tab === "more" && more.content}
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}

function Phases({ plan }: { plan: Plan }) {
  const longest = Math.max(...plan.phases.map(({ estimated_seconds }) => estimated_seconds), 1);
  const columns: readonly Column<PhasePlan>[] = [
    { key: "phase", title: words.planColumns.phase, cell: (phase) => `${phase.ordinal}. ${phase.name}` },
    {
      key: "workload",
      title: words.planColumns.workload,
      wrap: true,
      // The workload already shows its share of the maximum.
      cell: ({ workload: { description }, load_of }) =>
        load_of == null ? description : words.loadOf(description, load_of),
    },
    {
      key: "duration",
      title: words.planColumns.duration,
      cell: (phase) => (
        <>
          {formatDuration(phase.estimated_seconds)}
          <span
            className={classes.bar}
            style={{ width: `${(100 * phase.estimated_seconds) / longest}%` }}
            aria-hidden="true"
          />
        </>
      ),
    },
    {
      key: "maximum",
      title: words.planColumns.maximum,
      numeric: true,
      cell: (phase) => formatDuration(phase.max_seconds),
    },
  ];
  return (
    <>
      {plan.preparation && plan.preparation.length > 0 && (
        <div>
          <strong>{words.preparation}</strong>
          <ol className={classes.preparation}>
            {plan.preparation.map(({ ordinal, title, max_seconds }) => (
              <li key={ordinal}>{words.preparationStep(title, formatDuration(max_seconds))}</li>
            ))}
          </ol>
        </div>
      )}
      <PhaseStretches
        phases={plan.phases}
        remark={(phases) => formatDuration(phases.reduce((sum, phase) => sum + phase.estimated_seconds, 0))}
        table={(phases, place) => (
          <DataTable
            caption={place === null ? words.planCaption : words.planCaptionOf(place)}
            columns={columns}
            rows={phases}
            long
            rowKey={(phase) => String(phase.ordinal)}
          />
        )}
      />
      {plan.left_out && plan.left_out.length > 0 && (
        <div>
          <strong>{conditioning.leftOut}</strong>
          <ul className={classes.preparation}>
            {plan.left_out.map(({ ordinal, name, reason }) => (
              <li key={ordinal}>{conditioning.leftOutPhase(ordinal, name, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <Text mt={8}>{planTotal(plan)}</Text>
    </>
  );
}

function JobFiles({ files, phases }: { files: Plan["job_files"]; phases: Plan["phases"] }) {
  const [chosen, setChosen] = useState("0");
  const file = files[Number(chosen)] ?? files[0];
  if (!file) return null;
  const phase = phases.find(({ ordinal }) => ordinal === file.ordinal);
  return (
    <>
      <Select
        label={words.jobFile}
        data={files.map(({ ordinal, name }, index) => ({ value: String(index), label: `${ordinal}. ${name}` }))}
        value={String(files.indexOf(file))}
        onChange={(value) => setChosen(value ?? "0")}
        allowDeselect={false}
        {...longSelect(files.length)}
        mb={8}
      />
      {phase && <OutstandingIos workload={phase.workload} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre className={classes.jobFile} tabIndex={0}>
        {file.text}
      </pre>
    </>
  );
}

function Effects({ plan }: { plan: ForeseenPlan }) {
  return (
    <PropertyList
      properties={[
        ...writesOf(plan),
        [words.samples, plan.sample_count === null ? null : formatCount(plan.sample_count)],
        [words.duration, formatDuration(plan.estimated_seconds)],
        [words.maximum, formatDuration(plan.max_seconds)],
        ...(plan.estimate_basis ? [[wear.basis, plan.estimate_basis] as const] : []),
        [words.ends, endText(plan)],
        ...(plan.endurance ?? []).map(({ drive, sentence }): [string, string] => [wear.drive(drive), sentence]),
        ...(plan.conditioning ?? []).map((drive): [string, string] => [words.conditioning(drive), drive.reason]),
      ]}
    />
  );
}

/**
 * Return the written volumes: by the forecast, or by the plain volumes of a job that was planned before forecasts
 * existed.
 */
function writesOf({ written_bytes, expected_writes }: Plan): [string, string | null][] {
  if (!expected_writes) return [[words.bytesWritten, written_bytes === null ? null : formatBinaryBytes(written_bytes)]];
  const { typical_bytes, max_bytes, preparation_bytes, sentence } = expected_writes;
  const typical = formatBinaryBytes(typical_bytes);
  const range = max_bytes === null ? typical : wear.upTo(typical, formatBinaryBytes(max_bytes));
  const bytes = preparation_bytes ? wear.byPreparation(range, formatBinaryBytes(preparation_bytes)) : range;
  return [[wear.writes, `${bytes}. ${sentence}`]];
}

/** When it would be over behind the jobs ahead; of one that was submitted, as long as it takes from now. */
function endText({ estimated_seconds, finish }: ForeseenPlan): string {
  if (finish) {
    if (finish.estimated_finish_at === null || finish.max_finish_at === null) return finish.sentence;
    return `${wear.range(formatDateTime(finish.estimated_finish_at), formatDateTime(finish.max_finish_at))}. ${finish.sentence}`;
  }
  const end = new Date(Date.now() + estimated_seconds * 1000).toISOString();
  return words.endsNow(formatDateTime(end), formatDateTime(end, "UTC"));
}
