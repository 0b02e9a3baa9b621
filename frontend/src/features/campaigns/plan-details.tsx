/** Everything a campaign will do, before it does anything, and what makes it shorter. */
import { Tabs } from "@mantine/core";
import type { Measure } from "@/api/campaigns";
import type { CampaignPlan } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { Notice } from "@/components/notice";
import { PropertyList } from "@/components/property-list";
import { formatBytes, formatCount, formatDateTime, formatDuration, formatPercent } from "@/lib/units";
import { messages } from "@/messages";
import { newCampaign as words } from "@/messages/new-campaign";
import { Calendar } from "./calendar";
import { plannedSlots } from "./calendar-days";
import classes from "./new-campaign.module.css";
import { Proposals } from "./proposals";

export interface PlanDetailsProps {
  plan: CampaignPlan;
  accepted: readonly Measure[];
  accept: (measures: Measure[]) => void;
}

export function PlanDetails({ plan, accepted, accept }: PlanDetailsProps) {
  const { cells_total, cells_impossible, estimated_seconds, estimated_finish_at, deadline, fits, warnings } = plan;
  return (
    <div className={classes.details}>
      {fits === false && deadline !== null && <Notice level="warn" title={words.tooLong(formatDateTime(deadline))} />}
      {fits === true && <Notice level="info">{words.fits}</Notice>}
      <Proposals proposals={plan.proposals} tooLong={fits === false} accepted={accepted} accept={accept} />
      {warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Notice>
      )}
      {plan.parts.length > 0 && (
        <DataTable
          caption={words.partsCaption}
          columns={PARTS}
          rows={plan.parts}
          rowKey={({ server }) => server.id}
          minWidth={400}
        />
      )}
      <PropertyList
        properties={[
          [words.size, words.cells(cells_total - cells_impossible, cells_impossible)],
          [words.duration, formatDuration(estimated_seconds)],
          [
            words.finish,
            estimated_finish_at &&
              words.finishNow(formatDateTime(estimated_finish_at), formatDateTime(estimated_finish_at, "UTC")),
          ],
          [words.written, writtenText(plan)],
          [words.endurance, enduranceText(plan)],
          [words.samples, formatCount(plan.sample_count)],
        ]}
      />
      <Tabs defaultValue="steps" keepMounted={false}>
        <Tabs.List mb={8}>
          <Tabs.Tab value="steps">{words.stepsTab}</Tabs.Tab>
          <Tabs.Tab value="calendar">{words.calendarTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <DataTable
            caption={words.stepsCaption}
            columns={plan.parts.length > 0 ? STEPS_ON_SERVERS : STEPS}
            rows={plan.order.map((cell, index) => ({ ...cell, place: index + 1 }))}
            rowKey={({ place }) => String(place)}
            minWidth={760}
            long
          />
        </Tabs.Panel>
        <Tabs.Panel value="calendar">
          <Calendar slots={plannedSlots(plan, Date.now())} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** Describe the volume that all phases write, or that it is unknown. */
function writtenText({ expected_writes }: CampaignPlan): string {
  if (expected_writes === null) return words.unknown;
  const { typical_bytes, max_bytes, sentence } = expected_writes;
  const maximum = max_bytes === null ? null : formatBytes(max_bytes);
  return `${words.writtenUpTo(formatBytes(typical_bytes), maximum)}. ${sentence}`;
}

/** Describe the endurance used of the most worn drive, among those with a known value. */
function enduranceText({ endurance }: CampaignPlan): string {
  const estimated = endurance.flatMap(({ drive, typical_percent }) =>
    typical_percent === null ? [] : [{ drive, percent: typical_percent }],
  );
  const [first, ...others] = estimated;
  if (!first) return endurance.length > 0 ? words.unknown : messages.none;
  const worst = others.reduce((one, other) => (other.percent > one.percent ? other : one), first);
  const text = words.maxWear(formatPercent(worst.percent), worst.drive);
  const unknown = endurance.length - estimated.length;
  return unknown > 0 ? words.maxWearKnown(text, unknown) : text;
}

type PartPlan = CampaignPlan["parts"][number];

const PARTS: readonly Column<PartPlan>[] = [
  { key: "server", title: words.partColumns.server, wrap: true, cell: ({ server }) => server.name },
  {
    key: "cells",
    title: words.partColumns.cells,
    wrap: true,
    cell: ({ cells_total, cells_impossible }) => words.cells(cells_total - cells_impossible, cells_impossible),
  },
  {
    key: "duration",
    title: words.partColumns.duration,
    numeric: true,
    cell: ({ estimated_seconds }) => formatDuration(estimated_seconds),
  },
  {
    key: "fits",
    title: words.partColumns.fits,
    cell: ({ fits }) => (fits === null ? messages.none : fits ? words.yes : words.no),
  },
];

type Step = CampaignPlan["order"][number] & { place: number };

const STEPS: readonly Column<Step>[] = [
  { key: "place", title: words.stepColumns.place, numeric: true, cell: ({ place }) => place },
  { key: "cell", title: words.stepColumns.cell, wrap: true, cell: ({ title }) => title },
  {
    key: "preparation",
    title: words.stepColumns.preparation,
    wrap: true,
    cell: ({ preparation }) => preparation.join(" · ") || messages.none,
  },
  {
    key: "drives",
    title: words.stepColumns.drives,
    wrap: true,
    cell: ({ drives }) => drives.join(", ") || messages.none,
  },
  {
    key: "duration",
    title: words.stepColumns.duration,
    numeric: true,
    cell: ({ estimated_seconds }) => formatDuration(estimated_seconds),
  },
];

const [PLACE, ...OTHERS] = STEPS;
const STEPS_ON_SERVERS: readonly Column<Step>[] = [
  ...(PLACE ? [PLACE] : []),
  { key: "server", title: words.stepColumns.server, cell: ({ server }) => server.name },
  ...OTHERS,
];
