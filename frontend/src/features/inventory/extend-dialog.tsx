/**
 * Dialog that extends an enrolment: root runs the command again, and the dialog reports the later end of the server.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { enrolmentQuery } from "@/api/enrolments";
import type { Drive } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { drivePlace } from "@/lib/drive-place";
import { enrolment as words } from "@/messages/enrolment";
import { EnrolmentWait } from "./enrolment-wait";

export interface ExtendDialogProps {
  drive: Drive;
  id: string;
  close: () => void;
}

export function ExtendDialog({ drive, id, close }: ExtendDialogProps) {
  const { data, error, refetch } = useQuery(enrolmentQuery(useApi(), id));
  // As it was when the dialog was opened: another end is the extended one.
  const [before] = useState(drive.enrolment?.expires_at ?? null);
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={words.extendTitle(drivePlace(drive))}
      closeButtonProps={{ "aria-label": words.close }}
    >
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading height={160} />}
      {data && (
        <EnrolmentWait
          drive={drive}
          id={id}
          command={data.extend_command}
          explain={words.extendExplain}
          isDone={({ state, expires_at }) => state === "active" && expires_at !== before}
          doneText={words.extended}
          close={close}
        />
      )}
    </Dialog>
  );
}
