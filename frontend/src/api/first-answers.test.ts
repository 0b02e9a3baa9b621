// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { answeredFirst, FRESH_MS } from "./first-answers";

const ADDRESS = "http://lab/api/v1/session";

function element(text: string): Element {
  const script = document.createElement("script");
  script.type = "application/json";
  script.textContent = text;
  return script;
}

function lab() {
  const requests: string[] = [];
  const fetch = (request: Request) => {
    requests.push(request.url);
    return Promise.resolve(Response.json({ from: "lab" }));
  };
  return { requests, fetch };
}

const body = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();

describe("answers that came with the page", () => {
  test("are given once, to the first question", async () => {
    const { requests, fetch } = lab();
    const send = answeredFirst(fetch, element('{"/api/v1/session": {"from": "page"}}'), 0, () => 1);

    expect(await body(send(new Request(ADDRESS)))).toEqual({ from: "page" });
    expect(requests).toEqual([]);
    expect(await body(send(new Request(ADDRESS)))).toEqual({ from: "lab" });
  });

  test.each([
    ["another address", new Request("http://lab/api/v1/lab")],
    ["a question of its own", new Request(`${ADDRESS}?a=1`)],
    ["a change", new Request(ADDRESS, { method: "POST", body: "{}" })],
  ])("are no answer to %s", async (_, request) => {
    const { requests, fetch } = lab();
    const send = answeredFirst(fetch, element('{"/api/v1/session": {"from": "page"}}'), 0, () => 1);

    expect(await body(send(request))).toEqual({ from: "lab" });
    expect(requests).toHaveLength(1);
  });

  test("grow old", async () => {
    const send = answeredFirst(lab().fetch, element('{"/api/v1/session": {}}'), 0, () => FRESH_MS + 1);

    expect(await body(send(new Request(ADDRESS)))).toEqual({ from: "lab" });
  });

  test.each(["", "{", "[]", "null", '"text"'])("may be missing or broken: %s", async (text) => {
    const send = answeredFirst(lab().fetch, element(text), 0, () => 1);

    expect(await body(send(new Request(ADDRESS)))).toEqual({ from: "lab" });
    expect(await body(answeredFirst(lab().fetch, null, 0, () => 1)(new Request(ADDRESS)))).toEqual({ from: "lab" });
  });
});
