/** The result set of a campaign: configuration by workload, the states of the array side by side. */
import { Anchor, Table, Text } from "@mantine/core";
import { type ArrayState, campaignResultsAddress } from "@/api/campaigns";
import { useApi } from "@/api/context";
import type { Badge, CampaignResults, ResultLine, StateFigures } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { EmptyState } from "@/components/page";
import { BadgeTags } from "@/components/tag";
import { formatBytesPerSecond, formatDuration, formatIops, formatLatency } from "@/lib/units";
import { messages, word } from "@/messages";
import { campaigns, matrix, results as words } from "@/messages/campaigns";
import classes from "./campaigns.module.css";
import { CellStateLabel } from "./state-labels";

const DIGITS = { digits: 4 };

interface Figure {
  title: string;
  text: (figures: StateFigures) => string;
}

const FIGURES: readonly Figure[] = [
  { title: words.iops, text: ({ iops }) => formatIops(iops, DIGITS) },
  {
    title: words.throughput,
    text: ({ throughput_bytes_per_s }) => formatBytesPerSecond(throughput_bytes_per_s, DIGITS),
  },
  { title: words.mean, text: ({ latency_mean_ns }) => formatLatency(latency_mean_ns, DIGITS) },
  { title: words.p99, text: ({ latency_p99_ns }) => formatLatency(latency_p99_ns, DIGITS) },
];
const REBUILD: Figure = { title: words.rebuild, text: ({ rebuild_seconds }) => formatDuration(rebuild_seconds) };

function figuresOf(state: ArrayState): readonly Figure[] {
  return state === "rebuilding" ? [...FIGURES, REBUILD] : FIGURES;
}

export interface ResultsTableProps {
  reference: string;
  results: CampaignResults;
  /** Only this state of the array; all of them without it. */
  state?: ArrayState;
}

export function ResultsTable({ reference, results, state }: ResultsTableProps) {
  const api = useApi();
  if (results.lines.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes.download}>
        <Anchor href={campaignResultsAddress(api, reference)} download underline="always">
          {words.download}
        </Anchor>
        {state && <Text c="dimmed">{words.whole}</Text>}
      </div>
      <Lines
        lines={results.lines}
        several={new Set(results.lines.map(({ server }) => server.id)).size > 1}
        states={results.states.filter((arrayState) => !state || arrayState === state)}
      />
    </>
  );
}

interface LinesProps {
  lines: readonly ResultLine[];
  /** True if the results are of several servers. */
  several: boolean;
  states: readonly ArrayState[];
}

function Lines({ lines, several, states }: LinesProps) {
  return (
    <section
      className={classes.scroller}
      aria-label={messages.scrollTable(words.caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Table className={classes.results}>
        <caption className="visually-hidden">{words.caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th rowSpan={2} scope="col">
              {words.configuration}
            </Table.Th>
            <Table.Th rowSpan={2} scope="col">
              {words.workload}
            </Table.Th>
            {states.map((arrayState) => (
              <Table.Th key={arrayState} colSpan={figuresOf(arrayState).length + 1} scope="colgroup">
                {word(campaigns.arrayStates, arrayState)}
              </Table.Th>
            ))}
          </Table.Tr>
          <Table.Tr>
            {states.flatMap((arrayState) => [
              ...figuresOf(arrayState).map(({ title }) => (
                <Table.Th key={`${arrayState} ${title}`} scope="col" data-numeric>
                  {title}
                </Table.Th>
              )),
              <Table.Th key={`${arrayState} ${words.run}`} scope="col">
                {words.run}
              </Table.Th>,
            ])}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, index) => (
            <Table.Tr key={`${line.row} ${line.workload} ${line.phase} ${line.generation}`}>
              {/* A configuration stands once before all of its lines. */}
              {!belongTogether(lines[index - 1], line) && (
                <Table.Th scope="rowgroup" rowSpan={linesTogether(lines, index)}>
                  {line.configuration}
                  {several && <div className={classes.aside}>{line.server.name}</div>}
                </Table.Th>
              )}
              <Table.Td data-wrap>
                {[line.workload, line.phase].filter(Boolean).join(": ")}
                {line.generation > 1 && <div className={classes.aside}>{matrix.generation(line.generation)}</div>}
              </Table.Td>
              {states.map((arrayState) => (
                <StateCells
                  key={arrayState}
                  state={arrayState}
                  figures={line.figures.find((figure) => figure.state === arrayState)}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function belongTogether(one: ResultLine | undefined, other: ResultLine | undefined): boolean {
  return one !== undefined && one.row === other?.row;
}

/** Return the number of lines of the same configuration, starting with this one. */
function linesTogether(lines: readonly ResultLine[], from: number): number {
  const end = lines.findIndex((line, index) => index > from && !belongTogether(lines[from], line));
  return (end < 0 ? lines.length : end) - from;
}

/** Draw the figures of one state; without valid figures, the outcome of the cell and its reason. */
function StateCells({ state, figures }: { state: ArrayState; figures: StateFigures | undefined }) {
  const columns = figuresOf(state);
  if (!figures) return <Table.Td colSpan={columns.length + 1}>{matrix.noCell}</Table.Td>;
  if (figures.cell_state !== "measured") {
    const { cell_state } = figures;
    const reason = figures.reason ?? (cell_state === "withheld" ? words.withheldReason : null);
    return (
      <>
        <Table.Td colSpan={columns.length} data-state={cell_state} data-wrap>
          <CellStateLabel state={cell_state} />
          {reason && <div className={classes.aside}>{reason}</div>}
        </Table.Td>
        <RunCell figures={figures} />
      </>
    );
  }
  return (
    <>
      {columns.map(({ title, text }) => (
        <Table.Td key={title} data-numeric>
          {text(figures)}
        </Table.Td>
      ))}
      <RunCell figures={figures} />
    </>
  );
}

function RunCell({ figures: { run_numbers, badges } }: { figures: StateFigures }) {
  return (
    <Table.Td>
      {run_numbers.map((number) => (
        <AnchorLink key={number} to="/runs/$ref" params={{ ref: number }} mr={8}>
          {number}
        </AnchorLink>
      ))}
      <BadgeTags badges={badges.filter(isBadge)} />
    </Table.Td>
  );
}

function isBadge(value: unknown): value is Badge {
  return typeof value === "object" && value !== null && "code" in value && "label" in value && "level" in value;
}
