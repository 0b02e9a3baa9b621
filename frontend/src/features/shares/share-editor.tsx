/** Editor of a share: the article as its readers will see it, and beside it its blocks. */
import { Button } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { AvailableShareOptions, ShareSubject } from "@/api/shares";
import { fieldErrors } from "@/components/field-errors";
import { AnchorLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { InTopBar } from "@/components/top-bar";
import { momentOf } from "@/lib/local-time";
import { shareEditor as words } from "@/messages/shares";
import { Segmented } from "@/parts/segmented";
import { ArticlePreview } from "./article-preview";
import type { Target } from "./article-targets";
import { openForm } from "./begin";
import { EarlierWork } from "./earlier-work";
import { adaptForm, type Offered, type Preview, requestOf, type ShareForm } from "./form";
import { LayoutChoice } from "./layout-choice";
import { PageBlocks, rowOfBlock } from "./page-blocks";
import { PublishRefusal } from "./publish-refusal";
import { PublishedShareFacts } from "./published-share";
import classes from "./share-editor.module.css";
import { readTyped, workOn, writeStored } from "./stored-form";
import type { Layout } from "./subject";
import { type LostDraft, useLiveDraft } from "./use-live-draft";
import { useKeeping, useStored } from "./use-stored-form";

export interface ShareEditorProps {
  /** The shared thing in a few words. */
  name: string;
  subject: ShareSubject;
  versionOf: string | undefined;
  /** Number of the draft that is continued. */
  draft: string | undefined;
  /** Options of the subject; while others are on their way, those before. */
  offer: AvailableShareOptions;
  isOfferOld: boolean;
  /** True if the previous version or the draft had aliases; these are not stored anywhere. */
  hadAliases: boolean;
  begin: ShareForm;
  /** True if the draft shows the initial values of the form. */
  isDraftOfBegin: boolean;
  /** The open block, as in the address. */
  block: string | undefined;
  chooseBlock: (block: string | undefined) => void;
  chooseLayout: (layout: Layout) => void;
  chooseMetrics: (names: readonly string[]) => void;
  /** Another draft was frozen in the place of the one before. */
  replaced: (draft: string) => void;
  leave: () => void;
}

/** Properties of each part of the form. */
export interface PartProps {
  form: ShareForm;
  change: (patch: Partial<ShareForm>) => void;
  /** Errors of the form or the lab, by field path in the request. */
  errors: Readonly<Record<string, string>>;
}

const FIRST_BLOCK = "title";

export function ShareEditor(props: ShareEditorProps) {
  const { versionOf, draft, hadAliases, begin, leave } = props;
  const layout = props.subject.layout ?? "plain";
  const work = { work: workOn(props.subject, versionOf), draft };
  const stored = useStored(work, begin);
  const [begun] = useState(begin);
  const [opened] = useState(() =>
    openForm({ begin, offer: props.offer, layout, stored, typed: draft ? {} : readTyped(work.work) }),
  );
  const [form, setForm] = useState(opened.form);
  const { subject, offer } = useOffered(props, (before, now) => setForm((own) => adaptForm(own, before, now)));
  const [open, setOpen] = useState<string | null>(props.block ?? FIRST_BLOCK);
  const [turn, setTurn] = useState(0);
  const [view, setView] = useState<"blocks" | "page">("blocks");
  const request = useMemo(
    () => requestOf(form, { subject, offer, versionOf, momentOf }),
    [form, subject, offer, versionOf],
  );
  const isUnnamed = hadAliases && !form.trueNames && Object.keys(request.redaction?.aliases ?? {}).length === 0;
  const mistakes = mistakesOf(form);
  const isWhole = Object.keys(mistakes).length === 0 && !isUnnamed;
  const [initial] = useState((): Preview | null => {
    if (!draft) return stored?.preview ?? null;
    return stored ? stored.preview : { number: draft, request: props.isDraftOfBegin ? JSON.stringify(request) : "" };
  });
  const isUnchanged = JSON.stringify(form) === JSON.stringify(begun);
  const live = useLiveDraft({
    request,
    canFreeze: isWhole,
    initial,
    replaced: (number) => draft && props.replaced(number),
    isUnused: (number) => isUnchanged && number !== draft,
    discarded: () => writeStored(work.work, null),
  });
  const { preview, publish, published } = live;
  const isUntouched = isUnchanged && (preview === null || preview.number === draft);
  useKeeping(work, published || isUntouched ? null : { layout, form, preview });
  const change = (patch: Partial<ShareForm>) => setForm((before) => ({ ...before, ...patch }));
  const choose = (block: string | null) => {
    setOpen(block);
    setTurn((before) => before + 1);
    props.chooseBlock(block === null || block === FIRST_BLOCK ? undefined : block);
  };
  const target = open === null ? null : targetOf(open, form);

  // The typed content is published and can no longer be changed.
  if (published) return <PublishedShareFacts share={published} done={leave} />;
  const canPublish = live.isCurrent && !publish.isPending;
  return (
    <>
      <InTopBar place="primary">
        <Button
          onClick={() => preview && publish.mutate({ number: preview.number, confirmed: false })}
          loading={publish.isPending}
          disabled={!canPublish && !publish.isPending}
          title={words.publishHint}
          leftSection={<IconLink size={15} stroke={1.75} aria-hidden="true" />}
        >
          {words.create}
        </Button>
      </InTopBar>
      <EarlierWork opened={opened} form={form} change={change} startOver={() => setForm(opened.fresh)} />
      {live.lost && <Lost {...live.lost} />}
      {live.error && <ErrorNotice error={live.error} title={words.refused} retry={live.retry} />}
      {publish.error && (
        <PublishRefusal
          error={publish.error}
          title={words.notPublished}
          confirm={() => preview && publish.mutate({ number: preview.number, confirmed: true })}
          cancel={publish.reset}
        />
      )}
      <div className={classes.views}>
        <Segmented
          label={words.viewsLabel}
          options={(["blocks", "page"] as const).map((value) => ({ value, label: words.views[value] }))}
          value={view}
          change={setView}
        />
      </div>
      <div className={classes.editor} data-view={view}>
        <ArticlePreview
          draft={live.share}
          name={props.name}
          status={statusOf(live, { isWhole, isUnnamed })}
          isOld={!live.isCurrent && live.share !== null}
          target={target}
          turn={turn + (view === "page" ? 1 : 0)}
        />
        <div className={classes.side}>
          <LayoutChoice subject={props.subject} choose={props.chooseLayout} />
          <LeftOut offer={offer} />
          <PageBlocks
            form={form}
            change={change}
            errors={{ ...fieldErrors(live.error), ...mistakes }}
            offer={offer}
            isFigure={subject.layout === "figure"}
            open={open}
            choose={choose}
            chooseMetrics={props.chooseMetrics}
            hadAliases={hadAliases}
            isUnnamed={isUnnamed}
            isDraft={draft !== undefined}
          />
        </div>
      </div>
    </>
  );
}

/** Return the subject with its options; `adapt` is called once others are there. */
function useOffered({ subject, offer, isOfferOld }: ShareEditorProps, adapt: (before: Offered, now: Offered) => void) {
  const [present, setPresent] = useState({ subject, offer });
  if (isOfferOld || (present.offer === offer && present.subject.layout === subject.layout)) return present;
  const now = { subject, offer };
  setPresent(now);
  adapt(
    { layout: present.subject.layout ?? "plain", offer: present.offer },
    { layout: subject.layout ?? "plain", offer },
  );
  return now;
}

/** Return the place of a row in the page. */
function targetOf(row: string, form: ShareForm): Target | null {
  const block = form.blocks.find(({ id }) => rowOfBlock(id) === row);
  if (!block) return { section: SECTIONS[row] ?? row };
  if ("chart" in block) return { chart: block.chart };
  const texts = form.blocks.filter((own) => "text" in own && own.text.trim() !== "");
  return { text: texts.indexOf(block) };
}

/** Sections of the page by the rows of the editor, where they have another name. */
const SECTIONS: Readonly<Record<string, string>> = { title: "finding", tiles: "finding" };

function statusOf(live: ReturnType<typeof useLiveDraft>, form: { isWhole: boolean; isUnnamed: boolean }): string {
  if (form.isUnnamed && !live.isCurrent) return words.aliasesMissing;
  if (!form.isWhole && !live.isCurrent) return words.incomplete;
  if (live.isFreezing) return words.saving;
  return live.preview && live.isCurrent ? words.saved(live.preview.number) : words.unsaved;
}

/** Report that the shown draft was published or deleted outside this tab. */
function Lost({ number, isPublished }: LostDraft) {
  if (!isPublished) return <Notice level="warn">{words.draftMissing(number)}</Notice>;
  return (
    <Notice level="warn">
      {words.draftPublished(number)}{" "}
      <AnchorLink to="/shares/new" search={{ version_of: number }}>
        {words.versionOf(number)}
      </AnchorLink>
    </Notice>
  );
}

/** List the content that a permalink of a dashboard or a workbench leaves out. */
function LeftOut({ offer: { left_out } }: { offer: AvailableShareOptions }) {
  if (left_out.length === 0) return null;
  return (
    <Notice level="warn" title={words.leftOut}>
      <ul>
        {left_out.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            {name} {reason}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function mistakesOf({ title, author }: ShareForm): Record<string, string> {
  return {
    ...(title.trim() ? {} : { title: words.titleMissing }),
    ...(author.trim() ? {} : { author: words.authorMissing }),
  };
}
