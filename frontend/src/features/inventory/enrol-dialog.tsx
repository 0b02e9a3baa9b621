/** Enrols a drive: what it is, the end of its serial number typed, and then the wait until its server has accepted it. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { enrolmentQuery, proposeEnrolment } from "@/api/enrolments";
import type { Drive } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { ErrorNotice } from "@/components/notice";
import { PropertyList } from "@/components/property-list";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { enrolment as enrolmentWords } from "@/messages/enrolment";
import { serverCare as words } from "@/messages/server-care";
import { signatureText } from "./enrolment-text";
import { EnrolmentWait } from "./enrolment-wait";

const ENDING_LENGTH = 6;

export interface EnrolDialogProps {
  drive: Drive;
  close: () => void;
}

export function EnrolDialog({ drive, close }: EnrolDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const proposedId = drive.enrolment?.state === "proposed" ? drive.enrolment.id : null;
  const propose = useMutation({
    mutationFn: (serial_ending: string) =>
      proposeEnrolment(api, { server_id: drive.server_id, stable_id: drive.stable_id ?? "", serial_ending }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      await queryClient.invalidateQueries({ queryKey: ["hardware"] });
    },
  });
  const earlier = useQuery({ ...enrolmentQuery(api, proposedId ?? ""), enabled: proposedId !== null && !propose.data });
  const proposal = propose.data ?? (proposedId === null ? undefined : earlier.data);
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={words.enrolTitle(drivePlace(drive))}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <Stack gap={16}>
        <DriveFacts drive={drive} />
        {proposal && (
          <EnrolmentWait
            drive={drive}
            id={proposal.id}
            command={proposal.command}
            explain={enrolmentWords.enrolCommand}
            isDone={({ state }) => state === "active"}
            doneText={enrolmentWords.acceptedUntil}
            close={close}
          />
        )}
        {!proposal && proposedId !== null && earlier.error && (
          <ErrorNotice error={earlier.error} retry={() => void earlier.refetch()} />
        )}
        {!proposal && proposedId === null && (
          <EndingForm
            ending={drive.serial?.slice(-ENDING_LENGTH) ?? ""}
            submit={propose.mutate}
            isPending={propose.isPending}
            error={propose.error}
            close={close}
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
  close: () => void;
}

function EndingForm({ ending, submit, isPending, error, close }: EndingFormProps) {
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
          {...form.getInputProps("serial_ending")}
          error={form.errors.serial_ending ?? fieldErrors(error).serial_ending}
        />
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close} data-autofocus>
            {enrolmentWords.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.propose}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
