/** The editor of a share: what it says on one side, and on the other the page that readers will get. */
import { useMemo, useState } from "react";
import type { AvailableShareOptions, ShareSubject } from "@/api/shares";
import { fieldErrors } from "@/components/field-errors";
import { Section } from "@/components/page";
import { momentOf } from "@/lib/local-time";
import { shareEditor as words } from "@/messages/shares";
import { AboutFields } from "./about-fields";
import { AliasFields } from "./alias-fields";
import { openForm } from "./begin";
import { BodyBlocks } from "./body-blocks";
import { EarlierWork } from "./earlier-work";
import { type Preview, placesOf, requestOf, type ShareForm } from "./form";
import { HidingFields } from "./hiding-fields";
import { PreviewPanel } from "./preview-panel";
import { PublishedOnce } from "./published-once";
import classes from "./shares.module.css";
import { readTyped, workOn } from "./stored-form";
import { usePreview } from "./use-preview";
import { useKeeping, useStored } from "./use-stored-form";

export interface ShareEditorProps {
  subject: ShareSubject;
  versionOf: string | undefined;
  /** The draft that is gone on with. */
  draft: string | undefined;
  offer: AvailableShareOptions;
  /** Whether the version before, or the draft, gave models other names, which nobody keeps. */
  hadAliases: boolean;
  begin: ShareForm;
  /** Whether the draft shows what the form begins with. */
  isDraftOfBegin: boolean;
  /** Another draft was frozen in the place of the one before. */
  replaced: (draft: string) => void;
  leave: () => void;
}

/** What each part of the form gets. */
export interface PartProps {
  form: ShareForm;
  change: (patch: Partial<ShareForm>) => void;
  /** What the form or the lab says about a field, by its path in the request. */
  errors: Readonly<Record<string, string>>;
}

export function ShareEditor(props: ShareEditorProps) {
  const { subject, versionOf, draft, offer, hadAliases, begin, leave } = props;
  const layout = subject.layout ?? "plain";
  const work = { work: workOn(subject, versionOf), draft };
  const stored = useStored(work, begin);
  const [begun] = useState(begin);
  const [opened] = useState(() => openForm({ begin, offer, layout, stored, typed: draft ? {} : readTyped(work.work) }));
  const [form, setForm] = useState(opened.form);
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const request = useMemo(() => requestOf(form, { subject, versionOf, momentOf }), [form, subject, versionOf]);
  const [initial] = useState((): Preview | null => {
    if (!draft) return stored?.preview ?? null;
    return stored ? stored.preview : { number: draft, request: props.isDraftOfBegin ? JSON.stringify(request) : "" };
  });
  const preview = usePreview(request, initial, (number) => draft && props.replaced(number));
  const { shown, published } = preview;
  const isUntouched = form === begun && (shown === null || shown.number === draft);
  useKeeping(work, published || isUntouched ? null : { layout, form, preview: shown });
  const change = (patch: Partial<ShareForm>) => {
    setForm((before) => ({ ...before, ...patch }));
    setMistakes({});
  };
  const part: PartProps = { form, change, errors: { ...fieldErrors(preview.make.error), ...mistakes } };
  const isUnnamed = hadAliases && !form.trueNames && Object.keys(request.redaction?.aliases ?? {}).length === 0;

  // What was typed is published: nothing of it can be changed any more.
  if (published) return <PublishedOnce share={published} done={leave} />;
  return (
    <>
      <EarlierWork opened={opened} form={form} change={change} startOver={() => setForm(opened.fresh)} />
      <div className={classes.layout}>
        <div className={classes.form}>
          <Section title={words.about}>
            <AboutFields {...part} />
          </Section>
          <Section title={words.body}>
            <BodyBlocks {...part} charts={offer.charts} places={placesOf(form.blocks)} />
          </Section>
          <Section title={words.hiding}>
            <HidingFields {...part} hidden={offer.hidden} />
          </Section>
          {offer.models.length > 0 && (
            <Section title={words.aliases}>
              <AliasFields
                {...part}
                models={offer.models}
                hadAliases={hadAliases}
                isUnnamed={isUnnamed}
                isDraft={draft !== undefined}
              />
            </Section>
          )}
        </div>
        <div className={classes.preview}>
          <Section title={words.preview}>
            <PreviewPanel
              preview={preview}
              canMake={!isUnnamed}
              make={() => {
                const formMistakes = mistakesOf(form);
                setMistakes(formMistakes);
                if (Object.keys(formMistakes).length === 0) preview.make.mutate();
              }}
            />
          </Section>
        </div>
      </div>
    </>
  );
}

function mistakesOf({ title, author }: ShareForm): Record<string, string> {
  return {
    ...(title.trim() ? {} : { title: words.titleMissing }),
    ...(author.trim() ? {} : { author: words.authorMissing }),
  };
}
