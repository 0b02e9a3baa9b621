/** The quick way to share a run: everything that is offered by default, with its address the one time it is known. */
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { createShare, rereadShares } from "@/api/shares";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { AnchorLink } from "@/components/link";
import { share as words } from "@/messages/run";
import { shareEditor } from "@/messages/shares";
import { PublishRefusal } from "./publish-refusal";
import { PublishedShareFacts } from "./published-share";
import { type Typed, workOn, writeTyped } from "./stored-form";

export interface ShareDialogProps {
  run: { id: string; number: string; title: string };
  close: () => void;
}

export function ShareDialog({ run, close }: ShareDialogProps) {
  return (
    <Dialog onClose={close} title={words.title} size="lg" closeButtonProps={{ "aria-label": words.close }}>
      <ShareForm run={run} close={close} />
    </Dialog>
  );
}

function ShareForm({ run, close }: ShareDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery(api));
  const form = useForm({
    initialValues: { title: run.title, author: session?.user.name ?? "", note: "" },
    validate: {
      title: (value) => (value.trim() ? null : words.titleMissing),
      author: (value) => (value.trim() ? null : words.authorMissing),
    },
  });
  const editor = workOn({ kind: "run", run_id: run.number });
  const share = useMutation({
    mutationFn: ({ confirmed, ...values }: typeof form.values & { confirmed: boolean }) =>
      createShare(api, { ...values, kind: "run", run_id: run.id, confirm_new_author: confirmed }),
    onSuccess: () => void rereadShares(queryClient),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (share.data) return <PublishedShareFacts share={share.data} done={close} />;
  return (
    <form onSubmit={form.onSubmit((values) => share.mutate({ ...values, confirmed: false }))} noValidate>
      <Stack gap={16}>
        <Text>{words.explain}</Text>
        {share.error && (
          <PublishRefusal
            error={share.error}
            confirm={() => share.mutate({ ...form.values, confirmed: true })}
            cancel={share.reset}
          />
        )}
        <TextInput label={words.titleField} required maxLength={200} {...form.getInputProps("title")} />
        <TextInput label={words.author} required maxLength={200} {...form.getInputProps("author")} />
        <Textarea
          label={words.note}
          description={words.noteHint}
          rows={3}
          resize="vertical"
          maxLength={4000}
          {...form.getInputProps("note")}
        />
        <Group justify="space-between">
          <AnchorLink
            to="/shares/new"
            search={{ kind: "run", run: run.number }}
            // An untyped title or author must not replace the one in the editor.
            onClick={() => writeTyped(editor, typedIn(form.getInitialValues(), form.values))}
          >
            {shareEditor.more}
          </AnchorLink>
          <Button type="submit" loading={share.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Values = Required<Typed>;

/** Return the changed fields; blank fields count as unchanged. */
function typedIn(initial: Values, values: Values): Typed {
  const fields = (["title", "author", "note"] as const).filter(
    (field) => values[field] !== initial[field] && values[field].trim() !== "",
  );
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
