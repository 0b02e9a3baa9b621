/** Pictures of runs are requested together. */
import { expect, test, vi } from "vitest";
import type { Api } from "./client";
import { thumbnailQuery } from "./thumbnails";

const picture = (iops: number) => ({ kind: "bars", lines: [[iops]], window: null });

function aLab() {
  const GET = vi.fn(async (_: string, { params }: { params: { query: { run_id: string[] } } }) => ({
    data: { items: params.query.run_id.map((number, iops) => ({ number, thumbnail: picture(iops) })) },
  }));
  return { GET, api: { GET } as unknown as Api };
}

function read(api: Api, number: string, signal = new AbortController().signal) {
  const { queryFn } = thumbnailQuery(api, { number, state: "finished" });
  return (queryFn as unknown as (context: { signal: AbortSignal }) => Promise<unknown>)({ signal });
}

test("rows in sight share one request, without those that were scrolled away", async () => {
  const { GET, api } = aLab();
  const away = new AbortController();
  const [first, second] = [read(api, "r-1"), read(api, "r-3")];
  void read(api, "r-2", away.signal);
  away.abort();
  expect(await Promise.all([first, second])).toEqual([picture(0), picture(1)]);
  expect(GET.mock.calls.map(([, { params }]) => params.query.run_id)).toEqual([["r-1", "r-3"]]);
});

test("more runs than the lab draws at once take several requests", async () => {
  const { GET, api } = aLab();
  await Promise.all(Array.from({ length: 100 }, (_, place) => read(api, `r-${place}`)));
  expect(GET.mock.calls.map(([, { params }]) => params.query.run_id.length)).toEqual([48, 48, 4]);
});
