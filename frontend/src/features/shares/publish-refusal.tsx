/**
 * Reason for a refused publication. Third-party figures under another author need a confirmation and are then
 * published.
 */
import { Button, Group, Stack, Text } from "@mantine/core";
import { ApiProblem } from "@/api/problem";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/notice";
import { newAuthor as words } from "@/messages/shares";

export interface PublishRefusalProps {
  error: Error;
  title?: string;
  /** Publishes in spite of it. */
  confirm: () => void;
  /** Leaves it as it is. */
  cancel: () => void;
}

export function PublishRefusal({ error, title, confirm, cancel }: PublishRefusalProps) {
  if (!(error instanceof ApiProblem) || error.code !== "new_author") return <ErrorNotice error={error} title={title} />;
  return (
    <Dialog onClose={cancel} title={words.title} closeButtonProps={{ "aria-label": words.cancel }}>
      <Stack gap={16}>
        <Text>{error.fields[0]?.message ?? error.message}</Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={cancel}>
            {words.cancel}
          </Button>
          <Button onClick={confirm}>{words.confirm}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
