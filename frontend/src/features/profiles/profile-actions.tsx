/** Actions on a profile: run it, edit it or a copy, and archive it. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPencil, IconPlayerPlay } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { archiveProfile, profilesKey } from "@/api/profiles";
import type { ProfileDetail } from "@/api/types";
import { ButtonLink, MenuLink } from "@/components/link";
import { profile as words } from "@/messages/profiles";
import { toast } from "@/shell/toasts";

/** A new run takes the newest version: an older one does not offer what would be another. */
export function ProfilePrimary({ profile }: { profile: ProfileDetail }) {
  const { operate } = usePermissions();
  const { name, version, latest_version: latest, archived } = profile;
  if (!operate || archived || version !== latest) return null;
  return (
    <ButtonLink
      to="/new"
      search={{ profile: name }}
      leftSection={<IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.useInJob}
    </ButtonLink>
  );
}

export function ProfileActions({ profile }: { profile: ProfileDetail }) {
  const { operate } = usePermissions();
  const { name, version, archived, origin } = profile;
  if (!operate) return null;
  const from = `${name}@${version}`;
  if (origin !== "custom") {
    return (
      <ButtonLink
        variant="default"
        to="/profiles/new"
        search={{ from }}
        leftSection={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}
      >
        {words.copyAndEdit}
      </ButtonLink>
    );
  }
  return (
    <>
      {!archived && (
        <ButtonLink
          variant="default"
          to="/profiles/$name/edit"
          params={{ name }}
          leftSection={<IconPencil size={15} stroke={1.75} aria-hidden="true" />}
        >
          {words.edit}
        </ButtonLink>
      )}
      <More profile={profile} from={from} />
    </>
  );
}

function More({ profile: { name, archived }, from }: { profile: ProfileDetail; from: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const set = async (isArchived: boolean) => {
    await archiveProfile(api, name, isArchived);
    await queryClient.invalidateQueries({ queryKey: profilesKey });
  };
  const change = () =>
    void set(!archived).then(
      () =>
        toast.success({
          title: archived ? words.restored(name) : words.archivedToast(name),
          detail: archived ? undefined : words.archiveExplain,
          undo: () => set(archived),
        }),
      (error: unknown) =>
        toast.error({ title: words.notChanged(name), detail: error instanceof Error ? error.message : undefined }),
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={30} aria-label={words.moreActions} title={words.moreActions}>
          <IconDots size={17} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink
          to="/profiles/new"
          search={{ from }}
          leftSection={<IconCopy size={15} stroke={1.75} aria-hidden="true" />}
        >
          {words.copyAndEdit}
        </MenuLink>
        <Menu.Item
          onClick={change}
          leftSection={
            archived ? (
              <IconArchiveOff size={15} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconArchive size={15} stroke={1.75} aria-hidden="true" />
            )
          }
        >
          {archived ? words.restore : words.archive}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
