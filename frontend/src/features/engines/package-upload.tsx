/** Upload of one zip, dropped or chosen, with its progress and the lab's answer. */
import { Button, Progress, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "@/api/context";
import { enginePackageKey, MAX_PACKAGE_BYTES, uploadEnginePackage } from "@/api/engines";
import { FileDrop } from "@/components/file-drop";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { enginePackage as words } from "@/messages/engines";
import classes from "./engines.module.css";

const DROP_HEIGHT = 128;

export function PackageUpload({ replaces }: { replaces: boolean }) {
  const { send, stop, sent, file, problem, storedVersion, stopped, error, isPending } = useUpload();
  if (isPending && file) return <Sending name={file.name} sent={sent} total={file.size} stop={stop} />;
  return (
    <>
      <FileDrop
        title={words.drop}
        titleOver={words.dropOver}
        chooseLabel={replaces ? words.replace : words.choose}
        hint={words.hint(formatBinaryBytes(MAX_PACKAGE_BYTES))}
        accept=".zip,application/zip"
        minHeight={DROP_HEIGHT}
        take={send}
      />
      {problem && (
        <Notice level="error" title={words.refused} alert>
          {problem}
        </Notice>
      )}
      {stopped && <Notice level="info">{words.stopped}</Notice>}
      {error && !stopped && <ErrorNotice error={error} title={words.refused} />}
      <div role="status">{storedVersion && <Notice level="info">{words.stored(storedVersion)}</Notice>}</div>
    </>
  );
}

function Sending({ name, sent, total, stop }: { name: string; sent: number; total: number; stop: () => void }) {
  const percent = total > 0 ? Math.min((sent / total) * 100, 100) : 0;
  return (
    <div className={classes.sending} style={{ minHeight: DROP_HEIGHT }}>
      <strong>{words.uploading(name)}</strong>
      <Progress value={percent} size="lg" aria-label={words.uploading(name)} />
      <Text c="dimmed">
        {percent < 100
          ? words.sent(formatBinaryBytes(sent), formatBinaryBytes(total), formatPercent(Math.round(percent)))
          : words.checking}
      </Text>
      <Button variant="default" size="xs" onClick={stop}>
        {words.stop}
      </Button>
    </div>
  );
}

function useUpload() {
  const api = useApi();
  const queryClient = useQueryClient();
  const stopper = useRef<AbortController>(null);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, reset, data, isPending, error } = useMutation({
    mutationFn: (chosen: File) => {
      const controller = new AbortController();
      stopper.current = controller;
      return uploadEnginePackage(api, chosen, { signal: controller.signal, progress: setSent });
    },
    onSuccess: (stored) => queryClient.setQueryData(enginePackageKey, stored),
  });
  const send = (files: readonly File[]) => {
    const [chosen, ...others] = files;
    if (!chosen) return;
    const wrong = others.length > 0 ? words.oneFile : sizeProblem(chosen);
    reset();
    setFile(chosen);
    setSent(0);
    setProblem(wrong);
    if (wrong === null) mutate(chosen);
  };
  const stopped = error instanceof DOMException && error.name === "AbortError";
  const stop = () => stopper.current?.abort();
  return { send, stop, sent, file, problem, storedVersion: data?.version ?? null, stopped, error, isPending };
}

function sizeProblem({ name, size }: File): string | null {
  if (size <= MAX_PACKAGE_BYTES) return null;
  return words.tooLarge(name, formatBinaryBytes(size), formatBinaryBytes(MAX_PACKAGE_BYTES));
}
