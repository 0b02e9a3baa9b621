/** Why something waits, with the word said once: reasons such as `waiting for rack-4: …` bring it along. */
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
