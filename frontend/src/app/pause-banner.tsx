/** Says on every page that the lab is paused, by whom and why. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labQuery } from "@/api/lab";
import { AnchorLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import classes from "./pause-banner.module.css";

const words = messages.shell;

export function PauseBanner() {
  const { data: lab } = useQuery(labQuery(useApi()));
  return (
    <div className={classes.banner} role="status">
      {lab?.paused && (
        <Notice level="warn" title={words.paused(lab.by ?? messages.unknown, formatDateTime(lab.since))}>
          {lab.reason && <div>{lab.reason}</div>}
          <div>
            {words.pausedMeans} <AnchorLink to="/queue">{words.queue}</AnchorLink>
          </div>
        </Notice>
      )}
    </div>
  );
}
