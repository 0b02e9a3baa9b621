/** A finding in one sentence, linked to the list of findings, with a badge where it does not count. */
import type { Finding } from "@/api/types";
import { findings as words } from "@/messages/findings";
import { Badge } from "@/parts/badge";
import { AnchorLink } from "./link";

export function FindingLink({ number, sentence, excluded }: Pick<Finding, "number" | "sentence" | "excluded">) {
  return (
    <span dir="auto">
      <AnchorLink to="/findings" search={{ q: `number:${number.slice(2)}`, peek: number }}>
        {sentence}
      </AnchorLink>{" "}
      <NotCountedBadge reason={excluded} />
    </span>
  );
}

/** The badge of a finding that does not count, with the reason as its hint; nothing for one that counts. */
export function NotCountedBadge({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <span title={reason}>
      <Badge tone="warn" glyph="warning">
        {words.notCounted}
      </Badge>
    </span>
  );
}
