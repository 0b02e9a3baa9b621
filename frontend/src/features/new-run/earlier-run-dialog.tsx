/** Chooses an earlier run, whose request becomes the draft. */
import { Button, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { runsQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { newRun } from "@/messages/new-run";
import { toast } from "@/shell/toasts";
import { cloneDraft } from "./clone";
import type { JobDraft } from "./draft";
import classes from "./earlier-run-dialog.module.css";

const words = newRun.earlier;
const MAX_SHOWN = 8;
const PAUSE_MS = 250;

export interface EarlierRunDialogProps {
  choose: (draft: JobDraft) => void;
  close: () => void;
}

export function EarlierRunDialog({ choose, close }: EarlierRunDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, error, refetch } = useQuery(runsQuery(api, { q: search || undefined, origin: "measured" }));
  const take = useMutation({
    mutationFn: (job: string) => queryClient.fetchQuery(jobQuery(api, job)),
    onSuccess: (job) => {
      const draft = cloneDraft(job);
      if (!draft) toast.error({ title: words.cannot(job.number) });
      choose(draft ?? { server: job.server.number });
    },
  });
  // A run that was imported has no request.
  const shown = (data?.items ?? []).filter(({ job }) => job !== null).slice(0, MAX_SHOWN);
  return (
    <Dialog title={newRun.fromEarlier} onClose={close} size="lg" closeButtonProps={{ "aria-label": newRun.close }}>
      <TextInput
        type="search"
        label={words.find}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      {(error ?? take.error) && (
        <ErrorNotice error={error ?? take.error} retry={error ? () => void refetch() : undefined} />
      )}
      {!data && !error && <Skeleton height={280} mt={8} />}
      <ul className={classes.runs} aria-label={words.list}>
        {shown.map((run) => (
          <li key={run.id}>
            <Run run={run} isWaiting={take.isPending} choose={(job) => take.mutate(job)} />
          </li>
        ))}
      </ul>
      {data && shown.length === 0 && <Text role="status">{words.none}</Text>}
    </Dialog>
  );
}

interface RunProps {
  run: RunSummary;
  isWaiting: boolean;
  choose: (job: string) => void;
}

function Run({ run: { number, title, job, finished_at }, isWaiting, choose }: RunProps) {
  return (
    <Button
      variant="default"
      fullWidth
      justify="space-between"
      disabled={isWaiting}
      onClick={() => job && choose(job.number)}
      rightSection={<Moment at={finished_at} />}
    >
      <span className={classes.name} dir="auto">
        {words.choose(number, title)}
      </span>
    </Button>
  );
}
