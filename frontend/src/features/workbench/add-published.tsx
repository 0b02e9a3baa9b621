/** Dialog that receives the zip of a permalink of another lab, and adds its runs to the workbench. */
import { Anchor, Button, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "@/api/context";
import { readShareZip, receiveShare } from "@/api/received-shares";
import type { ShareReceipt } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/notice";
import { publishedResults as words } from "@/messages/published-results";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import { zipAddress } from "./zip-address";

export interface AddPublishedProps {
  /** Runs of the workbench, which the command names. */
  references: readonly string[];
  add: (runs: readonly string[]) => void;
  close: () => void;
}

export function AddPublished({ references, add, close }: AddPublishedProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const stopper = useRef<AbortController>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen: File): Promise<ShareReceipt | null> => {
      const zip = await readShareZip(chosen);
      if (!zip) return null;
      const controller = new AbortController();
      stopper.current = controller;
      return receiveShare(api, zip, { signal: controller.signal, progress: () => undefined });
    },
    onSuccess: (share) => {
      if (!share) {
        setMistake(words.noZip);
        return;
      }
      for (const key of ["shares", "runs", "configurations"]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
      const runs = (share.received?.runs ?? []).flatMap(({ here }) => here ?? []);
      if (runs.length === 0) {
        setMistake(words.noRuns(share.number));
        return;
      }
      toast.success({ title: (share.already ? words.already : words.added)(share.title, share.number) });
      add(runs);
      close();
    },
  });
  const isStopped = error instanceof DOMException && error.name === "AbortError";
  return (
    <Dialog title={words.title} size="lg" onClose={close} closeButtonProps={{ "aria-label": words.cancel }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMistake(file ? null : words.noFile);
          if (file) mutate(file);
        }}
      >
        <Stack gap={16}>
          <Text>{words.explain}</Text>
          <FileInput
            label={words.file}
            description={words.fileHint}
            placeholder={words.fileNone}
            accept=".zip,application/zip"
            clearable
            value={file}
            onChange={(chosen) => {
              setFile(chosen);
              setMistake(null);
            }}
            error={mistake}
          />
          <ByAddress references={references} />
          {error && !isStopped && <ErrorNotice error={error} title={words.refused} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={isPending ? () => stopper.current?.abort() : close}>
              {isPending ? words.stop : words.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The lab itself opens no address of others: the browser downloads the zip, or the command line fetches it. */
function ByAddress({ references }: Pick<AddPublishedProps, "references">) {
  const [address, setAddress] = useState("");
  const zip = zipAddress(address);
  const own = references.map((run) => ` --with ${run}`).join("") || " --with RUN";
  return (
    <Stack gap={8}>
      <TextInput
        label={words.address}
        description={words.addressHint}
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={({ currentTarget: { value } }) => setAddress(value)}
      />
      {zip && (
        <>
          <Anchor href={zip} target="_blank" rel="noreferrer">
            {words.download}
          </Anchor>
          <Text>{words.command}</Text>
          <Copyable value={`storagelab compare ${zip.slice(0, -".zip".length)}${own}`} label={words.commandCopy} />
        </>
      )}
    </Stack>
  );
}
