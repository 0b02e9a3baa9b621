/** A lab that answers from a table: the real client talks to it instead of to the network. */
import type { StreamSource } from "@/api/event-stream";

export type Answer = object | ((request: Request) => object | Response | Promise<object | Response>);

export interface StubLab {
  fetch: (request: Request) => Promise<Response>;
  /** Every request so far, as `GET /api/v1/runs?limit=50`. */
  asked: string[];
  openStream: (address: string) => StreamSource;
  /** Sends a message to every open stream. */
  send: (name: string, data?: unknown) => void;
  openStreams: () => number;
}

type Listeners = Map<string, (message: MessageEvent<string>) => void>;

const SIGNED_IN: Record<string, Answer> = {
  "GET /api/v1/session": { user: { id: "u-1", name: "ada", role: "operator" } },
  "GET /api/v1/lab": { version: "0.1.0", demo_data: false, server_time: "2026-11-21T01:00:00Z" },
};

/** A lab with a signed-in user that gives these answers by method and path; anything else is a 404. */
export function stubLab(answers: Record<string, Answer>): StubLab {
  const table: Record<string, Answer> = { ...SIGNED_IN, ...answers };
  const asked: string[] = [];
  const streams = new Set<Listeners>();
  return {
    asked,
    openStream: () => {
      const listeners: Listeners = new Map();
      streams.add(listeners);
      return {
        addEventListener: (name, listener) => listeners.set(name, listener),
        close: () => streams.delete(listeners),
      };
    },
    send: (name, data = null) => {
      for (const listeners of streams) listeners.get(name)?.(new MessageEvent(name, { data: JSON.stringify(data) }));
    },
    openStreams: () => streams.size,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}${search}`);
      const answer = table[`${request.method} ${pathname}`];
      if (answer === undefined) return problem(404, `There is nothing at ${pathname}.`);
      const given = typeof answer === "function" ? await answer(request) : answer;
      return given instanceof Response ? given : Response.json(given);
    },
  };
}

/** A problem document as the lab sends it. */
export function problem(status: number, detail: string, errors: { path: string; message: string }[] = []): Response {
  const document = {
    type: "about:blank",
    title: "Problem",
    status,
    detail,
    code: "stub",
    who: "request",
    kept: null,
    errors,
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}
