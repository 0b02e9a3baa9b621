/** A permalink that was just published: its address, its hash and how to cite it, each to be copied. */
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { PublishedShare } from "@/api/shares";
import { shares as words } from "@/messages/shares";
import { Copyable } from "@/parts/copyable";
import classes from "./shares.module.css";

export function PublishedShareFacts({ share, done }: { share: PublishedShare; done: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists.
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack gap={16} role="status" tabIndex={-1} ref={place} className={classes.once}>
      <Text>{words.published}</Text>
      <Named name={words.address} value={share.url} />
      <Named name={words.sha256} value={share.document_sha256} />
      {share.citation && <Named name={words.citation} value={share.citation} />}
      {share.bibtex && <Named name={words.bibtex} value={share.bibtex} />}
      <Group justify="space-between">
        <Anchor href={share.url} target="_blank" rel="noreferrer">
          {words.openShare}
        </Anchor>
        <Button onClick={done}>{words.done}</Button>
      </Group>
    </Stack>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Copyable value={value} label={name} />
    </div>
  );
}
