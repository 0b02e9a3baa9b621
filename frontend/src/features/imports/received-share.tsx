/** Zip of a share from another lab: its own description, then its result in this lab. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "@/api/context";
import { receiveShare, type ShareZip } from "@/api/received-shares";
import type { ShareReceipt } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { PropertyList, property } from "@/components/property-list";
import { formatBinaryBytes, formatDateTime } from "@/lib/units";
import { receiving as words } from "@/messages/receiving";
import classes from "./imports.module.css";
import { UploadProgress } from "./upload-progress";
import type { Sent } from "./use-upload";

export function ReceivedShare({ zip, clear }: { zip: ShareZip; clear: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Sent>({ bytes: 0, total: null });
  const stopper = useRef<AbortController>(null);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => {
      const controller = new AbortController();
      stopper.current = controller;
      setSent({ bytes: 0, total: null });
      return receiveShare(api, zip, {
        signal: controller.signal,
        progress: (bytes, total) => setSent({ bytes, total }),
      });
    },
    onSuccess: () => {
      for (const key of ["shares", "runs", "configurations"]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  if (data) return <Taken share={data} clear={clear} />;
  const stopped = error instanceof DOMException && error.name === "AbortError";
  return (
    <form
      className={classes.picked}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <div>
        <strong>{words.title}</strong>
        <Text c="dimmed">{words.explain}</Text>
      </div>
      <PropertyList
        properties={[
          property(words.file, `${zip.file.name}, ${formatBinaryBytes(zip.file.size)}`),
          property(words.address, zip.address ?? words.noAddress),
          property(words.product, zip.product),
          property(words.fingerprint, <code className={classes.hash}>{zip.sha256}</code>),
        ]}
      />
      {isPending && <UploadProgress sent={sent} whole={zip.file.size} />}
      {stopped && <Notice level="info">{words.stopped}</Notice>}
      {error && !stopped && <ErrorNotice error={error} title={words.refused} />}
      <Group gap={8}>
        <Button type="submit" loading={isPending}>
          {words.receive}
        </Button>
        <Button variant="default" onClick={isPending ? () => stopper.current?.abort() : clear}>
          {isPending ? words.stop : words.clear}
        </Button>
      </Group>
    </form>
  );
}

function Taken({ share, clear }: { share: ShareReceipt; clear: () => void }) {
  const runs = share.received?.runs ?? [];
  return (
    <div className={classes.picked}>
      <div role="status">
        <strong>{share.already ? words.already(share.title, share.number) : words.received(share.title)}</strong>
        {share.already && share.received && (
          <Text c="dimmed">{words.since(formatDateTime(share.received.at), share.received.by)}</Text>
        )}
        <Text c="dimmed">{share.state === "draft" ? words.draft : words.published}</Text>
      </div>
      <ul className={classes.received}>
        <li>
          <AnchorLink to="/shares/$ref" params={{ ref: share.number }}>
            {words.share(share.number)}
          </AnchorLink>
        </li>
        {runs.map(({ there, here }) => (
          <li key={there}>
            {here ? (
              <AnchorLink to="/runs/$ref" params={{ ref: here }}>
                {words.run(there, here)}
              </AnchorLink>
            ) : (
              words.removed(there)
            )}
          </li>
        ))}
      </ul>
      <Group gap={8}>
        <Button variant="default" onClick={clear}>
          {words.clear}
        </Button>
      </Group>
    </div>
  );
}
