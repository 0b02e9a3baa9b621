/** Follows a job: what becomes of its runs appears in the bell, and in this browser where that is allowed. */
import { Button, Tooltip } from "@mantine/core";
import { IconBellCheck, IconBellPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { followJob, noticesKey, noticesQuery } from "@/api/notices";
import { requestNotificationPermission, useNotificationPermission } from "@/lib/notification-permission";
import { follow as words } from "@/messages/notices";
import { toast } from "@/shell/toasts";

export interface NotifyButtonProps {
  /** The number of the job, as the lab lists it among those that are followed. */
  jobRef: string;
  followed: boolean;
}

/** Draw the button. The browser requests its permission only on the click that follows a job. */
export function NotifyButton({ jobRef, followed }: NotifyButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const permission = useNotificationPermission();
  const following = useMutation({
    mutationFn: async (wanted: boolean) => {
      const [isFollowed, allowed] = await Promise.all([
        followJob(api, jobRef, wanted),
        wanted ? requestNotificationPermission() : permission,
      ]);
      return { isFollowed, allowed };
    },
    onSuccess: async ({ isFollowed, allowed }) => {
      if (isFollowed) toast.success({ title: words.followed(jobRef), detail: words.means[allowed] });
      else toast.success({ title: words.unfollowed(jobRef) });
      await queryClient.invalidateQueries({ queryKey: noticesKey });
    },
    onError: (error) => toast.error({ title: words.notFollowed(jobRef), detail: error.message }),
  });
  // Until the page knows it too, the answer of the lab holds.
  const isFollowed = following.data?.isFollowed ?? followed;
  const Icon = isFollowed ? IconBellCheck : IconBellPlus;
  return (
    <Tooltip label={isFollowed ? `${words.means[permission]} ${words.followingHint}` : words.means[permission]}>
      <Button
        variant="default"
        aria-pressed={isFollowed}
        loading={following.isPending}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => following.mutate(!isFollowed)}
      >
        {isFollowed ? words.following : words.notify}
      </Button>
    </Tooltip>
  );
}

/** The button once it is known whether the signed-in person follows this job, which is not over. */
export function FollowJob({ jobRef }: Pick<NotifyButtonProps, "jobRef">) {
  const { data } = useQuery(noticesQuery(useApi()));
  return data && <NotifyButton jobRef={jobRef} followed={data.following.includes(jobRef)} />;
}
