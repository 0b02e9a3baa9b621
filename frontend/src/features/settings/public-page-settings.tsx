/** Settings of the public page: switched on or off, its name, and whether search engines may list it. */
import { Anchor, Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { changePublicPage, publicPageKey, publicPageQuery } from "@/api/public-page";
import type { PublicPageUpdate, PublicPageSettings as Settings } from "@/api/types";
import { fieldErrors } from "@/components/field-errors";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { publicPage as words } from "@/messages/public-page";
import { settings as settingsWords } from "@/messages/settings";
import { Card } from "@/parts/card";
import { Copyable } from "@/parts/copyable";
import { toast } from "@/shell/toasts";
import classes from "./settings.module.css";
import { Setting, SettingsHead, useSaved } from "./settings-layout";

const HEIGHT = 300;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 200;

export function PublicPageSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [saved, note] = useSaved();
  const { data: page, error } = useQuery(publicPageQuery(api));
  const saving = useMutation({
    mutationFn: (change: PublicPageUpdate) => changePublicPage(api, change),
    onSuccess: (answer) => queryClient.setQueryData(publicPageKey, answer),
    onError: (refusal) => toast.error({ title: settingsWords.notSaved, detail: refusal.message }),
  });
  /** `before` leads back. */
  const save = (change: PublicPageUpdate, before: PublicPageUpdate) =>
    saving.mutate(change, { onSuccess: () => note(() => saving.mutate(before)) });
  return (
    <>
      <SettingsHead title={settingsWords.sections.publicPage} saved={saved} />
      {error && <ErrorNotice error={error} />}
      {!page && !error && <Loading height={HEIGHT} />}
      {page && (
        <>
          <Card title={words.title}>
            <div className={classes.rows}>
              <Setting label={words.enabled} text={words.enabledExplain}>
                <Switch
                  aria-label={words.enabled}
                  checked={page.enabled}
                  onChange={({ currentTarget: { checked } }) => save({ enabled: checked }, { enabled: !checked })}
                />
              </Setting>
              <Setting label={words.indexing} text={words.indexingExplain}>
                <Switch
                  aria-label={words.indexing}
                  checked={page.indexing}
                  onChange={({ currentTarget: { checked } }) => save({ indexing: checked }, { indexing: !checked })}
                />
              </Setting>
              <Setting label={words.listed(page.listed)} text={words.listedExplain}>
                {page.enabled && (
                  <Anchor href={page.address} target="_blank" rel="noreferrer">
                    {words.open}
                  </Anchor>
                )}
              </Setting>
            </div>
          </Card>
          {page.enabled && (
            <Card title={words.address}>
              <div className={classes.text}>
                <Copyable value={page.address} label={words.addressCopy} />
              </div>
            </Card>
          )}
          <Card title={words.labName}>
            <NameForm key={`${page.lab_name} ${page.description}`} page={page} />
          </Card>
        </>
      )}
    </>
  );
}

/** The texts of the page. They are saved together. */
function NameForm({ page: { lab_name, description } }: { page: Settings }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { lab_name, description } });
  const save = useMutation({
    mutationFn: (change: PublicPageUpdate) => changePublicPage(api, change),
    onSuccess: (answer) => {
      queryClient.setQueryData(publicPageKey, answer);
      toast.success({ title: words.savedText });
    },
    onError: (refusal) => form.setErrors(fieldErrors(refusal)),
  });
  return (
    <form className={classes.text} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <TextInput
        label={words.labName}
        description={words.labNameHint}
        maxLength={MAX_NAME}
        mb={12}
        {...form.getInputProps("lab_name")}
      />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        maxLength={MAX_DESCRIPTION}
        mb={12}
        {...form.getInputProps("description")}
      />
      <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
        {words.save}
      </Button>
    </form>
  );
}
