/** The blocks of a page in the order of its article: each can be opened, and what its author decides is changed there. */
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconDownload,
  IconFingerprint,
  IconHeading,
  IconLayoutGrid,
  IconListDetails,
  IconTable,
} from "@tabler/icons-react";
import { useId } from "react";
import type { AvailableShareOptions } from "@/api/shares";
import { formatBytes } from "@/lib/units";
import { shareEditor as words } from "@/messages/shares";
import { AliasFields } from "./alias-fields";
import { BlockRow } from "./block-row";
import { AddRow, BodyRow } from "./body-rows";
import { FindingList } from "./finding-list";
import { type Block, placesOf, splitBody } from "./form";
import { HidingFields } from "./hiding-fields";
import { MetricChoice } from "./metric-choice";
import { formatFigure, MAX_FINDING } from "./quick";
import type { PartProps } from "./share-editor";
import classes from "./share-editor.module.css";
import { TermFields } from "./term-fields";
import { useBodyEdits } from "./use-body-edits";

export interface PageBlocksProps extends PartProps {
  offer: AvailableShareOptions;
  /** True for a page about one chart. */
  isFigure: boolean;
  /** The open block; null while all are closed. */
  open: string | null;
  choose: (block: string | null) => void;
  chooseMetrics: (names: readonly string[]) => void;
  hadAliases: boolean;
  isUnnamed: boolean;
  isDraft: boolean;
}

export const rowOfBlock = (id: number): string => `block-${id}`;

export function PageBlocks(props: PageBlocksProps) {
  const { form, change, errors, offer, isFigure, open, choose } = props;
  const part = { form, change, errors };
  const edits = useBodyEdits({
    blocks: form.blocks,
    charts: offer.charts,
    change,
    open: (id) => choose(rowOfBlock(id)),
  });
  const row = (id: string) => ({ isOpen: open === id, toggle: () => choose(open === id ? null : id) });
  const has = (...paths: string[]) => Object.keys(errors).some((path) => paths.some((own) => path.startsWith(own)));
  const places = placesOf(form.blocks);
  const [beside, further] = splitBody(form.blocks);
  const bodyRow = (block: Block) => {
    const sent = places.get(block.id);
    const error = sent === undefined ? undefined : (errors[`body.${sent}.chart`] ?? errors[`body.${sent}.text`]);
    return (
      <BodyRow
        key={block.id}
        block={block}
        charts={offer.charts}
        edits={edits}
        error={error}
        {...row(rowOfBlock(block.id))}
      />
    );
  };
  const shown = form.findings.filter(({ isShown }) => isShown).length;
  const selected = offer.metrics.filter((metric) => metric.selected);
  const { raw_files: files } = offer;
  return (
    <>
      <ol className={classes.rows} aria-label={words.blocksLabel} ref={edits.container}>
        <BlockRow
          name={words.blocks.title}
          note={form.title}
          icon={IconHeading}
          hasErrors={has("title", "author")}
          {...row("title")}
        >
          <TitleFields {...part} />
        </BlockRow>
        <BlockRow name={words.blocks.tiles} note={words.always} icon={IconLayoutGrid} {...row("tiles")}>
          <Headlines headline={offer.headline} />
        </BlockRow>
        {beside.map(bodyRow)}
        <BlockRow
          name={words.blocks.findings}
          note={words.findingsShown(shown, form.findings.length)}
          icon={IconListDetails}
          hasErrors={has("findings")}
          {...row("findings")}
        >
          <FindingList {...part} />
        </BlockRow>
        {further.map(bodyRow)}
        <AddRow charts={offer.charts} edits={edits} isFigure={isFigure} />
        <BlockRow
          name={words.blocks.numbers}
          note={offer.metrics.length > 0 ? words.metricsShown(selected.length, offer.metrics.length) : words.always}
          icon={IconTable}
          hasErrors={has("view")}
          {...row("numbers")}
        >
          <MetricChoice offer={offer} choose={props.chooseMetrics} />
        </BlockRow>
        <BlockRow
          name={words.blocks.tested}
          note={words.always}
          icon={IconFingerprint}
          hasErrors={has("redaction")}
          {...row("tested")}
        >
          <HidingFields {...part} hidden={offer.hidden} />
          {offer.models.length > 0 && (
            <AliasFields
              {...part}
              models={offer.models}
              hadAliases={props.hadAliases}
              isUnnamed={props.isUnnamed}
              isDraft={props.isDraft}
            />
          )}
        </BlockRow>
        <BlockRow
          name={words.blocks.caveats}
          note={offer.caveats.length > 0 ? words.caveatCount(offer.caveats.length) : words.noCaveats}
          icon={IconAlertTriangle}
          {...row("caveats")}
        >
          <Caveats caveats={offer.caveats} />
        </BlockRow>
        <BlockRow
          name={words.blocks.data}
          note={form.rawFiles ? words.rawFilesCount(files.count, formatBytes(files.size_bytes)) : words.always}
          icon={IconDownload}
          {...row("data")}
        >
          <Checkbox
            label={words.rawFiles}
            description={words.rawFilesHint}
            checked={form.rawFiles}
            onChange={({ currentTarget }) => change({ rawFiles: currentTarget.checked })}
          />
        </BlockRow>
        <BlockRow
          name={words.blocks.cite}
          note={form.licence}
          icon={IconCalendarEvent}
          hasErrors={has("licence", "contact", "embargo_until", "closed_until_embargo", "expires_at")}
          {...row("cite")}
        >
          <TermFields {...part} />
        </BlockRow>
      </ol>
      <div role="status" className="visually-hidden">
        {edits.announcement}
      </div>
    </>
  );
}

/** Title, author and the finding that leads the page. */
function TitleFields({ form, change, errors }: PartProps) {
  const id = useId();
  const lead = form.findings.findIndex(({ isShown }) => isShown);
  const first = form.findings[lead];
  const sentence = first ? first.text || first.sentence : "";
  return (
    <>
      <TextInput
        label={words.titleField}
        required
        maxLength={200}
        value={form.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        error={errors.title}
      />
      <TextInput
        label={words.author}
        required
        maxLength={200}
        value={form.author}
        onChange={({ currentTarget }) => change({ author: currentTarget.value })}
        error={errors.author}
      />
      {first ? (
        <div>
          <div className={classes.counted}>
            <label htmlFor={id}>{words.leadField}</label>
            <span>{words.counted(sentence.length, MAX_FINDING)}</span>
          </div>
          <Textarea
            id={id}
            description={words.leadHint}
            value={sentence}
            onChange={({ currentTarget: { value } }) =>
              change({
                findings: form.findings.with(lead, { ...first, text: value === first.sentence ? "" : value }),
              })
            }
            rows={3}
            resize="vertical"
            maxLength={1000}
          />
        </div>
      ) : (
        <p className={classes.hint}>{words.noFindings}</p>
      )}
    </>
  );
}

function Headlines({ headline }: Pick<AvailableShareOptions, "headline">) {
  if (headline.length === 0) return <p className={classes.hint}>{words.noTiles}</p>;
  return (
    <>
      <p className={classes.hint}>{words.tilesHint}</p>
      <ul className={classes.list}>
        {headline.map(({ label, value, unit }) => (
          <li key={label} dir="auto">
            {label} <small>{formatFigure(value, unit)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Caveats({ caveats }: Pick<AvailableShareOptions, "caveats">) {
  if (caveats.length === 0) return <p className={classes.hint}>{words.noCaveats}</p>;
  return (
    <>
      <p className={classes.hint}>{words.caveatsHint}</p>
      <ul className={classes.list}>
        {caveats.map(({ code, label, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may print one caveat for several things.
          <li key={`${code} ${place}`} dir="auto">
            {label} {detail && <small>{detail}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
