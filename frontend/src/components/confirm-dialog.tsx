/** Confirmation dialog for an irreversible action; a refusal of the lab is shown in place. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./notice";

export interface ConfirmDialogProps {
  title: string;
  explanation: string;
  confirmLabel: string;
  keepLabel: string;
  /** Performs the action; the dialog closes when the promise is fulfilled. */
  confirm: () => Promise<unknown>;
  close: () => void;
}

export function ConfirmDialog({ title, explanation, confirmLabel, keepLabel, confirm, close }: ConfirmDialogProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: confirm, onSuccess: close });
  return (
    <Dialog onClose={close} title={title} closeButtonProps={{ "aria-label": keepLabel }}>
      <Stack gap={16}>
        <Text>{explanation}</Text>
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {keepLabel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
