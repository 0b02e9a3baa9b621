/** A published permalink on the public page of the lab: the switch, its address, the code for an article, its DOI. */
import { Button, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { changeShare, publicPageKey, publicPageQuery } from "@/api/public-page";
import { rereadShares } from "@/api/shares";
import type { Share, ShareUpdate } from "@/api/types";
import { Section } from "@/components/page";
import { PropertyList, property } from "@/components/property-list";
import { publicPage as words } from "@/messages/public-page";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import classes from "./shares.module.css";

const PromptDialog = lazy(() =>
  import("@/components/prompt-dialog").then((module) => ({ default: module.PromptDialog })),
);

export function PublicListing({ share }: { share: Share }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate, administer } = usePermissions();
  const { data: page } = useQuery(publicPageQuery(api));
  const [isDoiOpen, setDoiOpen] = useState(false);
  const canChange = operate && (administer || share.mine);
  const { number, listed, public_url, embed_code, doi } = share;
  const reread = () =>
    Promise.all([rereadShares(queryClient), queryClient.invalidateQueries({ queryKey: publicPageKey })]);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: ShareUpdate) => changeShare(api, number, change),
    onSuccess: reread,
    onError: (error) => toast.error({ title: words.notSaved, detail: error.message }),
  });
  const properties = [
    public_url &&
      property(words.publicAddress, <Copyable value={public_url} label={words.publicAddressCopy} isInline />),
    property(
      words.doi,
      <span key="doi" className={classes.doi}>
        {doi ?? words.doiNone}
        {canChange && (
          <Button variant="subtle" size="xs" onClick={() => setDoiOpen(true)}>
            {words.doiSet}
          </Button>
        )}
        {canChange && doi && (
          <Button variant="subtle" size="xs" onClick={() => mutate({ doi: null })}>
            {words.doiRemove}
          </Button>
        )}
      </span>,
    ),
    embed_code && property(words.embed, <Copyable value={embed_code} label={words.embedCopy} />),
  ].filter((detail) => typeof detail === "object" && detail !== null);
  return (
    <Section title={words.section}>
      <Switch
        label={words.onPage}
        description={canChange ? words.onPageExplain : words.notYours}
        checked={listed}
        disabled={!canChange || isPending}
        onChange={({ currentTarget: { checked } }) => mutate({ listed: checked })}
      />
      {listed && page && !page.enabled && <Text c="dimmed">{words.pageOff}</Text>}
      <PropertyList properties={properties} />
      <Suspense>
        {isDoiOpen && (
          <PromptDialog
            title={words.doiTitle(number)}
            explanation={words.doiExplain}
            fields={[
              { name: "doi", label: words.doi, hint: words.doiHint, missing: words.doiWrong, initial: doi ?? "" },
            ]}
            confirmLabel={words.doiSave}
            keepLabel={words.cancel}
            confirm={async ({ doi: text = "" }) => {
              await changeShare(api, number, { doi: text });
              await reread();
            }}
            close={() => setDoiOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
