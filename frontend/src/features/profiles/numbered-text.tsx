/** A plain text area with the numbers of its lines; those with a problem are marked. */
import { type Ref, useId, useMemo, useRef } from "react";
import { editor as words } from "@/messages/profiles";
import classes from "./profiles.module.css";

export interface NumberedTextProps {
  value: string;
  change: (text: string) => void;
  /** Lines with a problem, from 1. */
  marked: ReadonlySet<number>;
  input: Ref<HTMLTextAreaElement>;
  describedBy?: string;
}

export function NumberedText({ value, change, marked, input, describedBy }: NumberedTextProps) {
  const label = useId();
  const hint = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const gutter = useMemo(() => {
    const count = value.split("\n").length;
    return Array.from({ length: count }, (_, index) => (marked.has(index + 1) ? `● ${index + 1}` : index + 1)).join(
      "\n",
    );
  }, [value, marked]);
  return (
    <div className={classes.plan}>
      <label id={label} htmlFor={`${label}-text`} className={classes.label}>
        {words.text}
      </label>
      <p id={hint} className={classes.hint}>
        {words.textHint}
      </p>
      <div className={classes.editor}>
        <pre ref={numbers} className={classes.numbers} aria-hidden="true">
          {gutter}
        </pre>
        <textarea
          ref={input}
          id={`${label}-text`}
          className={classes.text}
          aria-describedby={[hint, describedBy].filter(Boolean).join(" ")}
          aria-invalid={marked.size > 0 || undefined}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
    </div>
  );
}
