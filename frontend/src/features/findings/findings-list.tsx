/** The list of findings: its query on top, and one finding beside it, all of it in the address. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { useEndlessList } from "@/api/endless-list";
import { matchCountQuery } from "@/api/fields";
import { findingList, readFindingsAsCsv } from "@/api/findings";
import { usePermissions } from "@/api/permissions";
import type { Finding } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import { LabTable } from "@/components/lab-table/lab-table";
import { sortFieldsOf } from "@/components/lab-table/sort";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { ListFrame } from "@/components/list-frame";
import { ListQuery, ListViews, type QueriedSearch } from "@/components/list-query";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { useReadableQuery } from "@/components/use-readable-query";
import { saveFile } from "@/lib/save-file";
import { messages } from "@/messages";
import { findings as words } from "@/messages/findings";
import { EmptyState } from "@/parts/empty-state";
import { toast } from "@/shell/toasts";
import { FINDING_COLUMNS } from "./finding-columns";
import { FindingPeek } from "./finding-peek";
import { FindingTabs } from "./finding-tabs";

const FindingDialog = lazy(() => import("./finding-dialog").then((module) => ({ default: module.FindingDialog })));
/** The order of the texts that they are from. */
const USUAL_ORDER = "number";

export interface FindingsSearch extends QueriedSearch {
  sort?: string;
  /** Number of the finding beside the list. */
  peek?: string;
}

export interface FindingsListProps {
  form: ViewForm<FindingsSearch>;
  search: FindingsSearch;
  change: (search: FindingsSearch) => void;
}

export function FindingsList({ form, search, change }: FindingsListProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const [isWriting, { open, close }] = useDisclosure();
  const { q, sort, peek: shown } = search;
  const { requested, leftOut, settle } = useReadableQuery<Finding[]>(q);
  const list = useEndlessList(findingList(api, requested, sortFieldsOf(sort, FINDING_COLUMNS) ?? USUAL_ORDER));
  const { data: rows, error, queryError } = settle(list.rows, list.error);
  const total = useQuery(matchCountQuery(api, "findings", requested)).data;
  const exportCsv = () =>
    void readFindingsAsCsv(api, requested).then(
      (file) => saveFile(file, "findings.csv"),
      (problem: unknown) =>
        toast.error({ title: words.notExported, detail: problem instanceof Error ? problem.message : undefined }),
    );
  return (
    <>
      <PageHeader
        title={words.title}
        primary={operate && <Button onClick={open}>{words.write}</Button>}
        actions={
          <Button variant="default" onClick={exportCsv}>
            {words.exportCsv}
          </Button>
        }
      />
      <FindingTabs />
      <ListFrame
        tabs={
          <ListViews
            list="findings"
            form={form}
            search={search}
            linkTo={(next) => ({ to: "/findings", search: next })}
            isOnPage
          />
        }
        query={
          <ListQuery
            list="findings"
            form={form}
            search={search}
            change={(next) => change({ ...next, peek: undefined })}
            error={queryError}
            leftOut={leftOut}
            count={rows && words.count(total ?? rows.length, typeof total !== "number" && list.more !== undefined)}
          />
        }
      >
        {error !== null && !rows ? (
          <ErrorNotice error={error} retry={list.retry} />
        ) : !rows ? (
          <LabTableSkeleton columns={FINDING_COLUMNS} rows={20} />
        ) : rows.length === 0 ? (
          <EmptyState
            title={q ? words.noMatch : words.empty}
            text={q ? words.noMatchHint : words.emptyHint}
            actions={
              q
                ? [
                    <Button key="clear" variant="default" onClick={() => change({ sort })}>
                      {messages.clearFilters}
                    </Button>,
                  ]
                : undefined
            }
          />
        ) : (
          <LabTable
            caption={words.caption}
            columns={FINDING_COLUMNS}
            rows={rows}
            rowKey={({ number }) => number}
            sort={sort}
            isSortedByServer
            changeSort={(next) => change({ ...search, sort: next })}
            peek={{
              shown,
              change: (number) => change({ ...search, peek: number }),
              render: (finding) => (
                <FindingPeek finding={finding} close={() => change({ ...search, peek: undefined })} />
              ),
            }}
            isBusy={list.isBusy}
            more={list.more}
          />
        )}
      </ListFrame>
      <Suspense>{isWriting && <FindingDialog finding={null} close={close} />}</Suspense>
    </>
  );
}
