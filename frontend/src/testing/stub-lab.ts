/** A lab that answers from a table: the real client talks to it instead of to the network. */
import type { StreamSource } from "@/api/event-stream";
import type { FormUpload, SendForm } from "@/api/form-upload";
import { aSession, NO_NOTICES } from "./personal-objects";

export type Answer = object | ((request: Request) => object | Response | Promise<object | Response>);

export interface StubLab {
  fetch: (request: Request) => Promise<Response>;
  sendForm: SendForm;
  /** Every form that was sent. */
  forms: FormUpload[];
  /** Every request so far, as `GET /api/v1/runs?limit=50`. */
  requests: string[];
  openStream: (address: string) => StreamSource;
  /** Sends a message to every open stream. */
  send: (name: string, data?: unknown) => void;
  /** Without that of the whole lab, which every page has. */
  openStreams: () => number;
  openLabStreams: () => number;
}

type Listeners = Map<string, (message: MessageEvent<string>) => void>;
const LAB_STREAM = "/api/v1/events";

const SIGNED_IN: Record<string, Answer> = {
  "GET /api/v1/session": aSession({ name: "ada" }),
  "PATCH /api/v1/session": aSession({ name: "ada" }),
  "GET /api/v1/notices": NO_NOTICES,
  "GET /api/v1/lab": { paused: false, reason: null, since: null, by: null },
  "GET /api/v1/demo-data": { run_count: 0, measured: [], servers: [] },
  "GET /api/v1/leases": { items: [], next_cursor: null },
  "GET /api/v1/server-summaries": { items: [], next_cursor: null },
  "GET /api/v1/servers/s-1/windows": { items: [], next_cursor: null },
  "GET /api/v1/servers/s-1/health-checks": { items: [], next_cursor: null },
  "GET /api/v1/photos": { items: [], next_cursor: null },
  "GET /api/v1/jobs": { items: [], next_cursor: null },
  "GET /api/v1/configurations": { items: [], next_cursor: null },
  "GET /api/v1/fields/matches": { items: [] },
  "GET /api/v1/fields/completions": { start: 0, end: 0, field: null, proposals: [] },
  "GET /api/v1/saved-filters": { items: [], next_cursor: null },
  "GET /api/v1/runs/r-1/findings": { items: [], next_cursor: null },
  "GET /api/v1/dashboards": { items: [], next_cursor: null },
  "GET /api/v1/shares": { items: [], next_cursor: null },
  "GET /api/v1/notes": { items: [] },
  "GET /api/v1/runs/r-1/derived": { sweeps: [], curve: null },
  "GET /api/v1/runs/r-1/latency-over-time": { run_id: "run-1", run_number: "r-1", phases: [], histograms: null },
};

/** Answers for a person other than the operator who is signed in by default. */
export const VIEWER = { "GET /api/v1/session": aSession({ id: "u-2", name: "eve", role: "viewer" }) };
export const ADMIN = { "GET /api/v1/session": aSession({ id: "u-3", name: "grace", role: "admin" }) };

/** A lab with a signed-in user that gives these answers by method and path; anything else is a 404. */
export function stubLab(answers: Record<string, Answer>): StubLab {
  const table: Record<string, Answer> = { ...SIGNED_IN, ...answers };
  const requests: string[] = [];
  const forms: FormUpload[] = [];
  const streams = new Map<Listeners, string>();
  const answerTo = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    const answer = table[`${request.method} ${pathname}`];
    if (answer === undefined) return problem(404, `There is nothing at ${pathname}.`);
    const given = typeof answer === "function" ? await answer(request) : answer;
    return given instanceof Response ? given : Response.json(given);
  };
  return {
    requests,
    forms,
    openStream: (address) => {
      const listeners: Listeners = new Map();
      streams.set(listeners, new URL(address).pathname);
      return {
        addEventListener: (name, listener) => listeners.set(name, listener),
        close: () => streams.delete(listeners),
      };
    },
    send: (name, data = null) => {
      for (const listeners of streams.keys())
        listeners.get(name)?.(new MessageEvent(name, { data: JSON.stringify(data) }));
    },
    openStreams: () => [...streams.values()].filter((path) => path !== LAB_STREAM).length,
    openLabStreams: () => [...streams.values()].filter((path) => path === LAB_STREAM).length,
    fetch: answerTo,
    sendForm: (upload) => {
      forms.push(upload);
      return answerTo(new Request(upload.address, { method: upload.method ?? "POST", headers: upload.headers }));
    },
  };
}

/** A problem document as the lab sends it. */
export function problem(
  status: number,
  detail: string,
  errors: { path: string; message: string }[] = [],
  code = "stub",
): Response {
  const document = {
    type: "about:blank",
    title: "Problem",
    status,
    detail,
    code,
    responsible: "request",
    preserved: null,
    errors,
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}
