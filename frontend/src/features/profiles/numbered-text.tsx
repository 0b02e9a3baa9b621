/** Plain text area with line numbers; lines with a problem are marked and show it. */
import { type Ref, useId, useMemo, useRef } from "react";
import { editor as words } from "@/messages/profiles";
import classes from "./profiles.module.css";

export interface NumberedTextProps {
  value: string;
  change: (text: string) => void;
  /** The problem of a line, from 1; it is written behind the line. */
  problems: ReadonlyMap<number, string>;
  input: Ref<HTMLTextAreaElement>;
  describedBy?: string;
}

export function NumberedText({ value, change, problems, input, describedBy }: NumberedTextProps) {
  const label = useId();
  const hint = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const overlay = useRef<HTMLPreElement>(null);
  const numbered = useMemo(() => value.split("\n").map((line, index) => ({ line, number: index + 1 })), [value]);
  const gutter = numbered.map(({ number }) => (problems.has(number) ? `● ${number}` : number)).join("\n");
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
        <div className={classes.field}>
          <pre ref={overlay} className={classes.said} aria-hidden="true">
            {numbered.map(({ line, number }) => {
              const problem = problems.get(number);
              // Invisible text puts the words behind the line, however wide its characters are.
              return problem === undefined ? (
                "\n"
              ) : (
                <span key={number}>
                  <i>{line}</i>
                  <b>{problem}</b>
                  {"\n"}
                </span>
              );
            })}
          </pre>
          <textarea
            ref={input}
            id={`${label}-text`}
            className={classes.text}
            aria-describedby={[hint, describedBy].filter(Boolean).join(" ")}
            aria-invalid={problems.size > 0 || undefined}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={value}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onScroll={({ currentTarget }) => {
              if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
              if (overlay.current) {
                const { scrollLeft, scrollTop } = currentTarget;
                overlay.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
              }
            }}
          />
        </div>
      </div>
    </div>
  );
}
