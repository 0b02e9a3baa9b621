/** The client: refusals, silence and success. */
import { expect, test } from "vitest";
import { createReachability } from "@/lib/reachability";
import { problem } from "@/testing/stub-lab";
import { body, createApi, idempotencyKey } from "./client";
import { ApiProblem, LabUnreachable } from "./problem";
import { runsQuery } from "./runs";

function clientWith(fetch: (request: Request) => Promise<Response>) {
  const reachability = createReachability(() => 1_000);
  const openStream = () => ({ addEventListener: () => undefined, close: () => undefined });
  const sendForm = () => Promise.reject(new TypeError("no forms here"));
  return createApi({ fetch, reachability, baseUrl: "http://lab.test", openStream, sendForm });
}

test("a refusal carries the lab's sentence and the fields", async () => {
  const api = clientWith(async () => problem(422, "Not like this.", [{ path: "name", message: "is missing" }]));

  const error = await body(api.GET("/api/v1/session")).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ message: "Not like this.", status: 422, responsible: "request" });
  expect((error as ApiProblem).fields).toEqual([{ path: "name", message: "is missing" }]);
});

test("an answer that is no problem document still says its status", async () => {
  const api = clientWith(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));

  await expect(body(api.GET("/api/v1/session"))).rejects.toThrow("The lab answered with status 502.");
});

test("silence is an error of its own and is remembered until the next answer", async () => {
  let down = true;
  const api = clientWith(async () => {
    if (down) throw new TypeError("fetch failed");
    return Response.json({});
  });

  await expect(body(api.GET("/api/v1/session"))).rejects.toBeInstanceOf(LabUnreachable);
  expect(api.reachability.current().unreachableSince).toBe(1_000);
  down = false;
  await body(api.GET("/api/v1/session"));
  expect(api.reachability.current().unreachableSince).toBeNull();
});

test("filters that are not set are not sent", async () => {
  const seen: string[] = [];
  const api = clientWith(async (request) => {
    seen.push(new URL(request.url).search);
    return Response.json({ items: [], next_cursor: null });
  });
  const { queryFn } = runsQuery(api, { state: "failed", q: undefined });

  await (queryFn as (context: { signal: AbortSignal }) => Promise<unknown>)({ signal: new AbortController().signal });

  expect(seen).toEqual(["?state=failed&limit=50"]);
});

test("idempotency keys are 128 random bits", () => {
  const keys = new Set([idempotencyKey(), idempotencyKey()]);

  expect(keys.size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
