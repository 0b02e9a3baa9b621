/** Time limit for reads from the lab; a hanging server does not even report a failure. */

/** Every answer to a question takes seconds at most; what is uploaded or changed is waited for. */
export const PATIENCE_MS = 30_000;

/** Wrap `fetch` to give up on reads after a time, so that a page can report that the lab is silent. */
export function patient(fetch: (request: Request, options?: RequestInit) => Promise<Response>, limit = PATIENCE_MS) {
  return (request: Request): Promise<Response> => {
    // A change that was given up on may still have been made.
    if (request.method !== "GET") return fetch(request);
    return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(limit)]) });
  };
}
