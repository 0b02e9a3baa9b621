/** Progress of a campaign, as a bar and in words. */
import { Progress } from "@mantine/core";
import { campaigns as words } from "@/messages/campaigns";
import classes from "./campaigns.module.css";
import { type Counts, progressOf } from "./progress";

export function CampaignProgress({ campaign, size }: { campaign: Counts; size: "xs" | "lg" }) {
  const { percent, text } = progressOf(campaign);
  return (
    <div className={classes.progress}>
      <span data-numeric>{text}</span>
      <Progress value={percent} size={size} aria-label={words.progress} />
    </div>
  );
}
