/** Photos of a piece of hardware: small ones with their captions, and the ways to add and to remove one. */
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import type { PieceKind } from "@/api/hardware";
import { usePermissions } from "@/api/permissions";
import { MAX_PHOTO_BYTES, PHOTO_TYPES, photoAddress, photosQuery, removePhoto } from "@/api/photos";
import { sessionQuery } from "@/api/session";
import type { Photo } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { FileDrop } from "@/components/file-drop";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { formatBinaryBytes, formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { photos as words } from "@/messages/photos";
import classes from "./photos.module.css";

const PhotoDialog = lazy(() => import("./photo-dialog").then((module) => ({ default: module.PhotoDialog })));

const PICTURE_HEIGHT = 134;
const TYPES: readonly string[] = PHOTO_TYPES;

export interface PhotosProps {
  kind: PieceKind;
  reference: string;
}

export function Photos({ kind, reference }: PhotosProps) {
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(photosQuery(useApi(), kind, reference));
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const take = (files: File[]) => {
    const wrong = refusalOf(files);
    setComplaint(wrong);
    if (wrong === null) setFile(files[0] ?? null);
  };
  return (
    <Section title={words.title}>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!error && <Text c="dimmed">{data ? words.count(data.items.length) : messages.loading}</Text>}
      {(operate || !data || data.items.length > 0) && (
        <ul aria-label={words.list(reference)} className={classes.photos}>
          {!data && !error && (
            <li>
              <Loading height={PICTURE_HEIGHT} />
            </li>
          )}
          {data?.items.map((photo) => (
            <li key={photo.id}>
              <Picture photo={photo} />
            </li>
          ))}
          {operate && (
            <li>
              <FileDrop
                title={words.drop}
                titleOver={words.dropNow}
                chooseLabel={words.choose}
                accept={TYPES.join(",")}
                minHeight={PICTURE_HEIGHT}
                take={take}
              />
            </li>
          )}
        </ul>
      )}
      {complaint && (
        <Notice level="error" alert>
          {complaint}
        </Notice>
      )}
      <Suspense>
        {file && <PhotoDialog kind={kind} reference={reference} file={file} close={() => setFile(null)} />}
      </Suspense>
    </Section>
  );
}

/** Return the reason why the lab refuses this photo; null if it is accepted. */
function refusalOf(files: readonly File[]): string | null {
  const [file] = files;
  if (!file || files.length > 1) return words.oneFile;
  if (!TYPES.includes(file.type)) return words.wrongType(file.name);
  if (file.size <= MAX_PHOTO_BYTES) return null;
  return words.tooLarge(formatBinaryBytes(file.size), formatBinaryBytes(MAX_PHOTO_BYTES));
}

function Picture({ photo }: { photo: Photo }) {
  const api = useApi();
  const address = photoAddress(api, photo);
  const caption = photo.title || words.untitled;
  return (
    <figure className={classes.photo}>
      <a href={address} className={classes.picture}>
        <img src={address} alt={caption} loading="lazy" />
      </a>
      <figcaption>
        {caption}
        <div className={classes.added}>{words.added(photo.created_by, formatDateTime(photo.created_at))}</div>
      </figcaption>
      <RemoveButton photo={photo} caption={caption} />
    </figure>
  );
}

/** Draw the button for the user's own photos; administrators can remove any photo. */
function RemoveButton({ photo, caption }: { photo: Photo; caption: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate, administer } = usePermissions();
  const { data: session } = useQuery(sessionQuery(api));
  const isOwn = operate && photo.created_by === session?.user.name;
  if (!isOwn && !administer) return null;
  return (
    <div>
      <ConfirmButton
        openLabel={words.removeOf(caption)}
        size="xs"
        title={words.removeTitle}
        explanation={words.removeExplain(caption)}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        confirm={async () => {
          await removePhoto(api, photo.id);
          await queryClient.invalidateQueries({ queryKey: ["photos"] });
        }}
      />
    </div>
  );
}
