/** Cards of what the demo data show, each with its picture. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useApi } from "@/api/context";
import { publishedRunsQuery } from "@/api/demo-runs";
import { derivedQuery, runQuery } from "@/api/runs";
import { demoDataQuery } from "@/api/session";
import { writeRunList } from "@/lib/run-list";
import { useSpareTime } from "@/lib/spare-time";
import { home } from "@/messages/home";
import { CardLink } from "@/parts/card";
import { Thumbnail } from "@/parts/thumbnail";
import { type DemoStory, demoStories, sweptRuns } from "./demo-stories";
import classes from "./first-visit.module.css";

const words = home.first;
const PICTURE_HEIGHT = 94;

/** Its room is kept for the cards that every lab with demo data has. */
export function DemoTour({ count }: { count: number }) {
  const heading = useId();
  const api = useApi();
  const isSpare = useSpareTime();
  const { data } = useQuery({ ...publishedRunsQuery(api), enabled: isSpare });
  const runs = data?.items ?? [];
  const [measured] = useQuery({ ...demoDataQuery(api), enabled: isSpare }).data?.measured_runs ?? [];
  const { data: preconditioned } = useQuery({ ...runQuery(api, measured ?? ""), enabled: measured !== undefined });
  const derived = useQueries({ queries: sweptRuns(runs).map(({ number }) => derivedQuery(api, number)) });
  const stories = demoStories(
    runs,
    derived.map((each) => each.data),
    preconditioned,
  );
  return (
    <section aria-labelledby={heading}>
      <div className={classes.tourHead}>
        <h2 id={heading}>{words.tour}</h2>
        <span className={classes.tourNote}>{words.tourNote(count)}</span>
      </div>
      <div className={classes.tour}>
        {stories.map((story) => (
          <StoryCard key={story.key} story={story} />
        ))}
      </div>
    </section>
  );
}

function StoryCard({ story: { key, runs, picture } }: { story: DemoStory }) {
  const { title, text } = words.stories[key];
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
  return (
    <CardLink to="/compare" search={{ runs: writeRunList(runs) }}>
      {content}
    </CardLink>
  );
}
