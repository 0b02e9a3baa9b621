/** The button that contacts a server again which did not answer. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { overviewKey } from "@/api/overview";
import { discoverServer } from "@/api/servers";
import { home as words } from "@/messages/home";
import { toast } from "@/shell/toasts";

interface RetryServerButtonProps {
  server: { name: string; number: string };
  /** Subject of the retry, for the names of buttons. */
  title: string;
}

export function RetryServerButton({ server, title }: RetryServerButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => discoverServer(api, server.number),
    onSuccess: async () => {
      toast.success({ title: words.retried(server.name) });
      await queryClient.invalidateQueries({ queryKey: overviewKey });
    },
    onError: (error) => toast.error({ title: words.notRetried(server.name), detail: error.message }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={retry.isPending}
      aria-label={words.actOn(words.act.retry, title)}
      onClick={() => retry.mutate()}
    >
      {words.act.retry}
    </Button>
  );
}
