/** Lines in which two versions of a text differ, each with its sign and a word for those who hear it. */
import type { ProfileLine } from "@/api/types";
import { profileDiff as words } from "@/messages/profiles";
import classes from "./profiles.module.css";

const SIGNS = { same: "  ", removed: "− ", added: "+ " } as const;

export function DiffLines({ lines }: { lines: readonly ProfileLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <pre className={classes.diff} tabIndex={0}>
      {lines.map(({ kind, text, a, b }) => (
        <span key={`${a} ${b}`} data-kind={kind}>
          {kind !== "same" && <span className="visually-hidden">{words[kind]}: </span>}
          <span aria-hidden="true">{SIGNS[kind]}</span>
          {text}
        </span>
      ))}
    </pre>
  );
}
