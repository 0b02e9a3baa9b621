/** What a run can be compared with, proposed by the lab with the reason in words. */
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { comparableQuery, type Proposal } from "@/api/comparison";
import { useApi } from "@/api/context";
import { type Column, DataTable } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { messages } from "@/messages";
import { compare } from "@/messages/compare";

const words = compare.proposals;

export function CompareWith({ run }: { run: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.ask}
      </Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title={words.title(run)} size="xl">
          <Proposals run={run} />
        </Dialog>
      )}
    </>
  );
}

function Proposals({ run }: { run: string }) {
  const { data, error, refetch } = useQuery(comparableQuery(useApi(), run));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={200} />;
  if (data.proposals.length === 0) return <Text>{words.none}</Text>;
  return (
    <DataTable
      caption={words.caption}
      columns={columnsOf(data.number)}
      rows={data.proposals}
      rowKey={({ id }) => id}
      minWidth={640}
    />
  );
}

function columnsOf(run: string): readonly Column<Proposal>[] {
  return [
    { key: "reason", title: words.reason, wrap: true, cell: ({ reason }) => reason },
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
      cell: ({ configuration }) => configuration?.name ?? messages.none,
    },
    {
      key: "open",
      title: words.open,
      cell: ({ number }) => (
        <ButtonLink
          variant="default"
          size="compact-xs"
          h={24}
          to="/compare"
          search={{ runs: `${run},${number}` }}
          aria-label={words.openWith(number)}
        >
          {words.open}
        </ButtonLink>
      ),
    },
  ];
}
