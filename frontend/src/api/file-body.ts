/** A file as the whole body of a request, as it is; the client would send anything else as JSON. */

/** What is added to the options of a call. */
export function fileBody(file: Blob, type: string) {
  return {
    // The generated types know the bytes of a file as text.
    body: file as unknown as string,
    bodySerializer: () => file,
    headers: { "Content-Type": type },
  };
}
