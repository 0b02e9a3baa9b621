/** Opens the editor of a permalink for what the workbench shows, which the lab stores first. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { storeWorkbench } from "@/api/workbenches";
import { sentDocument, type WorkbenchDocument } from "@/charts/workbench/document";
import { workbench as words } from "@/messages/workbench";
import { toast } from "@/shell/toasts";

/** `document` is null while it is on its way. */
export function ShareWorkbench({ document }: { document: WorkbenchDocument | null }) {
  const api = useApi();
  const navigate = useNavigate();
  const store = useMutation({
    mutationFn: (shown: WorkbenchDocument) => storeWorkbench(api, sentDocument(shown)),
    onSuccess: ({ digest }) => void navigate({ to: "/shares/new", search: { kind: "comparison", workbench: digest } }),
    onError: (error) => toast.error({ title: words.notShared, detail: error.message }),
  });
  return (
    <Button
      variant="default"
      disabled={document === null}
      loading={store.isPending}
      onClick={() => document && store.mutate(document)}
    >
      {words.share}
    </Button>
  );
}
