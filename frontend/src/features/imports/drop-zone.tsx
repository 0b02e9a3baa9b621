/** Takes files: dropped, or chosen one by one or as a folder. */
import { Button, Select } from "@mantine/core";
import { IconFiles, IconFolderOpen, IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { IMPORT_FORMATS, type ImportFormat, UPLOAD_LIMITS, type UploadFile } from "@/api/imports";
import { formatBinaryBytes, formatCount } from "@/lib/units";
import { word } from "@/messages";
import { imports as words } from "@/messages/imports";
import classes from "./imports.module.css";
import { filesOfDrop, filesOfInput } from "./picked-files";

const LIMITS = words.limits(formatCount(UPLOAD_LIMITS.files), formatBinaryBytes(UPLOAD_LIMITS.bytes));

export interface DropZoneProps {
  take: (files: UploadFile[]) => void;
  /** Called if the computer could not read a file. */
  failed: () => void;
  format: ImportFormat;
  setFormat: (format: ImportFormat) => void;
  /** Shrunk once files are in. */
  isSmall: boolean;
}

export function DropZone({ take, failed, format, setFormat, isSmall }: DropZoneProps) {
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
      data-small={isSmall || undefined}
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
      <span className={classes.dropIcon} aria-hidden="true">
        <IconUpload size={22} stroke={1.5} />
      </span>
      <div className={classes.dropText}>
        <strong id={title}>{over ? words.dropNow : words.drop}</strong>
        <span title={words.formats}>{words.dropHint}</span>
        {!isSmall && <span>{LIMITS}</span>}
      </div>
      <div className={classes.dropActs}>
        <Select
          aria-label={words.format}
          data={IMPORT_FORMATS.map((value) => ({ value, label: word(words.formatNames, value) }))}
          value={format}
          onChange={(value) => setFormat(value ?? "auto")}
          allowDeselect={false}
          w={160}
        />
        <Chooser label={words.chooseFolder} icon={<IconFolderOpen size={15} stroke={1.75} />} folder take={take} />
        <Chooser label={words.chooseFiles} icon={<IconFiles size={15} stroke={1.75} />} take={take} />
      </div>
    </section>
  );
}

interface ChooserProps extends Pick<DropZoneProps, "take"> {
  label: string;
  icon: ReactNode;
  folder?: boolean;
}

/** A button in front of the browser's own file dialog. */
function Chooser({ label, icon, folder = false, take }: ChooserProps) {
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
      <Button variant="default" leftSection={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
