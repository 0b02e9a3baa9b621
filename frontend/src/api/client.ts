/** The typed client of the REST API. Everything that talks to the lab goes through one made here. */
import createClient, { type Middleware } from "openapi-fetch";
import type { ReachabilityStore } from "@/lib/reachability";
import type { StreamSource } from "./event-stream";
import type { SendForm } from "./form-upload";
import type { paths } from "./generated/schema";
import { LabUnreachable, problemOf } from "./problem";

export interface ClientOptions {
  fetch: (request: Request) => Promise<Response>;
  reachability: ReachabilityStore;
  baseUrl: string;
  /** Opens a stream of server-sent events. */
  openStream: (address: string) => StreamSource;
  /** Sends a form with files. */
  sendForm: SendForm;
}

/** A client whose calls throw ApiProblem or LabUnreachable for everything that is not a success. */
export function createApi({ fetch, reachability, baseUrl, openStream, sendForm }: ClientOptions) {
  const api = createClient<paths, "application/json">({
    baseUrl,
    fetch,
    querySerializer: { array: { style: "form", explode: true } },
  });
  const failures: Middleware = {
    async onResponse({ response }) {
      reachability.answered();
      if (!response.ok) throw await problemOf(response);
    },
    onError({ error }) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      reachability.silent();
      return new LabUnreachable("Connection lost.", { cause: error });
    },
  };
  api.use(failures);
  const send: SendForm = async (upload) => {
    const response = await sendForm(upload).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      reachability.silent();
      throw new LabUnreachable("Connection lost.", { cause: error });
    });
    reachability.answered();
    if (!response.ok) throw await problemOf(response);
    return response;
  };
  return { ...api, baseUrl, reachability, openStream, sendForm: send };
}

export type Api = ReturnType<typeof createApi>;

/** The body of a call that succeeded. */
export async function body<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}

/** A fresh Idempotency-Key; works on plain http as well, where crypto.randomUUID does not exist. */
export function idempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
