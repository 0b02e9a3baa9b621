/** A lab that plans and takes runs, for tests of the page of a new run. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { aJob, aProfile, aServer } from "@/testing/objects";
import { type Answer, stubLab } from "@/testing/stub-lab";

export interface Submission {
  key: string | null;
  dry: boolean;
  body: Record<string, unknown>;
}

export function labWith(answer: (submission: Submission) => object, more: Record<string, Answer> = {}) {
  const submissions: Submission[] = [];
  const lab = stubLab({
    "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
    "GET /api/v1/profiles": { items: [aProfile()], next_cursor: null },
    "POST /api/v1/jobs": async (request) => {
      const submission = {
        key: request.headers.get("Idempotency-Key"),
        dry: new URL(request.url).searchParams.get("dry_run") === "true",
        body: await request.json(),
      };
      submissions.push(submission);
      return answer(submission);
    },
    "GET /api/v1/jobs/j-1": aJob({ state: "finished" }),
    ...more,
  });
  return { lab, submissions };
}

/** Wait until the plan is loaded and nothing prevents the start. */
export async function startButton(): Promise<HTMLElement> {
  const start = await screen.findByRole("button", { name: "Start run" });
  await waitFor(() => expect(start.hasAttribute("disabled")).toBe(false));
  return start;
}

export const openSettings = async () =>
  fireEvent.click(await screen.findByRole("button", { name: /^All \d+ settings$/ }));
