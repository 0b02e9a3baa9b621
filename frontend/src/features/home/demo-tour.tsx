/** Cards of what the demo data show, each with its picture. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useApi } from "@/api/context";
import { importedRunsQuery } from "@/api/demo-runs";
import { derivedQuery } from "@/api/runs";
import { demoDataQuery } from "@/api/session";
import { AnchorLink } from "@/components/link";
import { writeRunList } from "@/lib/run-list";
import { useSpareTime } from "@/lib/spare-time";
import { home } from "@/messages/home";
import { CardLink } from "@/parts/card";
import { Thumbnail } from "@/parts/thumbnail";
import { type DemoStory, demoStories, runsOf } from "./demo-stories";
import classes from "./first-visit.module.css";

const words = home.first;
const PICTURE_HEIGHT = 94;

/** Draw the tour. Its space is reserved for the cards that every lab with demo data has. */
export function DemoTour({ count }: { count: number }) {
  const heading = useId();
  const api = useApi();
  const isSpare = useSpareTime();
  const { data: demo } = useQuery(demoDataQuery(api));
  const { data: imported } = useQuery({ ...importedRunsQuery(api), enabled: isSpare });
  const measured = demo?.measured ?? [];
  const derived = useQueries({
    queries: runsOf(measured, "sweep").map((number) => ({ ...derivedQuery(api, number), enabled: isSpare })),
  });
  const stories = demoStories(
    measured,
    imported?.items ?? [],
    derived.map((result) => result.data),
  );
  return (
    <section aria-labelledby={heading}>
      <div className={classes.tourHead}>
        <h2 id={heading}>{words.tour}</h2>
        <span className={classes.tourNote}>{words.tourNote(count)}</span>
        {demo && demo.servers.length > 0 && (
          <AnchorLink to="/servers" search={{ q: "state:retired" }} className={classes.inventory}>
            {words.inventory(demo.servers.length)}
          </AnchorLink>
        )}
      </div>
      <div className={classes.tour}>
        {stories.map((story) => (
          <StoryCard key={story.name} story={story} />
        ))}
      </div>
    </section>
  );
}

function StoryCard({ story: { name, runs, share, picture } }: { story: DemoStory }) {
  const { title, text } = words.stories[name];
  const [only] = runs;
  const content = (
    <>
      <span className={classes.picture}>{picture && <Thumbnail data={picture} height={PICTURE_HEIGHT} />}</span>
      <span className={classes.storyText}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </>
  );
  if (runs.length === 1 && only !== undefined) {
    return (
      <CardLink to="/runs/$ref" params={{ ref: only }}>
        {content}
      </CardLink>
    );
  }
  if (name === "campaign" && share !== null) {
    return (
      <CardLink to="/shares/$ref" params={{ ref: share }}>
        {content}
      </CardLink>
    );
  }
  return (
    <CardLink to="/workbench" search={{ runs: writeRunList(runs) }}>
      {content}
    </CardLink>
  );
}
