/** A link to the table of results by factors, from wherever results are chosen. */
import { pivot as words } from "@/messages/pivot";
import { AnchorLink } from "./link";

export interface PivotLinkProps {
  /** Numbers or ids of runs. */
  runs?: readonly string[];
  /** Number or id of a campaign. */
  campaign?: string;
}

export function PivotLink({ runs, campaign }: PivotLinkProps) {
  return (
    <AnchorLink to="/compare/pivot" search={{ runs: runs?.join(",") || undefined, campaign }}>
      {words.link}
    </AnchorLink>
  );
}
