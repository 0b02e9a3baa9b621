/** Reason for waiting, without repeating the word: reasons such as `waiting for rack-4: …` already contain it. */
import { job as words } from "@/messages/jobs";
import { Notice } from "./notice";

export function WaitingNotice({ reason }: { reason: string }) {
  if (reason.startsWith("waiting ")) {
    return <Notice level="info" title={`W${reason.slice(1)}`} />;
  }
  return (
    <Notice level="info" title={words.waiting}>
      {reason}
    </Notice>
  );
}
