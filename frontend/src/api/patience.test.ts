// @vitest-environment happy-dom
/** A hanging lab: no request waits without end. */
import { expect, test } from "vitest";
import { createReachability } from "@/lib/reachability";
import { createApi } from "./client";
import { patient } from "./patience";
import { LabUnreachable } from "./problem";

/** Answer nothing until aborted. */
function hang(request: Request, { signal }: RequestInit = {}): Promise<Response> {
  const given = signal ?? request.signal;
  return new Promise((_, reject) => given.addEventListener("abort", () => reject(given.reason as Error)));
}

function labThatHangs() {
  const reachability = createReachability();
  const api = createApi({
    fetch: patient(hang, 20),
    reachability,
    baseUrl: "http://lab.test",
    openStream: () => ({ addEventListener: () => undefined, close: () => undefined }),
    sendForm: () => Promise.reject(new TypeError()),
  });
  return { api, reachability };
}

test("a question that is not answered in time tells that the lab is silent", async () => {
  const { api, reachability } = labThatHangs();

  await expect(api.GET("/api/v1/lab")).rejects.toBeInstanceOf(LabUnreachable);
  expect(reachability.current().unreachableSince).not.toBeNull();
});

test("whoever takes a question back says nothing about the lab", async () => {
  const { api, reachability } = labThatHangs();
  const leaving = new AbortController();
  const request = api.GET("/api/v1/lab", { signal: leaving.signal });
  leaving.abort();

  await expect(request).rejects.toHaveProperty("name", "AbortError");
  expect(reachability.current().unreachableSince).toBeNull();
});

test("a change is waited for", async () => {
  const requests: (RequestInit | undefined)[] = [];
  const send = patient((_, options) => {
    requests.push(options);
    return Promise.resolve(new Response());
  }, 20);

  await send(new Request("http://lab.test/api/v1/jobs", { method: "POST" }));
  expect(requests).toEqual([undefined]);
});
