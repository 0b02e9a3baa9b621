/** Leads to the newest and to older entries of a list; the place in it is part of the address. */
import { Button, Group } from "@mantine/core";
import { messages } from "@/messages";

export interface PagingProps {
  cursor: string | undefined;
  nextCursor: string | null;
  go: (cursor: string | undefined) => void;
}

export function Paging({ cursor, nextCursor, go }: PagingProps) {
  if (!cursor && !nextCursor) return null;
  return (
    <Group component="nav" aria-label={messages.pages} gap={8}>
      <Button variant="default" disabled={!cursor} onClick={() => go(undefined)}>
        {messages.newest}
      </Button>
      <Button variant="default" disabled={!nextCursor} onClick={() => nextCursor && go(nextCursor)}>
        {messages.older}
      </Button>
    </Group>
  );
}
