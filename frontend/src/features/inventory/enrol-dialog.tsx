/** Enrols a drive: what it is, the end of its serial number typed, and then the command that root runs on the server. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { enrolmentsQuery, proposeEnrolment } from "@/api/enrolments";
import type { Drive } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { PropertyList } from "@/components/property-list";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { serverCare as words } from "@/messages/server-care";
import { Copyable } from "@/parts/copyable";
import { signatureText } from "./enrolment-text";

const ENDING_LENGTH = 6;

export interface EnrolDialogProps {
  drive: Drive;
  close: () => void;
}

export function EnrolDialog({ drive, close }: EnrolDialogProps) {
  const api = useApi();
  const { data: enrolments } = useQuery(enrolmentsQuery(api, drive.server_id));
  const proposal = enrolments?.items.find(({ id, state }) => id === drive.enrolment?.id && state === "proposed");
  const queryClient = useQueryClient();
  const propose = useMutation({
    mutationFn: (serial_ending: string) =>
      proposeEnrolment(api, { server_id: drive.server_id, stable_id: drive.stable_id ?? "", serial_ending }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["servers"] }),
  });
  const command = propose.data?.command ?? proposal?.command;
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={words.enrolTitle(drivePlace(drive))}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <Stack gap={16}>
        <DriveFacts drive={drive} />
        {command ? (
          <Proposed command={command} close={close} />
        ) : (
          <EndingForm
            ending={drive.serial?.slice(-ENDING_LENGTH) ?? ""}
            submit={propose.mutate}
            isPending={propose.isPending}
            error={propose.error}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function DriveFacts({ drive }: { drive: Drive }) {
  return (
    <PropertyList
      properties={[
        [words.properties.model, drive.model],
        [words.properties.serial, drive.serial],
        [words.properties.wwn, drive.wwn],
        [words.properties.size, drive.size_bytes === null ? null : formatBytes(drive.size_bytes, { digits: 4 })],
        [words.properties.id, drive.stable_id],
        [words.properties.signatures, signatureText(drive)],
      ]}
    />
  );
}

interface EndingFormProps {
  ending: string;
  submit: (typed: string) => void;
  isPending: boolean;
  error: Error | null;
}

function EndingForm({ ending, submit, isPending, error }: EndingFormProps) {
  const form = useForm({
    initialValues: { serial_ending: "" },
    validate: { serial_ending: (typed) => (typed.trim() === ending ? null : words.endingWrong) },
  });
  return (
    <form onSubmit={form.onSubmit(({ serial_ending }) => submit(serial_ending.trim()))} noValidate>
      <Stack gap={16}>
        <Text>{words.enrolExplain}</Text>
        <TextInput
          label={words.ending}
          description={words.endingHint}
          required
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps("serial_ending")}
          error={form.errors.serial_ending ?? fieldErrors(error).serial_ending}
        />
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {words.propose}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Proposed({ command, close }: { command: string; close: () => void }) {
  return (
    <Stack gap={16} role="status">
      <Text>{words.proposed}</Text>
      <Copyable value={command} label={words.command} />
      <Group justify="flex-end">
        <Button onClick={close}>{words.close}</Button>
      </Group>
    </Stack>
  );
}
