/** Editor of a share: its form on one side, and on the other the page for readers. */
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
import { FindingList } from "./finding-list";
import { type Preview, placesOf, requestOf, type ShareForm } from "./form";
import { HidingFields } from "./hiding-fields";
import { PreviewPanel } from "./preview-panel";
import { PublishedShareFacts } from "./published-share";
import classes from "./shares.module.css";
import { readTyped, workOn } from "./stored-form";
import { usePreview } from "./use-preview";
import { useKeeping, useStored } from "./use-stored-form";

export interface ShareEditorProps {
  subject: ShareSubject;
  versionOf: string | undefined;
  /** Number of the draft that is continued. */
  draft: string | undefined;
  offer: AvailableShareOptions;
  /** True if the previous version or the draft had aliases; these are not stored anywhere. */
  hadAliases: boolean;
  begin: ShareForm;
  /** True if the draft shows the initial values of the form. */
  isDraftOfBegin: boolean;
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

export function ShareEditor(props: ShareEditorProps) {
  const { subject, versionOf, draft, offer, hadAliases, begin, leave } = props;
  const layout = subject.layout ?? "plain";
  const work = { work: workOn(subject, versionOf), draft };
  const stored = useStored(work, begin);
  const [begun] = useState(begin);
  const [opened] = useState(() => openForm({ begin, offer, layout, stored, typed: draft ? {} : readTyped(work.work) }));
  const [form, setForm] = useState(opened.form);
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const request = useMemo(
    () => requestOf(form, { subject, offer, versionOf, momentOf }),
    [form, subject, offer, versionOf],
  );
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

  // The typed content is published and can no longer be changed.
  if (published) return <PublishedShareFacts share={published} done={leave} />;
  return (
    <>
      <EarlierWork opened={opened} form={form} change={change} startOver={() => setForm(opened.fresh)} />
      <div className={classes.layout}>
        <div className={classes.form}>
          <Section title={words.about}>
            <AboutFields {...part} />
          </Section>
          <Section title={words.findings}>
            <FindingList {...part} />
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
