/** The field of a query over a list: proposes fields and values at the caret, and underlines what the lab refuses. */
import { Button, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedCallback, useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { completionQuery } from "@/api/fields";
import { ApiProblem } from "@/api/problem";
import type { QueryCompletion, QueryList } from "@/api/types";
import { charactersBefore, partsAround, replaceStretch } from "@/lib/query-text";
import { queries as words } from "@/messages/queries";
import { QueryChips } from "./query-chips";
import classes from "./query-field.module.css";

const MAX_CHARACTERS = 2000;
/** A list takes part in what is typed a moment after the last key. */
const APPLY_MS = 400;
const COMPLETE_MS = 120;

export interface QueryFieldProps {
  /** Runs unless another list is named. */
  list?: QueryList;
  /** True if it is as high as other fields, without its key. */
  isSmall?: boolean;
  /** Query of the list in effect. */
  value: string;
  change: (query: string) => void;
  /** Error from reading the list; problems other than those of a query are left to the list. */
  error: unknown;
  /** As in `12 of 248`. */
  count?: string;
  /** Note below the field, beside a problem. */
  note?: ReactNode;
}

export function QueryField({ list = "runs", isSmall, value, change, error, count, note }: QueryFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [caret, setCaret] = useState(0);
  const [isTyping, setTyping] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  useEffect(() => {
    // During typing, the field is ahead of the address.
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  const applySoon = useDebouncedCallback((typed: string) => change(typed.trim()), APPLY_MS);
  /** Applies a query at once, and cancels the pending one of earlier typing. */
  const applyNow = (query: string) => {
    applySoon.cancel();
    change(query);
  };
  const completion = useCompletion(list, text, caret, combobox.dropdownOpened);
  const write = (next: string, place: number) => {
    setText(next);
    setCaret(place);
    applySoon(next);
  };
  const put = (proposal: string) => {
    if (!completion) return;
    const isValue = completion.field !== null;
    const replaced = replaceStretch(text, completion, proposal);
    const next = isValue && replaced.caret === replaced.text.length ? `${replaced.text} ` : replaced.text;
    const place = isValue ? Math.min(replaced.caret + 1, next.length) : replaced.caret;
    write(next, place);
    // The field has its new text with the next frame.
    requestAnimationFrame(() => input.current?.setSelectionRange(place, place));
    combobox.resetSelectedOption();
    if (isValue) combobox.closeDropdown();
  };
  const edit = (from: number, to: number) => {
    input.current?.focus();
    // The chips leave with the focus, and the text is there to be selected.
    requestAnimationFrame(() => input.current?.setSelectionRange(from, to));
  };
  const hasChips = !isTyping && text.trim() !== "";
  const endWidth = count ? 148 : isSmall ? 0 : 40;
  const problem = error instanceof ApiProblem && text.trim() === value ? error : null;
  return (
    <search className={classes.field}>
      <div className={classes.box} style={{ "--query-end": `${endWidth}px` } as CSSProperties}>
        {hasChips && (
          <QueryChips
            query={text}
            edit={edit}
            change={(next) => {
              setText(next);
              applyNow(next);
            }}
          />
        )}
        <Combobox store={combobox} onOptionSubmit={put} position="bottom-start" withinPortal>
          <Combobox.Target>
            <TextInput
              ref={input}
              type="search"
              aria-label={words.label}
              placeholder={words.hints[list]}
              value={text}
              maxLength={MAX_CHARACTERS}
              autoComplete="off"
              spellCheck={false}
              leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
              rightSection={
                <>
                  {count && <span className={classes.total}>{count}</span>}
                  {!isSmall && <kbd className={classes.key}>/</kbd>}
                </>
              }
              rightSectionWidth={endWidth}
              classNames={{ input: isSmall ? undefined : classes.input, section: classes.section }}
              error={problem?.query != null && !combobox.dropdownOpened}
              onChange={({ currentTarget }) => {
                write(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
                combobox.openDropdown();
                combobox.resetSelectedOption();
              }}
              onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
              data-chips={hasChips || undefined}
              onFocus={() => setTyping(true)}
              onBlur={() => {
                setTyping(false);
                combobox.closeDropdown();
              }}
              onKeyDown={(event) => {
                if (event.key === "Enter" && combobox.getSelectedOptionIndex() < 0) {
                  combobox.closeDropdown();
                  applyNow(text.trim());
                }
              }}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={!completion || completion.proposals.length === 0}>
            <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={words.proposals}>
              {completion?.proposals.map((proposal) => (
                <Proposal key={proposal.text} list={list} proposal={proposal} />
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      </div>
      {note}
      {problem && !combobox.dropdownOpened && (
        <QueryProblem
          text={value}
          problem={problem}
          correct={(corrected) => {
            setText(corrected);
            applyNow(corrected);
          }}
        />
      )}
    </search>
  );
}

function useCompletion(list: QueryList, text: string, caret: number, isWanted: boolean): QueryCompletion | undefined {
  const [debouncedText] = useDebouncedValue(text, COMPLETE_MS);
  const [debouncedCaret] = useDebouncedValue(caret, COMPLETE_MS);
  const { data } = useQuery({
    ...completionQuery(useApi(), list, debouncedText, charactersBefore(debouncedText, debouncedCaret)),
    enabled: isWanted,
  });
  // Proposals for an earlier text would be put in the wrong place.
  const isOfText = debouncedText === text && debouncedCaret === caret;
  return isWanted && isOfText ? data : undefined;
}

interface ProposalProps {
  list: QueryList;
  proposal: QueryCompletion["proposals"][number];
}

function Proposal({ list, proposal: { text, description, count } }: ProposalProps) {
  return (
    <Combobox.Option value={text}>
      <span className={classes.option}>
        <span dir="auto">{text}</span>
        <small>{description}</small>
        {count !== null && <span className={classes.count}>{words.count(list, count)}</span>}
      </span>
    </Combobox.Option>
  );
}

interface QueryProblemProps {
  text: string;
  problem: ApiProblem;
  correct: (text: string) => void;
}

function QueryProblem({ text, problem: { message, query }, correct }: QueryProblemProps) {
  if (!query) return null;
  const [before, wrong, behind] = partsAround(text, query);
  const { suggestion } = query;
  return (
    <div className={classes.problem} role="alert">
      <span>{message}</span>
      <span className={classes.place} dir="auto">
        {before}
        <mark>{wrong || " "}</mark>
        {behind}
      </span>
      {suggestion !== null && (
        <Button variant="default" size="xs" onClick={() => correct(replaceStretch(text, query, suggestion).text)}>
          {words.use(suggestion)}
        </Button>
      )}
    </div>
  );
}
