/** Takes one file: dropped, or chosen in the browser's own dialog. */
import { Button, Text } from "@mantine/core";
import { type DragEvent, useId, useRef, useState } from "react";
import classes from "./file-drop.module.css";

export interface FileDropProps {
  title: string;
  /** Title while something is dragged over it. */
  titleOver: string;
  chooseLabel: string;
  hint?: string;
  /** Endings or media types that the dialog of the browser offers. */
  accept: string;
  minHeight: number;
  /** Receives all dropped files; the caller decides if they are acceptable. */
  take: (files: File[]) => void;
}

export function FileDrop({ title, titleOver, chooseLabel, hint, accept, minHeight, take }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const heading = useId();
  const [over, setOver] = useState(false);
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const left = ({ currentTarget, relatedTarget }: DragEvent) => {
    // Moving on to something inside is no leaving.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-labelledby={heading}
      className={classes.zone}
      style={{ minHeight }}
      data-over={over || undefined}
      onDragOver={dragged}
      onDragLeave={left}
      onDrop={dropped}
    >
      <span id={heading}>{over ? titleOver : title}</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={chooseLabel}
        accept={accept}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button variant="default" size="xs" onClick={() => input.current?.click()}>
        {chooseLabel}
      </Button>
      {hint && (
        <Text size="sm" c="dimmed" maw="70ch">
          {hint}
        </Text>
      )}
    </section>
  );
}
