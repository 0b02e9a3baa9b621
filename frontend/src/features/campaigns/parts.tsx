/** The parts of a campaign over several servers: how far each is, and what holds it up. */
import { isTerminalCampaign } from "@/api/campaigns";
import type { CampaignPart } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { formatDuration } from "@/lib/units";
import { messages } from "@/messages";
import { campaign as words } from "@/messages/campaigns";
import { CampaignProgress } from "./campaign-progress";
import { CampaignBadge } from "./state-labels";

const TABLE_WIDTH = 1080;

export function Parts({ parts }: { parts: readonly CampaignPart[] }) {
  if (parts.length === 0) return null;
  return (
    <section aria-label={words.parts}>
      <DataTable
        caption={words.partsCaption}
        columns={COLUMNS}
        rows={parts}
        rowKey={({ id }) => id}
        minWidth={TABLE_WIDTH}
      />
    </section>
  );
}

const COLUMNS: readonly Column<CampaignPart>[] = [
  {
    key: "part",
    title: words.partColumns.part,
    cell: ({ number }) => (
      <AnchorLink to="/campaigns/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "server", title: words.partColumns.server, wrap: true, cell: ({ server }) => server.name },
  { key: "state", title: words.partColumns.state, cell: ({ state }) => <CampaignBadge state={state} /> },
  {
    key: "progress",
    title: words.partColumns.progress,
    wrap: true,
    cell: (part) => <CampaignProgress campaign={part} size="xs" />,
  },
  {
    key: "remaining",
    title: words.partColumns.remaining,
    numeric: true,
    cell: ({ state, estimated_seconds }) =>
      isTerminalCampaign(state) ? messages.none : formatDuration(estimated_seconds),
  },
  {
    key: "finish",
    title: words.partColumns.finish,
    wrap: true,
    cell: ({ estimated_finish_at }) =>
      estimated_finish_at === null ? messages.none : <Moment at={estimated_finish_at} />,
  },
  {
    key: "why",
    title: words.partColumns.waitsFor,
    wrap: true,
    // The pending decision appears above, with all its details.
    cell: ({ pending_decision, waiting_reason }) =>
      pending_decision ? words.decisionAbove : (waiting_reason ?? messages.none),
  },
];
