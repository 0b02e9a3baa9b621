/** A value in mono with a button that copies it, or selects it where that is forbidden. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { parts as words } from "@/messages/parts";
import classes from "./copyable.module.css";

type Outcome = "copied" | "selected" | null;

const SHOWN_MS = 2000;

export interface CopyableProps {
  value: string;
  /** A shorter form that is shown in its place. */
  shown?: string;
  /** Names the value for those who hear the button: "serial". */
  label: string;
  /** Within a line of facts: the value as text, and a button without words. */
  isInline?: boolean;
  /** Called once the value is in the clipboard, for a toast. */
  onCopied?: () => void;
}

export function Copyable({ value, shown = value, label, isInline = false, onCopied }: CopyableProps) {
  const text = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  // The whole value has to be in the text before it is selected, and is selected when it is announced.
  useLayoutEffect(() => {
    if (outcome === "selected" && text.current) getSelection()?.selectAllChildren(text.current);
  }, [outcome]);
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome("copied");
      onCopied?.();
    } catch {
      setOutcome("selected");
    }
  };
  const Icon = outcome === "copied" ? IconCheck : IconCopy;
  return (
    <div className={classes.row} data-inline={isInline || undefined}>
      <code className={classes.value} ref={text} dir="auto" title={shown === value ? undefined : value}>
        {outcome === "selected" ? value : shown}
      </code>
      {isInline ? (
        <ActionIcon variant="subtle" size={24} onClick={() => void copy()} aria-label={`${words.copy} ${label}`}>
          <Icon size={14} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={() => void copy()}
          leftSection={<Icon size={14} stroke={1.75} aria-hidden="true" />}
        >
          {outcome === "copied" ? words.copied : words.copy}
          <span className="visually-hidden"> {label}</span>
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {outcome && words[outcome]}
      </span>
    </div>
  );
}
