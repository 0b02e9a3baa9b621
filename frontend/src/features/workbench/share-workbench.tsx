/** Shares what the workbench shows, which the lab stores first. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { storeWorkbench } from "@/api/workbenches";
import { sentDocument, type WorkbenchDocument } from "@/charts/workbench/document";
import { requestShare } from "@/components/share-request";
import { workbench as words } from "@/messages/workbench";
import { toast } from "@/shell/toasts";

export interface SharedWorkbench {
  document: WorkbenchDocument;
  /** Id of the one panel to share; all of them without. */
  panel?: string;
}

/** Return the mutation that stores a workbench and opens the dialog to share it. */
export function useShareWorkbench() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ document }: SharedWorkbench) => storeWorkbench(api, sentDocument(document)),
    onSuccess: ({ digest }, { panel }) =>
      requestShare({
        subject: { kind: "comparison", workbench: digest },
        name: words.sharedName,
        title: words.sharedTitle,
        ...(panel ? { chart: { key: `panel-${panel}` } } : {}),
      }),
    onError: (error) => toast.error({ title: words.notShared, detail: error.message }),
  });
}

/** `document` is null while it is on its way. */
export function ShareWorkbench({ document }: { document: WorkbenchDocument | null }) {
  const store = useShareWorkbench();
  return (
    <Button
      variant="default"
      disabled={document === null}
      loading={store.isPending}
      onClick={() => document && store.mutate({ document })}
    >
      {words.share}
    </Button>
  );
}
