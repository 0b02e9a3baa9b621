/** The query bar of a dashboard: what it shows, for a look at a part of it, and how numbers are shown. */
import { Button, Switch } from "@mantine/core";
import { IconFocus2 } from "@tabler/icons-react";
import type { Narrowing } from "@/api/dashboards";
import type { Dashboard, DashboardEntries } from "@/api/types";
import { NUMBERS, type WorkbenchDocument } from "@/charts/workbench/document";
import { QueryField } from "@/components/query-field";
import { dashboards as words } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";
import { Segmented } from "@/parts/segmented";
import classes from "./dashboard-view.module.css";
import { DateRange } from "./date-range";
import { narrowedEntries, savedQuery } from "./narrowing";
import { SaveAsButton, SaveButton } from "./save-dashboard";
import type { DashboardSearch } from "./view-search";

export interface DashboardQueryProps {
  dashboard: Dashboard;
  document: WorkbenchDocument;
  /** Undefined while its runs are on their way. */
  meant: DashboardEntries | undefined;
  /** Reason why they could not be read. */
  error: unknown;
  narrowing: Narrowing;
  search: DashboardSearch;
  change: (changes: DashboardSearch) => void;
}

export function DashboardQuery({ dashboard, document, meant, error, narrowing, search, change }: DashboardQueryProps) {
  const { entries } = document;
  const saved = savedQuery(entries);
  const numbers = search.numbers ?? document.numbers;
  const isLinked = search.linked ?? document.linked;
  return (
    <section className={classes.bar} aria-label={words.bar}>
      <span className={classes.lead}>{"query" in entries ? words.newestOf(entries.newest) : words.chosenRuns}</span>
      <QueryField
        isSmall
        value={search.q ?? saved}
        change={(q) => change({ q: q === saved ? undefined : q })}
        error={error}
      />
      <span role="status" className={classes.count}>
        {meant && countText(meant)}
      </span>
      {narrowing && meant && (
        <span className={classes.narrowed}>
          <Button variant="subtle" size="xs" onClick={() => change({ q: undefined, started: undefined })}>
            {words.reset}
          </Button>
          <SaveNarrowed dashboard={dashboard} document={document} meant={meant} narrowing={narrowing} />
        </span>
      )}
      <DateRange started={search.started} change={(started) => change({ started })} />
      <Segmented
        label={workbench.numbers}
        options={NUMBERS.map((value) => ({ value, label: workbench.numbersOf[value] }))}
        value={numbers}
        change={(value) => change({ numbers: value === document.numbers ? undefined : value })}
      />
      <Switch
        size="xs"
        className={classes.linked}
        checked={isLinked}
        onChange={({ currentTarget: { checked } }) =>
          change({ linked: checked === document.linked ? undefined : checked })
        }
        aria-label={workbench.factors.linked}
        label={<IconFocus2 size={14} stroke={1.75} aria-hidden="true" />}
        title={workbench.factors.linked}
        labelPosition="left"
      />
    </section>
  );
}

const countText = ({ runs, total }: DashboardEntries): string =>
  total > runs.length ? words.shownOf(runs.length, total) : words.runs(total);

interface SaveNarrowedProps {
  dashboard: Dashboard;
  document: WorkbenchDocument;
  meant: DashboardEntries;
  narrowing: Narrowing;
}

/** Save the entries shown: in the dashboard, or in a new one for a person who may not change it. */
function SaveNarrowed({ dashboard, document, meant, narrowing }: SaveNarrowedProps) {
  const shown = meant.runs.map(({ number }) => number);
  const narrowed = { ...document, entries: narrowedEntries(document.entries, narrowing, shown) };
  return dashboard.can_change ? (
    <SaveButton dashboard={dashboard} document={narrowed} variant="default" size="xs" />
  ) : (
    <SaveAsButton document={narrowed} variant="default" size="xs" />
  );
}
