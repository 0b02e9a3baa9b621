/** How long a question to the lab may take: a server that hangs does not even say that it is gone. */

/** Every answer to a question takes seconds at most; what is uploaded or changed is waited for. */
export const PATIENCE_MS = 30_000;

/** `fetch` that gives up on questions, so that a page can say that the lab is silent. */
export function patient(fetch: (request: Request, options?: RequestInit) => Promise<Response>, limit = PATIENCE_MS) {
  return (request: Request): Promise<Response> => {
    // Nobody knows whether a change that was given up on has been made.
    if (request.method !== "GET") return fetch(request);
    return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(limit)]) });
  };
}
