/** The tokens of programs: what each may do and until when, a new one, and the end of one. */
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import type { IssuedToken, Token } from "@/api/types";
import { revokeToken, tokensKey, tokensQuery } from "@/api/users";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { Moment } from "@/components/moment";
import { ErrorNotice, Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { Paging } from "@/components/paging";
import { messages, word } from "@/messages";
import { settings as words } from "@/messages/settings";
import { Copyable } from "@/parts/copyable";
import { NewTokenForm } from "./new-token-form";
import { tokenState } from "./token-state";

const TABLE_WIDTH = 900;

export interface TokensPageProps {
  cursor: string | undefined;
  go: (cursor: string | undefined) => void;
}

export function TokensPage({ cursor, go }: TokensPageProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(tokensQuery(api, cursor));
  // Its text is in the memory of this page alone, and goes with it.
  const [made, setMade] = useState<IssuedToken | null>(null);
  const reread = () => queryClient.invalidateQueries({ queryKey: tokensKey });
  const columns = columnsWith(async (id) => {
    await revokeToken(api, id);
    await reread();
  });
  return (
    <>
      <Text>{words.tokensExplain}</Text>
      {/* Who may not see the tokens may make none either. */}
      {!error && (
        <Section title={words.newToken}>
          <NewTokenForm
            made={(token) => {
              setMade(token);
              void reread();
            }}
          />
          <div role="status">
            {made && (
              <Notice level="info" title={words.tokenMade(made.name)}>
                <div>{words.tokenOnce}</div>
                <Copyable value={made.token} label={words.token} />
              </Notice>
            )}
          </div>
        </Section>
      )}
      <Section title={words.tokens}>
        {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <TableSkeleton caption={words.tokensCaption} columns={columns} minWidth={TABLE_WIDTH} />}
        {data && data.items.length === 0 && <Text>{words.tokensEmpty}</Text>}
        {data && data.items.length > 0 && (
          <DataTable
            caption={words.tokensCaption}
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            minWidth={TABLE_WIDTH}
          />
        )}
        {data && <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />}
      </Section>
    </>
  );
}

function columnsWith(revoke: (id: string) => Promise<void>): readonly Column<Token>[] {
  const titles = words.tokenColumns;
  return [
    { key: "name", title: titles.name, wrap: true, cell: ({ name }) => name },
    { key: "role", title: titles.role, cell: ({ role }) => word(words.roles, role) },
    { key: "owner", title: titles.owner, cell: ({ owner }) => owner },
    { key: "created", title: titles.created, wrap: true, cell: ({ created_at }) => <Moment at={created_at} /> },
    { key: "expires", title: titles.expires, wrap: true, cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      key: "used",
      title: titles.used,
      wrap: true,
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : words.never),
    },
    { key: "state", title: titles.state, cell: (token) => words.tokenStates[tokenState(token, Date.now())] },
    {
      key: "action",
      title: titles.action,
      cell: (token) =>
        tokenState(token, Date.now()) === "active" ? (
          <ConfirmButton
            title={words.revokeTitle(token.name)}
            explanation={words.revokeExplain}
            confirmLabel={words.revoke}
            keepLabel={words.keep}
            openLabel={words.revokeOf(token.name)}
            size="xs"
            confirm={() => revoke(token.id)}
          />
        ) : (
          messages.none
        ),
    },
  ];
}
