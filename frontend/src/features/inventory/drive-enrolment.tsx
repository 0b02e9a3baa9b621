/** Erasure permission of a drive, its end, and the actions of an administrator. */
import { Button, Group } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { enrolmentQuery, protectDrive, withdrawEnrolment } from "@/api/enrolments";
import { usePermissions } from "@/api/permissions";
import type { Drive } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { dayOf } from "@/lib/calendar";
import { drivePlace } from "@/lib/drive-place";
import { messages } from "@/messages";
import { enrolment as words } from "@/messages/enrolment";
import { serverCare } from "@/messages/server-care";
import { Callout } from "@/parts/callout";
import { Copyable } from "@/parts/copyable";
import classes from "./inventory.module.css";

const EnrolDialog = lazy(() => import("./enrol-dialog").then((module) => ({ default: module.EnrolDialog })));
const ExtendDialog = lazy(() => import("./extend-dialog").then((module) => ({ default: module.ExtendDialog })));
const ConfirmDialog = lazy(() =>
  import("@/components/confirm-dialog").then((module) => ({ default: module.ConfirmDialog })),
);

type DialogKind = "enrol" | "extend" | "end";

export function DriveEnrolment({ drive }: { drive: Drive }) {
  const { administer } = usePermissions();
  // The state is here so that the dialog stays open while the button's condition changes.
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const { enrolment } = drive;
  const state = enrolment?.state ?? "none";
  const isEnrollable = drive.present && drive.stable_id !== null && drive.serial !== null && !drive.protected;
  return (
    <>
      <EnrolmentCallout drive={drive} />
      {administer && (
        <Group gap={6} mt={9}>
          {isEnrollable && state !== "active" && (
            <Button variant="default" size="xs" aria-label={enrolName(drive)} onClick={() => setDialog("enrol")}>
              {ENROL_LABELS[state] ?? words.enrol}
            </Button>
          )}
          {state === "active" && (
            <Button variant="default" size="xs" onClick={() => setDialog("extend")}>
              {words.extend}
            </Button>
          )}
          {(state === "active" || state === "proposed" || state === "void") && (
            <Button variant="default" size="xs" className={classes.danger} onClick={() => setDialog("end")}>
              {words.end}
            </Button>
          )}
          <ProtectButton drive={drive} />
        </Group>
      )}
      <Suspense>
        {dialog !== null && <OpenedDialog kind={dialog} drive={drive} close={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

const ENROL_LABELS: Record<string, string> = {
  none: words.enrol,
  withdrawn: words.enrol,
  void: words.enrolAgain,
  proposed: words.showCommand,
};

function enrolName(drive: Drive): string {
  const place = drivePlace(drive);
  return drive.enrolment?.state === "proposed" ? serverCare.showCommandOf(place) : serverCare.enrolOf(place);
}

function OpenedDialog({ kind, drive, close }: { kind: DialogKind; drive: Drive; close: () => void }): ReactNode {
  const api = useApi();
  const queryClient = useQueryClient();
  const id = drive.enrolment?.id ?? "";
  if (kind === "enrol") return <EnrolDialog drive={drive} close={close} />;
  if (kind === "extend") return <ExtendDialog drive={drive} id={id} close={close} />;
  return (
    <ConfirmDialog
      title={words.endTitle(drivePlace(drive))}
      explanation={words.endExplain}
      confirmLabel={words.end}
      keepLabel={words.cancel}
      confirm={async () => {
        await withdrawEnrolment(api, id);
        await queryClient.invalidateQueries({ queryKey: ["servers"] });
        await queryClient.invalidateQueries({ queryKey: ["hardware"] });
      }}
      close={close}
    />
  );
}

/** Show the protection first, whatever else applies: a protected drive is never written. */
function EnrolmentCallout({ drive }: { drive: Drive }) {
  const { enrolment, server } = drive;
  if (drive.protected) {
    return (
      <Callout tone="info" fact={words.protected}>
        {words.protectedHint}
      </Callout>
    );
  }
  if (enrolment === null) {
    const hint = drive.serial === null || drive.stable_id === null ? words.impossible : words.noneHint;
    return (
      <Callout tone="info" fact={words.none}>
        {drive.present ? hint : words.absent}
      </Callout>
    );
  }
  switch (enrolment.state) {
    case "proposed":
      return (
        <Callout tone="warn" fact={words.proposed}>
          {words.proposedHint(server.name)}
        </Callout>
      );
    case "active":
      return <Active drive={drive} id={enrolment.id} until={enrolment.expires_at} />;
    case "void":
      return (
        <Callout tone="err" fact={words.ended}>
          {enrolment.void_reason ?? messages.unknown}
        </Callout>
      );
    case "withdrawn":
      return <Withdrawn id={enrolment.id} reason={enrolment.void_reason} />;
  }
}

const day = (at: string) => dayOf(Date.parse(at));

function Active({ drive, id, until }: { drive: Drive; id: string; until: string | null }) {
  const { data } = useQuery(enrolmentQuery(useApi(), id));
  const facts = [
    data?.enrolled_at ? words.enrolled(day(data.enrolled_at), data.proposed_by, drive.server.name) : "",
    drive.arrays.length > 0 ? words.inArrays(drive.arrays.map(({ name }) => name).join(", ")) : "",
  ];
  return (
    <Callout tone="ok" fact={words.active(until && day(until))}>
      {facts.filter(Boolean).join(" ")}
    </Callout>
  );
}

function Withdrawn({ id, reason }: { id: string; reason: string | null }) {
  const { administer } = usePermissions();
  const { data } = useQuery({ ...enrolmentQuery(useApi(), id), enabled: administer });
  return (
    <Callout tone="info" fact={words.ended}>
      {reason}
      {data?.command && (
        <>
          <p>{words.unenrolCommand}</p>
          <Copyable value={data.command} label={words.command} />
        </>
      )}
    </Callout>
  );
}

function ProtectButton({ drive }: { drive: Drive }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => protectDrive(api, drive.id, !drive.protected),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["servers"] });
      await queryClient.invalidateQueries({ queryKey: ["hardware"] });
    },
  });
  const place = drivePlace(drive);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => mutate()}
        aria-label={drive.protected ? serverCare.unprotectOf(place) : serverCare.protectOf(place)}
      >
        {drive.protected ? serverCare.unprotect : serverCare.protect}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
