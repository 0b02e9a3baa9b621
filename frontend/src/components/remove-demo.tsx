/** The button that removes the demo data. */
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { removeDemoData, restoreDemoData } from "@/api/session";
import { home } from "@/messages/home";
import { toast } from "@/shell/toasts";

const words = home.first;

/** One click, which a toast can take back. */
export function RemoveDemo() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([["demo-data"], ["runs"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const remove = useMutation({
    mutationFn: () => removeDemoData(api),
    onSuccess: async ({ removed_count, preserved_runs }) => {
      toast.success({
        title: words.removed(removed_count),
        detail: preserved_runs.length > 0 ? words.preserved(preserved_runs.join(", ")) : undefined,
        undo: async () => {
          await restoreDemoData(api);
          await refresh();
        },
      });
      await refresh();
    },
    onError: (error) => toast.error({ title: words.notRemoved, detail: error.message }),
  });
  return (
    <Button
      variant="subtle"
      leftSection={<IconTrash size={15} stroke={1.75} aria-hidden="true" />}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {words.removeDemo}
    </Button>
  );
}
