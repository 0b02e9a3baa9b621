/** The form of the share dialog, with the head of the page beside it and the act below. */
import { Button, Kbd, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconLink, IconLock } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useApi } from "@/api/context";
import {
  type AvailableShareOptions,
  availableOptionsQuery,
  createShare,
  type PublishedShare,
  rereadShares,
} from "@/api/shares";
import { fieldErrors } from "@/components/field-errors";
import { longSelect } from "@/components/long-select";
import { ErrorNotice } from "@/components/notice";
import type { ShareRequest } from "@/components/share-request";
import { momentOf } from "@/lib/local-time";
import { formatBytes } from "@/lib/units";
import { shareDialog as words } from "@/messages/shares";
import { Segmented } from "@/parts/segmented";
import { HeadPreview } from "./head-preview";
import { PublishRefusal } from "./publish-refusal";
import { beginQuick, firstFinding, layoutOf, MAX_FINDING, type QuickForm, quickLayouts, quickRequest } from "./quick";
import classes from "./share-dialog.module.css";
import { searchOfSubject } from "./subject";

export interface ShareFormProps {
  request: ShareRequest;
  /** Options of the subject in the layout of the request. */
  offer: AvailableShareOptions;
  author: string;
  done: (share: PublishedShare) => void;
  close: () => void;
}

export function ShareForm({ request, offer: begun, author, done, close }: ShareFormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => beginQuick(begun, request));
  const change = (patch: Partial<QuickForm>) => setForm((before) => ({ ...before, ...patch }));
  const subject = { ...request.subject, layout: layoutOf(form.layout) };
  // A layout has charts of its own; until they are here those of the former one are shown.
  const inLayout = useQuery(availableOptionsQuery(api, subject));
  const offer = inLayout.data ?? begun;
  const context = { subject, offer, title: request.title, author, begun: firstFinding(begun), momentOf };
  const share = useMutation({
    mutationFn: (confirmed: boolean) =>
      createShare(api, { ...quickRequest(form, context), confirm_new_author: confirmed }),
    onSuccess: (published) => {
      void rereadShares(queryClient);
      done(published);
    },
  });
  const errors = fieldErrors(share.error ?? inLayout.error);
  // The lab may need a longer sentence than its author.
  const isTooLong = form.finding.length > MAX_FINDING && form.finding !== context.begun;
  const lacksEmbargo = form.hasEmbargo && momentOf(form.embargo) === undefined;
  const canShare = !isTooLong && !lacksEmbargo && !inLayout.error && !share.isPending;
  const publish = () => canShare && share.mutate(false);
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of a dialog above this one arrive here, too.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    publish();
  };
  return (
    <form
      onKeyDown={byKey}
      onSubmit={(event) => {
        event.preventDefault();
        publish();
      }}
      noValidate
    >
      <div className={classes.body}>
        <div className={classes.left}>
          <Finding form={form} change={change} isTooLong={isTooLong} />
          <Layout form={form} change={change} request={request} offer={offer} error={errors.layout} />
          <Switches form={form} change={change} offer={offer} lacksEmbargo={lacksEmbargo} />
          <Line tone="ok" icon={<IconLock size={15} stroke={1.75} aria-hidden="true" />}>
            {words.frozen}
          </Line>
          {offer.caveats.length > 0 && (
            <Line tone="warn" icon={<IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />}>
              {words.caveats(offer.caveats.map(({ label }) => label))}
            </Line>
          )}
          {offer.left_out.length > 0 && (
            <Line tone="warn" icon={<IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />}>
              {words.leftOut(offer.left_out.map(({ name, reason }) => `${name} ${reason}`))}
            </Line>
          )}
          {inLayout.error && !errors.layout && <ErrorNotice error={inLayout.error} />}
          {share.error && (
            <PublishRefusal
              error={share.error}
              title={words.notCreated}
              confirm={() => share.mutate(true)}
              cancel={share.reset}
            />
          )}
        </div>
        <HeadPreview
          request={request}
          subject={subject}
          offer={offer}
          form={form}
          edit={searchOfSubject(subject, form.layout === "figure" ? form.chart : undefined)}
          close={close}
        />
      </div>
      <div className={classes.foot}>
        <span className={classes.hint}>{words.next}</span>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          loading={share.isPending}
          disabled={!canShare && !share.isPending}
          leftSection={<IconLink size={15} stroke={1.75} aria-hidden="true" />}
          rightSection={<Kbd aria-hidden="true">Ctrl ↵</Kbd>}
        >
          {words.create}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  form: QuickForm;
  change: (patch: Partial<QuickForm>) => void;
}

function Finding({ form, change, isTooLong }: PartProps & { isTooLong: boolean }) {
  const id = useId();
  return (
    <div>
      <div className={classes.labels}>
        <label htmlFor={id}>{words.finding}</label>
        <span data-over={isTooLong || undefined} aria-live="polite">
          {words.counted(form.finding.length, MAX_FINDING)}
        </span>
      </div>
      <Textarea
        id={id}
        value={form.finding}
        onChange={({ currentTarget }) => change({ finding: currentTarget.value })}
        rows={3}
        resize="vertical"
        error={isTooLong ? words.tooLong(MAX_FINDING) : undefined}
        data-autofocus
      />
    </div>
  );
}

interface LayoutProps extends PartProps {
  request: ShareRequest;
  offer: AvailableShareOptions;
  error: string | undefined;
}

function Layout({ form, change, request, offer, error }: LayoutProps) {
  const options = quickLayouts(request.subject, offer).map((value) => ({ value, label: words.layouts[value] }));
  return (
    <div className={classes.layout}>
      <div className={classes.labels}>
        <span>{words.layout}</span>
      </div>
      <Segmented label={words.layout} options={options} value={form.layout} change={(layout) => change({ layout })} />
      {form.layout === "figure" && (
        <Select
          aria-label={words.figure}
          data={offer.charts.map(({ key, title }) => ({ value: key, label: title }))}
          value={form.chart}
          onChange={(chart) => change({ chart: chart ?? form.chart })}
          allowDeselect={false}
          {...longSelect(offer.charts.length)}
        />
      )}
      {error && <div role="alert">{error}</div>}
    </div>
  );
}

function Switches({
  form,
  change,
  offer,
  lacksEmbargo,
}: PartProps & { offer: AvailableShareOptions; lacksEmbargo: boolean }) {
  const { hidden, raw_files } = offer;
  return (
    <div className={classes.switches}>
      <Switch
        label={words.hide}
        description={words.hidden(hidden)}
        checked={form.hides}
        onChange={({ currentTarget }) => change({ hides: currentTarget.checked })}
      />
      <Switch
        label={words.rawFiles}
        description={
          raw_files.count > 0 ? words.files(raw_files.count, formatBytes(raw_files.size_bytes)) : words.noFiles
        }
        disabled={raw_files.count === 0}
        checked={form.rawFiles}
        onChange={({ currentTarget }) => change({ rawFiles: currentTarget.checked })}
      />
      <Switch
        label={words.embargo}
        description={words.embargoHint}
        checked={form.hasEmbargo}
        onChange={({ currentTarget }) => change({ hasEmbargo: currentTarget.checked })}
      />
      {form.hasEmbargo && (
        <TextInput
          type="datetime-local"
          aria-label={words.embargoUntil}
          className={classes.until}
          value={form.embargo}
          onChange={({ currentTarget }) => change({ embargo: currentTarget.value })}
          error={lacksEmbargo && form.embargo !== "" ? words.embargoMissing : undefined}
        />
      )}
    </div>
  );
}

function Line({ tone, icon, children }: { tone: "ok" | "warn"; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line} data-tone={tone}>
      {icon}
      <span dir="auto">{children}</span>
    </div>
  );
}
