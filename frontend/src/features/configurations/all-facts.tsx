/** Everything that two snapshots record, side by side. */

import { useQueries } from "@tanstack/react-query";
import { configurationQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import { type Column, DataTable } from "@/components/data-table";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { messages } from "@/messages";
import { diff as words } from "@/messages/configurations";
import classes from "./configurations.module.css";
import { type PairedFact, pairFacts } from "./pair-facts";

export function AllFacts({ a, b }: { a: string; b: string }) {
  const api = useApi();
  const answers = useQueries({ queries: [configurationQuery(api, a), configurationQuery(api, b)] });
  const failed = answers.find(({ error, data }) => error && !data);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  const [first, second] = answers.map(({ data }) => data);
  if (!first || !second) return <Loading height={400} />;
  const columns: readonly Column<PairedFact>[] = [
    { key: "fact", title: words.allColumns.fact, wrap: true, cell: ({ name }) => name },
    { key: "a", title: words.sideOf(words.a, a), wrap: true, cell: (fact) => fact.a ?? messages.unknown },
    { key: "b", title: words.sideOf(words.b, b), wrap: true, cell: (fact) => fact.b ?? messages.unknown },
  ];
  return pairFacts(first.snapshot, second.snapshot).map(({ title, facts }) => (
    <div key={title} className={classes.group}>
      <h3>{title}</h3>
      <DataTable caption={title} columns={columns} rows={facts} rowKey={({ name }) => name} minWidth={640} />
    </div>
  ));
}
