/** The latest results of the lab at the foot of a wall: as many as have room, the others one after the other. */
import { useElementSize, useInterval, useMergedRef } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { RecentResult } from "@/api/types";
import { figureValue } from "@/components/headline";
import { findMetric } from "@/lib/metrics";
import { joinShort } from "@/lib/short-values";
import { dashboards } from "@/messages/dashboards";
import { Delta } from "@/parts/delta";
import classes from "./wall.module.css";

const words = dashboards.wall;
const STEP_MS = 6_000;

export interface TickerProps {
  results: readonly RecentResult[];
  /** True if results without room scroll into sight by themselves. */
  moves: boolean;
}

export function Ticker({ results, moves }: TickerProps) {
  const [first, setFirst] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { ref: sized, width } = useElementSize<HTMLUListElement>();
  const ref = useMergedRef(list, sized);
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has another width with its results and with its place.
  useEffect(() => {
    const { current } = list;
    if (current) setCut(current.scrollHeight > current.clientHeight);
  }, [results, width]);
  const count = results.length;
  const isMoving = moves && isCut && count > 1;
  const { start, stop } = useInterval(() => setFirst((place) => place + 1), STEP_MS);
  useEffect(() => {
    if (isMoving) start();
    return stop;
  }, [isMoving, start, stop]);
  if (count === 0) return null;
  const begin = first % count;
  return (
    <>
      <span className={classes.tickerHead}>
        <IconHistory size={14} stroke={1.75} aria-hidden="true" />
        {words.latest}
      </span>
      <ul ref={ref} className={classes.results} aria-label={words.latestResults}>
        {[...results.slice(begin), ...results.slice(0, begin)].map((result) => (
          <Result key={result.number} result={result} />
        ))}
      </ul>
    </>
  );
}

function Result({ result: { number, title, configuration, figure, change } }: { result: RecentResult }) {
  const name = configuration?.name ?? title;
  return (
    <li>
      <b>{number}</b>
      <span dir="auto" title={name}>
        {name}
      </span>
      {figure && <b>{joinShort(figureValue(figure))}</b>}
      {change && figure && <Delta percent={change.percent} metric={findMetric(figure.metric)?.name ?? null} />}
    </li>
  );
}
