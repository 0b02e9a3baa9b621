/** Takes files: dropped, or chosen one by one or as a folder. */
import { Button, Group, Text } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { UPLOAD_LIMITS, type UploadFile } from "@/api/imports";
import { formatBinaryBytes, formatCount } from "@/lib/units";
import { imports as words } from "@/messages/imports";
import classes from "./imports.module.css";
import { filesOfDrop, filesOfInput } from "./picked-files";

const LIMITS = words.limits(formatCount(UPLOAD_LIMITS.files), formatBinaryBytes(UPLOAD_LIMITS.bytes));

export interface DropZoneProps {
  take: (files: UploadFile[]) => void;
  /** What the computer could not read. */
  failed: () => void;
}

export function DropZone({ take, failed }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const title = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    filesOfDrop(event.dataTransfer).then(take, failed);
  };
  return (
    <section
      aria-labelledby={title}
      className={classes.dropZone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Moving on to something inside is no leaving.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      <IconFileImport size={32} stroke={1.5} aria-hidden="true" />
      <strong id={title}>{over ? words.dropNow : words.drop}</strong>
      <Group gap={8} justify="center">
        <Chooser label={words.chooseFiles} take={take} />
        <Chooser label={words.chooseFolder} folder take={take} />
      </Group>
      <Text size="sm" c="dimmed">
        {LIMITS}
      </Text>
      <Text size="sm" c="dimmed" maw="70ch">
        {words.formats}
      </Text>
    </section>
  );
}

/** A button in front of the browser's own file dialog. */
function Chooser({ label, folder = false, take }: { label: string; folder?: boolean; take: DropZoneProps["take"] }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        // React has no name for it; every browser has it under this one.
        {...(folder ? { webkitdirectory: "" } : {})}
        onChange={({ currentTarget }) => {
          take(filesOfInput(currentTarget.files ?? []));
          // The same files can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
