/** Several runs side by side: what they are, what differs, who is ahead, and their curves. */
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { comparisonQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { useShortcuts } from "@/components/use-shortcuts";
import { writeTray } from "@/lib/compare-tray";
import { writeRunList } from "@/lib/run-list";
import { messages } from "@/messages";
import { compare as words } from "@/messages/compare";
import { explore } from "@/messages/explore";
import { AddRun } from "./add-run";
import type { CompareChoice, StretchChoice } from "./choice";
import classes from "./compare.module.css";
import { loadFigures } from "./compare-curves";
import { Controls } from "./controls";
import { EntriesList } from "./entries-list";
import { FactorTable } from "./factor-table";
import { Groups } from "./groups";
import { lookOwners } from "./looks";
import { NothingChosen } from "./nothing-chosen";
import { shownView } from "./shown-view";
import { useCompareKeys } from "./use-compare-keys";
import { Verdicts } from "./verdicts";
import { hiddenAfter, shownEntries } from "./view-model";

export interface ComparePageProps extends CompareChoice, StretchChoice {
  /** Runs that were asked for and are left out, because one comparison does not take so many. */
  tooMany: readonly string[];
  change: (choice: Partial<CompareChoice>) => void;
}

export function ComparePage(props: ComparePageProps) {
  const { references } = props;
  const compared = useRef(false);
  // A page that opens without runs offers what was gathered before, and forgets nothing of it.
  useEffect(() => {
    if (references.length === 0 && compared.current) writeTray([]);
    compared.current = references.length > 0;
  }, [references]);
  return references.length === 0 ? <NothingChosen /> : <Compared {...props} />;
}

function Compared(props: ComparePageProps) {
  const { references, metric, baseline, pooled, change } = props;
  const api = useApi();
  const { operate } = usePermissions();
  const [copied, setCopied] = useState<boolean | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(comparisonQuery(api, references, props));
  useEffect(loadFigures, []);
  // What is compared is what was gathered: on other pages more can be added to it. Runs that nobody knows are not kept.
  useEffect(() => {
    if (data && !isPlaceholderData) writeTray(references);
  }, [data, isPlaceholderData, references]);
  const view = shownView(props.view, data);
  const entries = data ? shownEntries(data, props) : null;
  const copyLink = () => {
    // Without a safe connection a browser has no clipboard.
    const done = navigator.clipboard?.writeText(window.location.href) ?? Promise.reject(new Error());
    done.then(() => setCopied(true)).catch(() => setCopied(false));
  };
  useShortcuts(useCompareKeys({ ...props, entries, copyLink }));
  /** Whoever stays keeps the look of before. */
  const withLooks = (next: readonly string[]) =>
    change({ references: next, looks: data ? lookOwners(data.entries, props.looks) : props.looks });
  const failure = error && !data ? { error, retry: () => void refetch() } : null;
  return (
    <>
      <PageHeader
        title={words.title}
        documentTitle={words.documentTitle(references.join(", "))}
        actions={
          <>
            <Button variant="default" onClick={copyLink}>
              {words.copyLink}
            </Button>
            <ButtonLink variant="default" to="/compare/pivot" search={{ runs: writeRunList(references) }}>
              {words.asTable}
            </ButtonLink>
            <ButtonLink variant="default" to="/compare/explore" search={{ runs: writeRunList(references) }}>
              {explore.link}
            </ButtonLink>
            <ButtonLink variant="default" to="/rankings" search={{ runs: writeRunList(references), all: true }}>
              {words.rank}
            </ButtonLink>
            {operate && (
              <ButtonLink
                variant="default"
                to="/shares/new"
                search={{
                  kind: "comparison",
                  runs: writeRunList(references),
                  metric,
                  baseline,
                  pooled: pooled || undefined,
                }}
              >
                {words.share}
              </ButtonLink>
            )}
          </>
        }
      />
      <div role="status" className={copied === null ? "visually-hidden" : undefined}>
        {copied !== null && <Text>{copied ? words.copiedLink : words.noClipboard}</Text>}
      </div>
      {props.tooMany.length > 0 && (
        <Notice level="warn">{words.tooMany(references.length, props.tooMany.join(", "))}</Notice>
      )}
      <Controls {...props} view={view} poolable={data?.poolable ?? null} />
      {failure && (
        <>
          <ErrorNotice error={failure.error} retry={failure.retry} />
          <Asked
            references={references}
            remove={(gone) => change({ references: references.filter((each) => each !== gone) })}
          />
        </>
      )}
      {!failure && !(data && entries) && <CompareSkeleton rows={references.length} />}
      {data && entries && !failure && (
        <>
          <Section title={words.entries}>
            <EntriesList
              entries={entries}
              toggle={(key, solo) => change({ hidden: hiddenAfter(entries, key, solo) })}
              chooseBaseline={(key) => change({ baseline: key })}
              remove={({ runs: gone }) =>
                withLooks(references.filter((each) => !gone.some(({ number, id }) => each === number || each === id)))
              }
            />
            <AddRun present={references} add={(run) => withLooks([...references, run])} />
          </Section>
          <Section title={words.factors}>
            <FactorTable
              factors={data.factors}
              entries={entries}
              all={props.allFactors}
              showAll={(allFactors) => change({ allFactors })}
            />
            <DiffLink references={references} />
          </Section>
          {entries.length > 1 && (
            <Section title={words.verdict}>
              <Verdicts comparison={data} entries={entries} numbers={props.numbers} />
            </Section>
          )}
          <Section title={words.views[view]}>
            <Groups comparison={data} entries={entries} {...props} view={view} />
          </Section>
        </>
      )}
    </>
  );
}

/** The runs that were asked for, where they cannot be compared: one that nobody knows must not take the others with it. */
function Asked({ references, remove }: { references: readonly string[]; remove: (reference: string) => void }) {
  return (
    <Section title={words.entries}>
      <ul className={classes.asked}>
        {references.map((reference) => (
          <li key={reference}>
            <AnchorLink to="/runs/$ref" params={{ ref: reference }}>
              {reference}
            </AnchorLink>
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => remove(reference)}
              aria-label={words.remove(reference)}
            >
              {words.removeShort}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DiffLink({ references: [a, b, ...others] }: { references: readonly string[] }) {
  if (!a || !b || others.length > 0) return null;
  return (
    <AnchorLink to="/configurations/diff" search={{ a, b }}>
      {words.differences}
    </AnchorLink>
  );
}

/** As high as what replaces it. */
function CompareSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={48 * rows + 420} mb={24} />
      <Skeleton height={600} />
    </div>
  );
}
