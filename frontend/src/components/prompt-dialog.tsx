/** Dialog that requires a typed text before it acts: a reason, or a name that confirms the intended thing. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Dialog } from "./dialog";
import { fieldErrors } from "./field-errors";
import { ErrorNotice } from "./notice";

const LONGEST = 500;

export interface PromptField {
  name: string;
  label: string;
  hint?: string;
  missing: string;
  /** Initial text; it is selected. */
  initial?: string;
  maxLength?: number;
  /** Exact text to type; `missing` is shown for anything else. */
  exactly?: string;
  /** Pattern of the text to type; `missing` is shown for anything else. */
  matches?: RegExp;
}

export interface PromptDialogProps {
  title: string;
  explanation?: string;
  fields: readonly PromptField[];
  confirmLabel: string;
  keepLabel: string;
  /** Performs the action; the dialog closes when the promise is fulfilled. */
  confirm: (values: Record<string, string>) => Promise<unknown>;
  close: () => void;
}

export function PromptDialog({
  title,
  explanation,
  fields,
  confirmLabel,
  keepLabel,
  confirm,
  close,
}: PromptDialogProps) {
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ""])),
    validate: Object.fromEntries(fields.map((field) => [field.name, (value: string) => mistake(field, value)])),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: Record<string, string>) => confirm(trimmed(values)),
    onSuccess: close,
    onError: (refusal) => form.setErrors(fieldErrors(refusal)),
  });
  return (
    <Dialog onClose={close} title={title} closeButtonProps={{ "aria-label": keepLabel }}>
      <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
        <Stack gap={16}>
          {explanation && <Text>{explanation}</Text>}
          {fields.map(({ name, label, hint, maxLength }, index) => (
            <TextInput
              key={name}
              label={label}
              description={hint}
              required
              autoComplete="off"
              spellCheck={false}
              maxLength={maxLength ?? LONGEST}
              data-autofocus={index === 0 || undefined}
              onFocus={({ currentTarget }) => currentTarget.select()}
              {...form.getInputProps(name)}
            />
          ))}
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {keepLabel}
            </Button>
            <Button type="submit" loading={isPending}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function mistake({ exactly, matches, missing }: PromptField, value: string): string | null {
  const typed = value.trim();
  const isWrong = (exactly !== undefined && typed !== exactly) || (matches !== undefined && !matches.test(typed));
  return typed === "" || isWrong ? missing : null;
}

function trimmed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
}
