/** A file as the whole body of a request, as it is; the client would send anything else as JSON. */

/** Return the call options that send a file as the body. */
export function fileBody(file: Blob, type: string) {
  return {
    // The generated types know the bytes of a file as text.
    body: file as unknown as string,
    bodySerializer: () => file,
    headers: { "Content-Type": type },
  };
}
