/** Addresses of a permalink: one for each audience, with its end, its raw output and its readers. */
import { Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { addAddress, changeAddress, rereadShares, type ShareAddress, shareQuery, withdrawAddress } from "@/api/shares";
import { Dialog } from "@/components/dialog";
import { fieldErrors } from "@/components/field-errors";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { PromptDialog } from "@/components/prompt-dialog";
import { localFieldOf, momentOf } from "@/lib/local-time";
import { shares, shareAddresses as words } from "@/messages/shares";
import { AddressOf } from "./address-copy";
import classes from "./addresses-dialog.module.css";
import { AddressBadge } from "./share-labels";

const HEIGHT = 240;

export function AddressesDialog({ number, close }: { number: string; close: () => void }) {
  const { data: share, error, refetch } = useQuery(shareQuery(useApi(), number));
  const [withdrawn, setWithdrawn] = useState<ShareAddress | null>(null);
  const api = useApi();
  const queryClient = useQueryClient();
  if (withdrawn) {
    return (
      <PromptDialog
        close={() => setWithdrawn(null)}
        keepLabel={shares.keep}
        title={words.withdrawTitle(withdrawn.audience)}
        explanation={words.withdrawExplain}
        fields={[{ name: "reason", label: shares.reason, hint: shares.reasonHint, missing: shares.reasonMissing }]}
        confirmLabel={shares.withdraw}
        confirm={async ({ reason = "" }) => {
          await withdrawAddress(api, number, withdrawn.number, reason);
          await rereadShares(queryClient);
        }}
      />
    );
  }
  return (
    <Dialog onClose={close} title={words.title(number)} size="lg" closeButtonProps={{ "aria-label": words.close }}>
      <Stack gap={16}>
        <Text c="dimmed">{words.explain}</Text>
        {error && !share && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!error && !share && <Loading height={HEIGHT} />}
        {share && (
          <ul className={classes.list} aria-label={words.caption(number)}>
            {share.addresses.map((address) => (
              <li key={address.id}>
                <Address number={number} address={address} withdraw={() => setWithdrawn(address)} />
              </li>
            ))}
          </ul>
        )}
        {share && <NewAddress number={number} />}
      </Stack>
    </Dialog>
  );
}

interface AddressProps {
  number: string;
  address: ShareAddress;
  withdraw: () => void;
}

function Address({ number, address, withdraw }: AddressProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (changes: Parameters<typeof changeAddress>[3]) => changeAddress(api, number, address.number, changes),
    onSuccess: () => rereadShares(queryClient),
  });
  const { audience, status, readability, raw_files, expires_at, revoked_reason, views } = address;
  const canChange = status !== "withdrawn";
  return (
    <div className={classes.address}>
      <div className={classes.line}>
        <strong dir="auto">{audience}</strong>
        <AddressBadge status={status} />
        <span className={classes.quiet}>{shares.viewed(views)}</span>
        {canChange && (
          <Button variant="subtle" size="xs" onClick={withdraw} aria-label={words.withdrawLabel(audience)}>
            {words.withdraw}
          </Button>
        )}
      </div>
      {canChange && <AddressOf address={address} />}
      {canChange && readability !== "readable" && <Text className={classes.quiet}>{words.hints[readability]}</Text>}
      {revoked_reason && <Text className={classes.quiet}>{shares.because(revoked_reason)}</Text>}
      {canChange && (
        <Group gap={16} align="flex-end">
          <TextInput
            // A change that was refused shows the stored end again.
            key={`${expires_at} ${change.failureCount}`}
            type="datetime-local"
            label={words.expires}
            aria-label={words.expiresOf(audience)}
            defaultValue={localFieldOf(expires_at ?? undefined)}
            onBlur={({ currentTarget: { value } }) => {
              const end = momentOf(value) ?? null;
              const isSame = value === localFieldOf(expires_at ?? undefined);
              if (!isSame && (end !== null || value === "")) change.mutate({ expires_at: end });
            }}
          />
          <Switch
            label={words.rawFiles}
            aria-label={words.rawFilesOf(audience)}
            checked={raw_files}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) => change.mutate({ raw_files: checked })}
            pb={6}
          />
        </Group>
      )}
      {change.error && <ErrorNotice error={change.error} />}
    </div>
  );
}

const EMPTY = { audience: "", expires: "", raw_files: false };

function NewAddress({ number }: { number: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: EMPTY,
    validate: { audience: (value) => (value.trim() ? null : words.audienceMissing) },
  });
  const add = useMutation({
    mutationFn: ({ audience, expires, raw_files }: typeof EMPTY) =>
      addAddress(api, number, { audience: audience.trim(), expires_at: momentOf(expires) ?? null, raw_files }),
    onSuccess: async () => {
      form.reset();
      await rereadShares(queryClient);
    },
    onError: (refusal) => {
      const { expires_at, ...errors } = fieldErrors(refusal);
      form.setErrors({ ...errors, ...(expires_at ? { expires: expires_at } : {}) });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate className={classes.new}>
      <strong>{words.addTitle}</strong>
      <div className={classes.fields}>
        <TextInput
          label={words.audience}
          placeholder={words.audienceHint}
          required
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps("audience")}
        />
        <TextInput type="datetime-local" label={words.expires} {...form.getInputProps("expires")} />
      </div>
      <Switch label={words.rawFiles} {...form.getInputProps("raw_files", { type: "checkbox" })} />
      {add.error && Object.keys(form.errors).length === 0 && <ErrorNotice error={add.error} />}
      {add.data?.url && <AddressOf address={add.data} />}
      <Group justify="flex-end">
        <Button type="submit" loading={add.isPending}>
          {words.add}
        </Button>
      </Group>
    </form>
  );
}
