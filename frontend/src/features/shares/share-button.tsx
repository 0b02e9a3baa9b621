/** Button for the dialog that shares a run. */
import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { requestShare } from "@/components/share-request";
import { share as words } from "@/messages/run";

interface SharedRun {
  number: string;
  title: string;
  verdict: { status: string } | null;
}

export function ShareButton({ run }: { run: SharedRun }) {
  return (
    <Button
      variant="default"
      onClick={() => requestShare(requestOfRun(run))}
      leftSection={<IconShare size={16} stroke={1.75} aria-hidden="true" />}
    >
      {words.open}
    </Button>
  );
}

/** Charts of the page of a run that its permalink has as others. */
const KINDS: Readonly<Record<string, string>> = { "run-course": "preconditioning" };

/** Return the request to share a run; `chart` is the id of the one chart to share. */
export function requestOfRun({ number, title, verdict }: SharedRun, chart?: string) {
  return {
    subject: { kind: "run", run_id: number } as const,
    name: number,
    title,
    verdict: verdict?.status ?? null,
    ...(chart ? { chart: { kind: KINDS[chart] ?? chart } } : {}),
  };
}
