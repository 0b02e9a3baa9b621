/** The files that a browser preloads beside the first script are those that the pages request. */
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";
import { FIRST_FILES } from "./first-files";

const answers = Object.entries(FIRST_FILES).flatMap(([address, { answer }]) =>
  answer ? [[address, answer] as const] : [],
);

test.each(answers)("/%s asks for %s", async (address, answer) => {
  const lab = stubLab({});
  openPage(`/${address}`, lab);
  await waitFor(() => expect(lab.requests).toContain(`GET ${answer}`));
});
