/** Leads to what a search found, and to the list of its kind. */
import type { Hit, HitGroup } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { isPieceKind, PIECE_PAGES } from "@/components/piece-link";
import { search as words } from "@/messages/search";

/** The short number stands before the title where there is one. */
export function HitLink({ kind, hit }: { kind: HitGroup["kind"]; hit: Hit }) {
  const { reference, title } = hit;
  const numbered = `${reference} · ${title}`;
  if (isPieceKind(kind)) {
    return (
      <AnchorLink data-hit to={PIECE_PAGES[kind]} params={{ ref: reference }}>
        {numbered}
      </AnchorLink>
    );
  }
  switch (kind) {
    case "configuration":
      return (
        <AnchorLink data-hit to="/configurations/$ref" params={{ ref: reference }}>
          {numbered}
        </AnchorLink>
      );
    case "hardware_model":
      return (
        <AnchorLink data-hit to="/inventory/models/$id" params={{ id: reference }}>
          {title}
        </AnchorLink>
      );
    case "run":
      return (
        <AnchorLink data-hit to="/runs/$ref" params={{ ref: reference }}>
          {numbered}
        </AnchorLink>
      );
    case "campaign":
      return (
        <AnchorLink data-hit to="/campaigns/$ref" params={{ ref: reference }}>
          {numbered}
        </AnchorLink>
      );
    case "share":
      return (
        <AnchorLink data-hit to="/shares/$ref" params={{ ref: reference }}>
          {numbered}
        </AnchorLink>
      );
    case "drive_model":
      return (
        <AnchorLink data-hit to="/inventory/drives" search={{ q: reference }}>
          {title}
        </AnchorLink>
      );
    case "profile":
      return (
        <AnchorLink data-hit to="/profiles/$name" params={{ name: reference }}>
          {title}
        </AnchorLink>
      );
    default:
      return (
        <AnchorLink data-hit to="/inventory/published/$ref" params={{ ref: reference }}>
          {title}
        </AnchorLink>
      );
  }
}

/** The list that shows all of a kind, where there is one that can be searched by words; else how to see the rest. */
export function GroupLink({ kind, q }: { kind: HitGroup["kind"]; q: string }) {
  switch (kind) {
    case "server":
      return (
        <AnchorLink to="/inventory/servers" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "hardware_model":
      return (
        <AnchorLink to="/inventory/models" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "controller":
      return (
        <AnchorLink to="/inventory/controllers" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "drive":
      return (
        <AnchorLink to="/inventory/drives" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "array":
      return (
        <AnchorLink to="/inventory/arrays" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "run":
      return (
        <AnchorLink to="/runs" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    case "profile":
      return (
        <AnchorLink to="/profiles" search={{ q }}>
          {words.all}
        </AnchorLink>
      );
    default:
      return words.narrow;
  }
}
