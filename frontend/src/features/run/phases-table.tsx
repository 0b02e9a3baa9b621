/** The phases of a run in the order they ran, with how each one ended. */
import type { Phase } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { PhaseStretches } from "@/components/phase-stretches";
import { StateLabel } from "@/components/state-label";
import { formatDuration } from "@/lib/units";
import { messages, word } from "@/messages";
import { run as words } from "@/messages/run";
import { workloadText } from "./workload-text";

const COLUMNS: readonly Column<Phase>[] = [
  { key: "ordinal", title: words.columns.ordinal, numeric: true, cell: (phase) => phase.ordinal },
  { key: "name", title: words.columns.phase, cell: (phase) => phase.name },
  { key: "kind", title: words.columns.kind, cell: (phase) => phase.kind },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: (phase) => workloadText(phase),
  },
  { key: "state", title: words.columns.state, cell: (phase) => <StateLabel state={phase.state} /> },
  { key: "stop", title: words.columns.stop, wrap: true, cell: ending },
  { key: "duration", title: words.columns.duration, numeric: true, cell: duration },
];

/** Number of rows from which a table scrolls internally: an imported folder has a hundred phases. */
const LONG_FROM = 16;

export function PhasesTable({ phases }: { phases: readonly Phase[] }) {
  return (
    <PhaseStretches
      phases={phases}
      stateOf={({ state }) => state}
      table={(some, place) => (
        <DataTable
          caption={place === null ? words.phasesCaption : words.phasesCaptionOf(place)}
          columns={COLUMNS}
          rows={some}
          rowKey={(phase) => phase.id}
          long={some.length >= LONG_FROM}
          minWidth={900}
        />
      )}
    />
  );
}

function ending({ stop_reason, message }: Phase): string {
  if (message) return message;
  return stop_reason ? word(words.stopReasons, stop_reason) : messages.none;
}

function duration({ t0_ms, t1_ms, planned_seconds }: Phase): string {
  if (t0_ms !== null && t1_ms !== null) return formatDuration((t1_ms - t0_ms) / 1000);
  return planned_seconds === null ? messages.none : words.planned(formatDuration(planned_seconds));
}
