/** Brings files into the lab: they are taken, checked against the limits, and sent. */
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ImportFormat, UploadFile } from "@/api/imports";
import { readShareZip, type ShareZip } from "@/api/received-shares";
import type { Import } from "@/api/types";
import { ErrorNotice, Notice } from "@/components/notice";
import { formatBinaryBytes } from "@/lib/units";
import { imports as words } from "@/messages/imports";
import { receiving } from "@/messages/receiving";
import { DropZone } from "./drop-zone";
import classes from "./imports.module.css";
import { nameOf, refusalOf, totalBytes } from "./picked-files";
import { ReceivedShare } from "./received-share";
import { UploadProgress } from "./upload-progress";
import { useUpload } from "./use-upload";

export interface UploadFormProps {
  uploaded: (made: Import) => void;
  /** There are files already: the area takes further ones. */
  isSmall?: boolean;
}

export function UploadForm({ uploaded, isSmall = false }: UploadFormProps) {
  const [format, setFormat] = useState<ImportFormat>("auto");
  const [files, setFiles] = useState<UploadFile[]>([]);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [share, setShare] = useState<ShareZip | null>(null);
  const failed = () => setComplaint(words.unreadable);
  const take = (taken: UploadFile[]) => {
    if (taken.some(isZip)) findShare(taken).then((shareZip) => show(taken, shareZip), failed);
    else show(taken, null);
  };
  const show = (taken: UploadFile[], shareZip: ShareZip | null) => {
    setShare(taken.length === 1 ? shareZip : null);
    setFiles(taken);
    if (shareZip && taken.length > 1) setComplaint(receiving.alone(shareZip.file.name));
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
        <PickedFiles files={files} format={format} clear={clear} uploaded={uploaded} />
      ) : (
        <DropZone take={take} failed={failed} format={format} setFormat={setFormat} isSmall={isSmall} />
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
  format: ImportFormat;
  clear: () => void;
  uploaded: (made: Import) => void;
}

/** Sends the files at once: nothing is stored before a person has seen what was read. */
function PickedFiles({ files, format, clear, uploaded }: PickedFilesProps) {
  const { upload, stop, sent, isPending, error } = useUpload({ files, format, title: "" }, uploaded);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    upload();
  }, [upload]);
  const stopped = error instanceof DOMException && error.name === "AbortError";
  const name = nameOf(files);
  const summary = words.picked(words.files(files.length), formatBinaryBytes(totalBytes(files)));
  return (
    <div className={classes.picked}>
      <div className={classes.pickedText}>
        <strong>{name ?? summary}</strong>
        {name && <Text c="dimmed">{summary}</Text>}
      </div>
      {isPending && (
        <>
          <UploadProgress sent={sent} whole={totalBytes(files)} />
          <Button variant="default" onClick={stop}>
            {words.stop}
          </Button>
        </>
      )}
      {stopped && <Notice level="info">{words.stopped}</Notice>}
      {error && !stopped && <ErrorNotice error={error} title={words.refused} />}
      {error && (
        <Group gap={8}>
          <Button onClick={upload}>{words.again}</Button>
          <Button variant="default" onClick={clear}>
            {words.clear}
          </Button>
        </Group>
      )}
    </div>
  );
}
