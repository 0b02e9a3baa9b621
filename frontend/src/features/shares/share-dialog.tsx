/** The dialog that freezes a run into a permalink, and shows its address the one time it is known. */
import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { type CreatedShare, createShare } from "@/api/shares";
import { Copyable } from "@/components/copyable";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { share as words } from "@/messages/run";

export interface ShareDialogProps {
  runId: string;
  title: string;
  close: () => void;
}

export function ShareDialog({ runId, title, close }: ShareDialogProps) {
  return (
    <Dialog onClose={close} title={words.title} size="lg" closeButtonProps={{ "aria-label": words.close }}>
      <ShareForm runId={runId} title={title} close={close} />
    </Dialog>
  );
}

function ShareForm({ runId, title, close }: ShareDialogProps) {
  const api = useApi();
  const { data: session } = useQuery(sessionQuery(api));
  const form = useForm({
    initialValues: { title, author: session?.user.name ?? "", note: "" },
    validate: {
      title: (value) => (value.trim() ? null : words.titleMissing),
      author: (value) => (value.trim() ? null : words.authorMissing),
    },
  });
  const share = useMutation({
    mutationFn: (values: typeof form.values) => createShare(api, { ...values, run_id: runId, expires_at: null }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (share.data) return <Created share={share.data} close={close} />;
  return (
    <form onSubmit={form.onSubmit((values) => share.mutate(values))} noValidate>
      <Stack gap={16}>
        <Text>{words.explain}</Text>
        {share.error && <ErrorNotice error={share.error} />}
        <TextInput label={words.titleField} required maxLength={200} {...form.getInputProps("title")} />
        <TextInput label={words.author} required maxLength={200} {...form.getInputProps("author")} />
        <Textarea
          label={words.note}
          description={words.noteHint}
          rows={3}
          resize="vertical"
          maxLength={10_000}
          {...form.getInputProps("note")}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={share.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Created({ share, close }: { share: CreatedShare; close: () => void }) {
  return (
    <Stack gap={16} role="status">
      <Text>{words.created}</Text>
      <Copyable value={share.url} label={words.address} />
      <Text c="dimmed" size="xs">
        {words.digest}: {share.document_sha256}
      </Text>
      <Group justify="space-between">
        <Anchor href={share.url} target="_blank" rel="noreferrer">
          {words.openShare}
        </Anchor>
        <Button onClick={close}>{words.done}</Button>
      </Group>
    </Stack>
  );
}
