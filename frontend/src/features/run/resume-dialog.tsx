/** Confirmation before a run is resumed, with the preserved phases and those that run again. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { resumeRun } from "@/api/attempts";
import { useApi } from "@/api/context";
import type { Resumption, Run } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/notice";
import { attempts as words } from "@/messages/attempts";
import classes from "./run.module.css";

export interface ResumeDialogProps {
  run: Run;
  resumption: Resumption;
  resumed: () => void;
  close: () => void;
}

export function ResumeDialog({ run, resumption, resumed, close }: ResumeDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: () => resumeRun(api, run.number),
    onSuccess: async () => {
      await Promise.all(["runs", "jobs"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      resumed();
    },
  });
  return (
    <Dialog onClose={close} title={words.resumeTitle} closeButtonProps={{ "aria-label": words.resumeKeep }}>
      <Stack gap={16}>
        <Text>{words.resumeExplain}</Text>
        <Phases title={words.resumePreserved} run={run} ordinals={resumption.preserved} />
        <Phases title={words.resumeRepeated} run={run} ordinals={resumption.repeated} />
        {resume.error && <ErrorNotice error={resume.error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {words.resumeKeep}
          </Button>
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            {words.resumeConfirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Phases({ title, run, ordinals }: { title: string; run: Run; ordinals: readonly number[] }) {
  return (
    <div className={classes.group}>
      <h3>{title}</h3>
      <ul className={classes.phaseList}>
        {run.phases
          .filter(({ ordinal }) => ordinals.includes(ordinal))
          .map(({ id, ordinal, name }) => (
            <li key={id}>{words.resumePhase(ordinal, name)}</li>
          ))}
      </ul>
    </div>
  );
}
