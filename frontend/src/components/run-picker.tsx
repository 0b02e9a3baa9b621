/** Gathers runs where nothing was chosen yet: the newest ones to tick, others by number or by words. */
import { Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi } from "@/api/context";
import { runsQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { MAX_RUNS } from "@/lib/run-list";
import { messages } from "@/messages";
import { compare } from "@/messages/compare";
import { type Column, DataTable, TableSkeleton } from "./data-table";
import { AnchorLink } from "./link";
import { Moment } from "./moment";
import { ErrorNotice } from "./notice";
import classes from "./run-picker.module.css";

const words = compare.picker;
const MOST_SHOWN = 8;
const TABLE_WIDTH = 640;
const WAIT_MS = 250;

export interface RunPickerProps {
  /** What can be done with the gathered runs. */
  actions: (runs: readonly string[]) => ReactNode;
}

export function RunPicker({ actions }: RunPickerProps) {
  const [runs, setRuns] = useState<readonly string[]>([]);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    runsQuery(useApi(), { q: asked || undefined, state: "finished", valid: true }),
  );
  const shown = (data?.items ?? []).slice(0, MOST_SHOWN);
  const columns = columnsOf(runs, (run) =>
    setRuns(runs.includes(run) ? runs.filter((other) => other !== run) : [...runs, run]),
  );
  return (
    <div className={classes.picker}>
      <TextInput
        type="search"
        label={words.find}
        description={words.findHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maw={420}
      />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      <div className={classes.table} aria-busy={isPlaceholderData}>
        {!data && !error && (
          <TableSkeleton caption={words.caption} columns={columns} rows={MOST_SHOWN} minWidth={TABLE_WIDTH} />
        )}
        {data &&
          (shown.length > 0 ? (
            <DataTable
              caption={words.caption}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => id}
              minWidth={TABLE_WIDTH}
            />
          ) : (
            <p role="status">{asked ? words.noMatch : words.none}</p>
          ))}
      </div>
      <div className={classes.actions}>
        <span role="status">{words.gathered(runs)}</span>
        {actions(runs)}
      </div>
    </div>
  );
}

function columnsOf(gathered: readonly string[], toggle: (run: string) => void): readonly Column<RunSummary>[] {
  return [
    {
      key: "select",
      title: words.column,
      cell: ({ number }) => (
        <Checkbox
          size="xs"
          aria-label={words.select(number)}
          checked={gathered.includes(number)}
          disabled={!gathered.includes(number) && gathered.length >= MAX_RUNS}
          onChange={() => toggle(number)}
        />
      ),
    },
    {
      key: "run",
      title: words.run,
      wrap: true,
      cell: ({ number, title }) => (
        <AnchorLink to="/runs/$ref" params={{ ref: number }}>
          {compare.runName(number, title)}
        </AnchorLink>
      ),
    },
    {
      key: "configuration",
      title: words.configuration,
      wrap: true,
      cell: ({ configuration }) => configuration?.name ?? messages.unknown,
    },
    { key: "finished", title: words.finished, cell: ({ finished_at }) => <Moment at={finished_at} /> },
  ];
}
