/** A lab in which runs can be shared, for tests of the editor. */
import type { NewShare } from "@/api/types";
import { aRun } from "./objects";
import { aDraft, aPublished, someAvailableOptions } from "./share-objects";
import { type Answer, stubLab } from "./stub-lab";

/** Build a lab that freezes p-2, p-3 and so on, and each of them again; `frozen` contains the requests. */
export function freezingLab(answers: Record<string, Answer> = {}) {
  const frozen: NewShare[] = [];
  let created = 1;
  const drafts = Object.fromEntries(
    [2, 3, 4].flatMap((place) => [
      [`GET /api/v1/shares/p-${place}`, aDraft({ number: `p-${place}` })],
      [
        `PUT /api/v1/shares/p-${place}`,
        async (request: Request) => {
          frozen.push(await request.json());
          return aDraft({ number: `p-${place}`, document_sha256: String(frozen.length).padStart(64, "0") });
        },
      ],
      [`DELETE /api/v1/shares/p-${place}`, () => new Response(null, { status: 204 })],
      [`POST /api/v1/shares/p-${place}/publish`, aPublished({ number: `p-${place}` })],
    ]),
  );
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ title: "Quick 4K" }),
    "POST /api/v1/shares/options": someAvailableOptions(),
    "POST /api/v1/shares/options/picture": () => new Response("<svg/>"),
    "POST /api/v1/shares": async (request: Request) => {
      frozen.push(await request.json());
      created += 1;
      return Response.json(aDraft({ number: `p-${created}` }), { status: 201 });
    },
    ...drafts,
    ...answers,
  });
  return { lab, frozen };
}
