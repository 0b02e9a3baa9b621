/** What is said where the zip of a share from another lab is taken in. */

export const receiving = {
  title: "This is a share of another lab",
  explain:
    "The lab checks it byte by byte. It becomes a draft with the same fingerprint; its runs are filed as imported, beside your own.",
  file: "File",
  address: "It says it comes from",
  noAddress: "no address is given",
  product: "Packed by",
  fingerprint: "SHA-256 of the document",
  receive: "Take it in",
  stop: "Stop the upload",
  stopped: "The upload was stopped. Nothing was kept.",
  clear: "Take other files",
  refused: "The share was not taken in",
  alone: (name: string) => `${name} is a share of another lab: take it in alone, without other files.`,
  received: (title: string) => `Received: ${title}`,
  already: (title: string, number: string) => `Already received as ${number}: ${title}`,
  since: (at: string, by: string | null) => `Here since ${at}${by === null ? "" : `, from ${by}`}. Nothing was added.`,
  draft: "It is a draft: nobody outside of the lab can open it before you publish it.",
  published: "It is published.",
  share: (number: string) => `${number}: its page`,
  run: (there: string, here: string) => `${there} of that lab is ${here} here`,
  gone: (there: string) => `${there} of that lab was removed here`,
} as const;
