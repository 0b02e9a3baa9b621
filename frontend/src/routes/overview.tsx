/** /: the lab at a glance. */
import { useNavigate } from "@tanstack/react-router";
import type { RunSummary } from "@/api/types";
import { StandingTags } from "@/components/standing-tags";
import { OverviewPage } from "@/features/overview/overview-page";
import { DemoNote } from "@/features/runs/demo-note";
import { formatHeadline } from "@/features/runs/headline";
import { PartialTag } from "@/features/runs/partial-tag";
import { messages } from "@/messages";

export function OverviewRoute() {
  const navigate = useNavigate();
  return (
    <OverviewPage
      openJob={(profile, server) => void navigate({ to: "/jobs/new", search: { profile, server } })}
      headline={(run) => <Headline run={run} />}
      marks={(run) => (
        <>
          <PartialTag run={run} />
          <StandingTags run={run} />
        </>
      )}
      demoNote={<DemoNote />}
    />
  );
}

function Headline({ run: { headline } }: { run: RunSummary }) {
  const first = headline[0];
  return first ? `${formatHeadline(first)}, ${first.label}` : messages.none;
}
