/** The page of a share as its readers see it, in a frame that runs no scripts and sends no forms. */
import { useApi } from "@/api/context";
import { sharePageAddress } from "@/api/shares";
import { shares as words } from "@/messages/shares";
import classes from "./shares.module.css";

export function PageFrame({ number, old = false }: { number: string; old?: boolean }) {
  const api = useApi();
  return (
    <iframe
      // Pictures of a draft need a signed-in user, and in a frame without an origin the browser would request them
      // anonymously. Without scripts, the page gains nothing from an origin of its own.
      sandbox="allow-same-origin"
      title={words.frame(number)}
      src={sharePageAddress(api, number)}
      className={classes.frame}
      data-old={old || undefined}
    />
  );
}
