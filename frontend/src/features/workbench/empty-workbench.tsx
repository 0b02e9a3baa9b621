/** The workbench before anything is compared: a query, what was compared last, and the reviews of the demo data. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { queriedRunsQuery } from "@/api/runs";
import { demoDataQuery } from "@/api/session";
import { DEFAULT_NEWEST } from "@/charts/workbench/document";
import { ButtonLink } from "@/components/link";
import { PageHeader, Section } from "@/components/page";
import { QueryField } from "@/components/query-field";
import { useLastWorkbench } from "@/lib/last-workbench";
import { publishedResults } from "@/messages/published-results";
import { workbench } from "@/messages/workbench";
import { REVIEWS } from "./reviews";
import classes from "./workbench.module.css";

const AddPublished = lazy(() => import("./add-published").then((module) => ({ default: module.AddPublished })));

const words = workbench.empty;

export interface EmptyWorkbenchProps {
  open: (query: string) => void;
  openRuns: (runs: readonly string[]) => void;
  query: string;
}

export function EmptyWorkbench({ open, openRuns, query: given }: EmptyWorkbenchProps) {
  const api = useApi();
  const [query, setQuery] = useState(given);
  const matches = useQuery({
    ...queriedRunsQuery(api, { query, newest: DEFAULT_NEWEST, time_zone: "UTC" }),
    enabled: query !== "",
  });
  const { operate } = usePermissions();
  const [isPublishedOpen, setPublishedOpen] = useState(false);
  const last = useLastWorkbench();
  const demo = useQuery(demoDataQuery(api));
  const count = query === "" || matches.error ? 0 : (matches.data?.length ?? 0);
  return (
    <div className={classes.empty}>
      <PageHeader title={workbench.title} />
      <Section title={words.title}>
        <p className={classes.quiet}>{words.text}</p>
        <div className={classes.query}>
          <QueryField value={query} change={setQuery} error={query === "" ? null : matches.error} />
        </div>
        <div className={classes.emptyActs}>
          <Button disabled={count === 0} onClick={() => open(query)}>
            {words.compare(count)}
          </Button>
          <ButtonLink variant="default" to="/runs">
            {words.toRuns}
          </ButtonLink>
          {operate && (
            <Button variant="default" onClick={() => setPublishedOpen(true)}>
              {publishedResults.add}
            </Button>
          )}
        </div>
        <p role="status" className={classes.quiet}>
          {query !== "" && matches.isSuccess && !matches.isPlaceholderData && words.matches(count, DEFAULT_NEWEST)}
        </p>
      </Section>
      <Suspense>
        {isPublishedOpen && <AddPublished references={[]} add={openRuns} close={() => setPublishedOpen(false)} />}
      </Suspense>
      {last && (
        <Section title={words.last}>
          <div className={classes.emptyActs}>
            <ButtonLink variant="default" to="/workbench" search={last.search}>
              {last.runs.join(", ")}
            </ButtonLink>
          </div>
        </Section>
      )}
      {(demo.data?.run_count ?? 0) > 0 && (
        <Section title={words.reviews}>
          <div className={classes.emptyActs}>
            {REVIEWS.map(({ title, query: own }) => (
              <ButtonLink key={title} variant="default" to="/workbench" search={{ query: own }}>
                {title}
              </ButtonLink>
            ))}
          </div>
        </Section>
      )}
    </div>
  );
}
