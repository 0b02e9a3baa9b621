/** The quick way to share anything: its finding, layout and hidden data, beside the head of the page. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import { availableOptionsQuery, type PublishedShare } from "@/api/shares";
import { Dialog } from "@/components/dialog";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import type { ShareRequest } from "@/components/share-request";
import { shareDialog as words } from "@/messages/shares";
import { PublishedShareFacts } from "./published-share";
import classes from "./share-dialog.module.css";
import { ShareForm } from "./share-form";

const WIDTH = 720;
const HEIGHT = 440;

export interface ShareDialogProps {
  request: ShareRequest;
  close: () => void;
}

export function ShareDialog({ request, close }: ShareDialogProps) {
  const [published, setPublished] = useState<PublishedShare | null>(null);
  const api = useApi();
  const { data: offer, error, refetch } = useQuery(availableOptionsQuery(api, request.subject));
  const { data: session } = useQuery(sessionQuery(api));
  const count = offer && offer.runs.length > 1 ? words.runs(offer.runs.length) : undefined;
  // Selected runs are called by their number.
  const aside = count === request.name ? undefined : count;
  return (
    <Dialog
      onClose={close}
      size={WIDTH}
      yOffset={72}
      padding={0}
      title={
        <span className={classes.title}>
          {published ? words.published(request.name) : words.title(request.name)}
          {!published && aside && <span className={classes.aside}>{aside}</span>}
        </span>
      }
      closeButtonProps={{ "aria-label": words.close }}
      classNames={{ header: classes.header }}
    >
      {published ? (
        <div className={classes.done}>
          <PublishedShareFacts share={published} done={close} />
        </div>
      ) : offer && session ? (
        <ShareForm request={request} offer={offer} author={session.user.name} done={setPublished} close={close} />
      ) : (
        <div className={classes.done}>
          {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading height={HEIGHT} />}
        </div>
      )}
    </Dialog>
  );
}
