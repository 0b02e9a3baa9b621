/** Actions of an administrator on a drive: enrol it, withdraw that, protect it from every write. */
import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { protectDrive, withdrawEnrolment } from "@/api/enrolments";
import type { Drive } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { drivePlace } from "@/lib/drive-place";
import { serverCare as words } from "@/messages/server-care";

const EnrolDialog = lazy(() => import("./enrol-dialog").then((module) => ({ default: module.EnrolDialog })));

export function DriveActions({ drive }: { drive: Drive }) {
  const { enrolment } = drive;
  const held = enrolment !== null && enrolment.state !== "withdrawn";
  // The state is here so that the dialog stays open while the button's condition changes.
  const [isEnrolling, { open, close }] = useDisclosure();
  const enrollable = drive.present && drive.stable_id !== null && drive.serial !== null && !drive.protected;
  return (
    <Group gap={4} wrap="nowrap">
      {enrollable && enrolment?.state !== "active" && <EnrolButton drive={drive} open={open} />}
      {held && <WithdrawButton drive={drive} enrolmentId={enrolment.id} />}
      <ProtectButton drive={drive} />
      <Suspense>{isEnrolling && <EnrolDialog drive={drive} close={close} />}</Suspense>
    </Group>
  );
}

function useReread() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ["servers"] });
    await queryClient.invalidateQueries({ queryKey: ["hardware"] });
  };
}

function EnrolButton({ drive, open }: { drive: Drive; open: () => void }) {
  const proposed = drive.enrolment?.state === "proposed";
  return (
    <Button
      variant="default"
      size="xs"
      onClick={open}
      aria-label={proposed ? words.showCommandOf(drivePlace(drive)) : words.enrolOf(drivePlace(drive))}
    >
      {proposed ? words.showCommand : words.enrol}
    </Button>
  );
}

function WithdrawButton({ drive, enrolmentId }: { drive: Drive; enrolmentId: string }) {
  const api = useApi();
  const reread = useReread();
  return (
    <ConfirmButton
      openLabel={words.withdrawOf(drivePlace(drive))}
      size="xs"
      title={words.withdrawTitle}
      explanation={words.withdrawExplain}
      confirmLabel={words.withdrawConfirm}
      keepLabel={words.withdrawKeep}
      confirm={async () => {
        await withdrawEnrolment(api, enrolmentId);
        await reread();
      }}
    />
  );
}

function ProtectButton({ drive }: { drive: Drive }) {
  const api = useApi();
  const reread = useReread();
  const toggle = useMutation({
    mutationFn: () => protectDrive(api, drive.id, !drive.protected),
    onSuccess: reread,
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={toggle.isPending}
      onClick={() => toggle.mutate()}
      aria-label={drive.protected ? words.unprotectOf(drivePlace(drive)) : words.protectOf(drivePlace(drive))}
    >
      {drive.protected ? words.unprotect : words.protect}
    </Button>
  );
}
