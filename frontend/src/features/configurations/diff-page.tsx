/** Two configurations, or those of two runs: their factors, and their results against each other. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowsLeftRight, IconChartDots3, IconCopy, IconSelector, IconTableExport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ConfigurationComparison, configurationComparisonQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { csvLine } from "@/charts/csv";
import { ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { saveFile } from "@/lib/save-file";
import { diff as words } from "@/messages/configurations";
import { EmptyState } from "@/parts/empty-state";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import type { DiffChoice } from "./choice";
import { ConfigurationPicker } from "./configuration-picker";
import classes from "./configurations.module.css";
import { DiffResults } from "./diff-results";
import { FACTOR_STATES, factorLines, summaryOf } from "./factor-rows";
import { FactorTable } from "./factor-table";
import { useCopied } from "./use-copied";

export interface DiffPageProps extends DiffChoice {
  change: (choice: DiffChoice) => void;
}

const METRIC = "iops";

export function DiffPage(props: DiffPageProps) {
  const { a, b, change } = props;
  const { data, error, refetch } = useQuery({
    ...configurationComparisonQuery(useApi(), a ?? "", b ?? "", METRIC),
    enabled: a !== undefined && b !== undefined,
  });
  return (
    <div className={classes.frame}>
      <div className={classes.pickers}>
        <SidePicker side="a" reference={a} compared={data?.a} choose={(chosen) => change({ a: chosen })} />
        <ActionIcon
          variant="default"
          size={34}
          aria-label={words.swap}
          title={words.swap}
          onClick={() => change({ a: b, b: a })}
        >
          <IconArrowsLeftRight size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <SidePicker side="b" reference={b} compared={data?.b} choose={(chosen) => change({ b: chosen })} />
      </div>
      <Head {...props} comparison={data} />
      {(a === undefined || b === undefined) && <EmptyState title={words.emptyTitle} text={words.empty} />}
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {a !== undefined && b !== undefined && !data && !error && <DiffSkeleton />}
      {data && <Compared {...props} comparison={data} />}
    </div>
  );
}

function Head({ a, b, comparison }: DiffPageProps & { comparison: ConfigurationComparison | undefined }) {
  const { copy } = useCopied();
  const [first, second] = [comparison?.a.runs[0], comparison?.b.runs[0]];
  const summary = comparison && summaryOf(factorLines(comparison));
  return (
    <PageHeader
      title={words.title}
      crumb={words.crumb}
      documentTitle={a && b ? words.documentTitle(a, b) : undefined}
      primary={
        first &&
        second && (
          <ButtonLink
            to="/workbench"
            search={{ runs: `${first.number},${second.number}`, baseline: first.number }}
            leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
          >
            {words.compare}
          </ButtonLink>
        )
      }
      actions={
        comparison && (
          <>
            <Button
              variant="subtle"
              onClick={() => copy(window.location.href, words.linkCopied)}
              leftSection={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}
            >
              {words.copyLink}
            </Button>
            <Button
              variant="default"
              onClick={() => exportFactors(comparison)}
              leftSection={<IconTableExport size={15} stroke={1.75} aria-hidden="true" />}
            >
              {words.exportCsv}
            </Button>
          </>
        )
      }
    >
      {summary && (
        <>
          <h2 className={classes.summary}>{summary.title}</h2>
          {summary.cause}
        </>
      )}
    </PageHeader>
  );
}

/** All factors with their state, as CSV. */
function exportFactors(comparison: ConfigurationComparison): void {
  const [a, b] = [numberOf(comparison.a), numberOf(comparison.b)];
  const lines = factorLines(comparison);
  const { columns } = words;
  const text = [
    csvLine([columns.factor, columns.state, a, b, columns.effect]),
    ...FACTOR_STATES.flatMap((state) =>
      lines[state].map((line) =>
        csvLine([line.label, state, line.a, line.b, state === "differs" ? line.effect : null]),
      ),
    ),
  ].join("");
  saveFile(new Blob([text], { type: "text/csv" }), `${a}-${b}-factors.csv`);
}

const numberOf = ({ run, configuration }: ConfigurationComparison["a"]): string => run?.number ?? configuration.number;

interface SidePickerProps {
  side: "a" | "b";
  reference: string | undefined;
  compared: ConfigurationComparison["a"] | undefined;
  choose: (reference: string) => void;
}

function SidePicker({ side, reference, compared, choose }: SidePickerProps) {
  const isFound = compared !== undefined && reference !== undefined;
  const name = isFound ? compared.configuration.name : (reference ?? words.nothing);
  return (
    <ConfigurationPicker
      label={words.find(words[side])}
      choose={choose}
      target={(toggle) => (
        <button type="button" className={classes.picker} onClick={toggle}>
          <span className={classes.side} data-side={side} aria-hidden="true">
            {words[side]}
          </span>
          <span className={classes.picked}>
            <span className="visually-hidden">{words.choose(words[side])}: </span>
            <b dir="auto" title={name}>
              {name}
            </b>
            <small>{isFound ? words.side(numberOf(compared), compared.runs.length) : "\u00a0"}</small>
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    />
  );
}

function Compared({ show, same, change, comparison }: DiffPageProps & { comparison: ConfigurationComparison }) {
  const lines = factorLines(comparison);
  const names = [`${words.a}, ${numberOf(comparison.a)}`, `${words.b}, ${numberOf(comparison.b)}`] as const;
  return (
    <div className={classes.diff}>
      <FactorTable
        lines={lines}
        names={names}
        effectWorkload={comparison.effect_workload}
        metric={METRIC}
        show={show}
        isUnfolded={same === true}
        change={change}
      />
      <DiffResults comparison={comparison} names={names} metric={METRIC} />
    </div>
  );
}

function DiffSkeleton() {
  return (
    <Waiting>
      <div className={classes.frame}>
        <SkeletonBox height={30} width="50%" />
        <div className={classes.diff}>
          <SkeletonBox height={520} />
          <SkeletonBox height={640} />
        </div>
      </div>
    </Waiting>
  );
}
