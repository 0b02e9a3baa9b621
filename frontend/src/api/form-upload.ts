/** Upload of a form with files, or of one file as the whole body, with progress; fetch does not report progress. */

export interface FormUpload {
  address: string;
  form: FormData | Blob;
  /** Method of the request; POST by default. */
  method?: "PUT";
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Bytes on the way so far, and in all once that is known. */
  progress: (sent: number, total: number | null) => void;
}

/**
 * Send a form and resolve with any answer of the lab. Reject with AbortError if cancelled, and with TypeError without
 * an answer.
 */
export type SendForm = (upload: FormUpload) => Promise<Response>;

export const sendForm: SendForm = ({ address, form, method, headers, signal, progress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? "POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) =>
      progress(loaded, lengthComputable ? total : null),
    );
    request.addEventListener("load", () => {
      const type = request.getResponseHeader("content-type") ?? "";
      resolve(new Response(request.responseText, { status: request.status, headers: { "content-type": type } }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload had no answer.")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) reject(new DOMException("The upload was cancelled.", "AbortError"));
    else request.send(form);
  });
