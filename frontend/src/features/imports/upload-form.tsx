/** Brings files into the lab: they are taken, checked against the limits, named if somebody wants to, and sent. */
import { Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { IMPORT_FORMATS, type ImportFormat, type UploadFile } from "@/api/imports";
import { readShareZip, type ShareZip } from "@/api/received-shares";
import type { Import } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatBinaryBytes } from "@/lib/units";
import { word } from "@/messages";
import { imports as words } from "@/messages/imports";
import { receiving } from "@/messages/receiving";
import { DropZone } from "./drop-zone";
import classes from "./imports.module.css";
import { nameOf, refusalOf, totalBytes } from "./picked-files";
import { ReceivedShare } from "./received-share";
import { UploadProgress } from "./upload-progress";
import { useUpload } from "./use-upload";

export function UploadForm({ uploaded }: { uploaded: (made: Import) => void }) {
  const [files, setFiles] = useState<UploadFile[]>([]);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [share, setShare] = useState<ShareZip | null>(null);
  const failed = () => setComplaint(words.unreadable);
  const take = (taken: UploadFile[]) => {
    if (taken.some(isZip)) findShare(taken).then((found) => show(taken, found), failed);
    else show(taken, null);
  };
  const show = (taken: UploadFile[], found: ShareZip | null) => {
    setShare(taken.length === 1 ? found : null);
    setFiles(taken);
    if (found && taken.length > 1) setComplaint(receiving.alone(found.file.name));
    else setComplaint(taken.length === 0 ? words.empty : refusalOf(taken));
  };
  const clear = () => {
    setFiles([]);
    setShare(null);
  };
  const chosen = files.length > 0 && complaint === null;
  return (
    <div className={classes.upload}>
      {chosen && share ? (
        <ReceivedShare zip={share} clear={clear} />
      ) : chosen ? (
        <PickedFiles files={files} clear={clear} uploaded={uploaded} />
      ) : (
        <DropZone take={take} failed={failed} />
      )}
      {complaint && (
        <Notice level="error" alert>
          {complaint}
        </Notice>
      )}
    </div>
  );
}

/** The first zip of a share among the files. */
async function findShare(files: readonly UploadFile[]): Promise<ShareZip | null> {
  for (const { file } of files.filter(isZip)) {
    const share = await readShareZip(file);
    if (share) return share;
  }
  return null;
}

const isZip = ({ path }: UploadFile) => path.toLowerCase().endsWith(".zip");

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
