/** Leads to the page of a piece of hardware. */
import type { ReactNode } from "react";
import type { PieceKind } from "@/api/hardware";
import type { PieceRef } from "@/api/types";
import { messages } from "@/messages";
import { AnchorLink } from "./link";

export const PIECE_PAGES = {
  server: "/servers/$ref",
  controller: "/servers/controllers/$ref",
  drive: "/drives/$ref",
  array: "/arrays/$ref",
} as const satisfies Record<PieceKind, string>;

export function isPieceKind(kind: string): kind is PieceKind {
  return Object.hasOwn(PIECE_PAGES, kind);
}

export interface PieceLinkProps {
  kind: PieceKind;
  piece: Pick<PieceRef, "number" | "name">;
  children?: ReactNode;
}

/** The text is the name of the piece unless another is given. */
export function PieceLink({ kind, piece, children }: PieceLinkProps) {
  return (
    <AnchorLink to={PIECE_PAGES[kind]} params={{ ref: piece.number }}>
      {children ?? piece.name}
    </AnchorLink>
  );
}

/** Several pieces of one kind, or a dash. */
export function PieceLinks({ kind, pieces }: { kind: PieceKind; pieces: readonly PieceRef[] }) {
  if (pieces.length === 0) return messages.none;
  return pieces.map((piece, index) => (
    <span key={piece.id}>
      {index > 0 && ", "}
      <PieceLink kind={kind} piece={piece} />
    </span>
  ));
}
