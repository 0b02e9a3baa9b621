/** The page of a share as its readers see it, in a frame that runs no scripts and sends no forms. */
import { useApi } from "@/api/context";
import { sharePageAddress } from "@/api/shares";
import { shares as words } from "@/messages/shares";
import classes from "./shares.module.css";

export function PageFrame({ number, old = false }: { number: string; old?: boolean }) {
  const api = useApi();
  return (
    <iframe
      // Pictures of a draft are for those who are signed in: in a frame of no origin a browser would ask for them as a
      // stranger. Without scripts an origin of its own gives the page nothing.
      sandbox="allow-same-origin"
      title={words.frame(number)}
      src={sharePageAddress(api, number)}
      className={classes.frame}
      data-old={old || undefined}
    />
  );
}
