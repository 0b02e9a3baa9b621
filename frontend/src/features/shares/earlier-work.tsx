/** Notice that the earlier work of this tab is restored, and the result for the texts typed since. */
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Notice } from "@/components/notice";
import { shareEditor as words } from "@/messages/shares";
import type { Opened } from "./begin";
import type { PartProps } from "./share-editor";

export interface EarlierWorkProps extends Pick<PartProps, "form" | "change"> {
  opened: Opened;
  startOver: () => void;
}

export function EarlierWork({ opened: { recovered, replaced }, form, change, startOver }: EarlierWorkProps) {
  const [isDone, setDone] = useState(false);
  if (recovered === "nothing" || isDone) return null;
  const isTyped = recovered === "work and typed";
  const fields = (["title", "author"] as const).filter((field) => {
    const earlier = replaced[field];
    return earlier !== undefined && earlier !== form[field];
  });
  return (
    <Notice level="info">
      <Text>{isTyped ? words.restoredAndTyped : words.restored}</Text>
      {fields.map((field) => (
        <Text key={field}>{words.replaced[field](replaced[field] ?? "")}</Text>
      ))}
      <Group gap={8} mt={8}>
        {fields.map((field) => (
          <Button key={field} variant="default" size="xs" onClick={() => change({ [field]: replaced[field] })}>
            {words.putBack[field]}
          </Button>
        ))}
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            startOver();
            setDone(true);
          }}
        >
          {isTyped ? words.startTyped : words.startOver}
        </Button>
      </Group>
    </Notice>
  );
}
