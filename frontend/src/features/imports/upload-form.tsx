/** Brings files into the lab: they are taken, checked against the limits, named if somebody wants to, and sent. */
import { Button, Group, Progress, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { IMPORT_FORMATS, type ImportFormat, type UploadFile } from "@/api/imports";
import type { Import } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { word } from "@/messages";
import { imports as words } from "@/messages/imports";
import { DropZone } from "./drop-zone";
import classes from "./imports.module.css";
import { nameOf, refusalOf, totalBytes } from "./picked-files";
import { type Sent, useUpload } from "./use-upload";

export function UploadForm({ uploaded }: { uploaded: (made: Import) => void }) {
  const [files, setFiles] = useState<UploadFile[]>([]);
  const [complaint, setComplaint] = useState<string | null>(null);
  const take = (taken: UploadFile[]) => {
    setFiles(taken);
    setComplaint(taken.length === 0 ? words.empty : refusalOf(taken));
  };
  const chosen = files.length > 0 && complaint === null;
  return (
    <div className={classes.upload}>
      {chosen ? (
        <PickedFiles files={files} clear={() => setFiles([])} uploaded={uploaded} />
      ) : (
        <DropZone take={take} failed={() => setComplaint(words.unreadable)} />
      )}
      {complaint && (
        <Notice level="error" alert>
          {complaint}
        </Notice>
      )}
    </div>
  );
}

interface PickedFilesProps {
  files: UploadFile[];
  clear: () => void;
  uploaded: (made: Import) => void;
}

function PickedFiles({ files, clear, uploaded }: PickedFilesProps) {
  const [format, setFormat] = useState<ImportFormat>("auto");
  const [title, setTitle] = useState("");
  const { upload, stop, sent, isPending, error } = useUpload({ files, format, title }, uploaded);
  const stopped = error instanceof DOMException && error.name === "AbortError";
  const name = nameOf(files);
  const summary = words.picked(words.files(files.length), formatBinaryBytes(totalBytes(files)));
  return (
    <form
      className={classes.picked}
      onSubmit={(event) => {
        event.preventDefault();
        upload();
      }}
    >
      <div>
        <strong>{name ?? summary}</strong>
        {name && <Text c="dimmed">{summary}</Text>}
      </div>
      <Group gap={16} align="flex-start">
        <TextInput
          label={words.importTitle}
          description={words.importTitleHint}
          value={title}
          maxLength={200}
          disabled={isPending}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          flex="1 1 280px"
        />
        <Select
          label={words.format}
          description={words.formatHint}
          data={IMPORT_FORMATS.map((value) => ({ value, label: word(words.formatNames, value) }))}
          value={format}
          onChange={(value) => setFormat(value ?? "auto")}
          allowDeselect={false}
          disabled={isPending}
          flex="1 1 280px"
        />
      </Group>
      {isPending && <UploadProgress sent={sent} whole={totalBytes(files)} />}
      {stopped && <Notice level="info">{words.stopped}</Notice>}
      {error && !stopped && <ErrorNotice error={error} title={words.refused} />}
      <Group gap={8}>
        <Button type="submit" loading={isPending}>
          {words.upload}
        </Button>
        <Button variant="default" onClick={isPending ? stop : clear}>
          {isPending ? words.stop : words.clear}
        </Button>
      </Group>
    </form>
  );
}

function UploadProgress({ sent, whole }: { sent: Sent; whole: number }) {
  const total = sent.total ?? whole;
  const percent = total > 0 ? Math.min((sent.bytes / total) * 100, 100) : 0;
  return (
    <div>
      <Progress value={percent} size="lg" aria-label={words.uploading} />
      <Text c="dimmed" mt={4}>
        {words.sent(formatBinaryBytes(sent.bytes), formatBinaryBytes(total), formatPercent(Math.round(percent)))}
      </Text>
    </div>
  );
}
