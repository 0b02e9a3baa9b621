/** Users of the lab: their roles, a way to sign in for each, and users without access. */
import { Button, Group, Select, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { sessionQuery } from "@/api/session";
import type { SignInLink, User, UserChanges } from "@/api/types";
import { changeUser, makeSignInLink, ROLES, usersKey, usersQuery } from "@/api/users";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { Moment } from "@/components/moment";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { Paging } from "@/components/paging";
import { formatDateTime } from "@/lib/units";
import { word } from "@/messages";
import { settings as words } from "@/messages/settings";
import { Copyable } from "@/parts/copyable";
import { NewUserForm } from "./new-user-form";

const TABLE_WIDTH = 760;

export interface UsersPageProps {
  cursor: string | undefined;
  go: (cursor: string | undefined) => void;
}

export function UsersPage({ cursor, go }: UsersPageProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery(api));
  const { data, error, refetch } = useQuery(usersQuery(api, cursor));
  const [link, setLink] = useState<SignInLink | null>(null);
  const reread = () => queryClient.invalidateQueries({ queryKey: usersKey });
  const change = useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: UserChanges }) => changeUser(api, id, changes),
    onSuccess: reread,
  });
  const makeLink = useMutation({ mutationFn: (id: string) => makeSignInLink(api, id), onSuccess: setLink });
  const columns = columnsWith({
    ownId: session?.user.id,
    change: (id, changes) => change.mutateAsync({ id, changes }),
    makeLink: makeLink.mutate,
  });
  const failure = change.error ?? makeLink.error;
  return (
    <>
      <Text>{words.usersExplain}</Text>
      {!error && (
        <Section title={words.newUser}>
          <NewUserForm
            added={(user) => {
              void reread();
              makeLink.mutate(user.id);
            }}
          />
        </Section>
      )}
      <div role="status">
        {link && (
          <Notice level="info" title={words.linkMade(link.user.name)}>
            <div>{words.linkOnce(formatDateTime(link.expires_at))}</div>
            <Copyable value={link.address} label={words.linkCopy} />
          </Notice>
        )}
      </div>
      <Section title={words.users}>
        {failure && <ErrorNotice error={failure} />}
        {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <TableSkeleton caption={words.usersCaption} columns={columns} minWidth={TABLE_WIDTH} />}
        {data && (
          <>
            <DataTable
              caption={words.usersCaption}
              columns={columns}
              rows={data.items}
              rowKey={({ id }) => id}
              minWidth={TABLE_WIDTH}
            />
            <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
          </>
        )}
      </Section>
    </>
  );
}

interface Acts {
  ownId: string | undefined;
  change: (id: string, changes: UserChanges) => Promise<unknown>;
  makeLink: (id: string) => void;
}

function columnsWith(acts: Acts): readonly Column<User>[] {
  const titles = words.userColumns;
  return [
    {
      key: "name",
      title: titles.name,
      wrap: true,
      cell: (user) => {
        const reason = fixedReason(user, acts.ownId);
        return reason ? `${user.name} (${reason})` : user.name;
      },
    },
    {
      key: "role",
      title: titles.role,
      cell: (user) => (
        <Select
          size="xs"
          w={150}
          aria-label={words.roleOf(user.name)}
          data={ROLES.map((role) => ({ value: role, label: word(words.roles, role) }))}
          value={user.role}
          allowDeselect={false}
          disabled={fixedReason(user, acts.ownId) !== null}
          onChange={(chosen) => {
            const role = ROLES.find((candidate) => candidate === chosen);
            // The message above the table reports a refusal.
            if (role && role !== user.role) void acts.change(user.id, { role }).catch(() => undefined);
          }}
        />
      ),
    },
    {
      key: "state",
      title: titles.state,
      cell: ({ disabled_at }) => (disabled_at ? words.userStates.disabled : words.userStates.active),
    },
    { key: "since", title: titles.since, cell: ({ created_at }) => <Moment at={created_at} /> },
    { key: "action", title: titles.action, cell: (user) => <Actions user={user} acts={acts} /> },
  ];
}

function Actions({ user, acts }: { user: User; acts: Acts }) {
  const { id, name, disabled_at } = user;
  if (disabled_at !== null) {
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={words.enableOf(name)}
        onClick={() => void acts.change(id, { disabled: false }).catch(() => undefined)}
      >
        {words.enable}
      </Button>
    );
  }
  return (
    <Group gap={8} wrap="nowrap">
      <Button variant="default" size="xs" aria-label={words.linkOf(name)} onClick={() => acts.makeLink(id)}>
        {words.link}
      </Button>
      {fixedReason(user, acts.ownId) === null && (
        <ConfirmButton
          title={words.disableTitle(name)}
          explanation={words.disableExplain}
          confirmLabel={words.disable}
          keepLabel={words.keep}
          openLabel={words.disableOf(name)}
          size="xs"
          confirm={() => acts.change(id, { disabled: true })}
        />
      )}
    </Group>
  );
}

/** Return the reason why the lab would refuse to change a user, or null. */
function fixedReason(user: User, ownId: string | undefined): string | null {
  if (user.fixed) return words.fixed;
  return user.id === ownId ? words.own : null;
}
