/** Texts and charts in the author's order: added, removed and moved by buttons, or by Alt and an arrow. */
import { Button, Select, Textarea } from "@mantine/core";
import { IconChartLine, IconTextCaption } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import type { AvailableShareOptions } from "@/api/shares";
import { longSelect } from "@/components/long-select";
import { shareEditor as words } from "@/messages/shares";
import { BlockActions, type Move } from "./block-actions";
import { BlockRow } from "./block-row";
import type { Block } from "./form";
import classes from "./share-editor.module.css";
import formClasses from "./shares.module.css";
import type { BodyEdits } from "./use-body-edits";

const MAX_BLOCKS = 200;
const MAX_CHARACTERS = 20_000;

type Charts = AvailableShareOptions["charts"];

export interface BodyRowProps {
  block: Block;
  charts: Charts;
  edits: BodyEdits;
  isOpen: boolean;
  toggle: () => void;
  error: string | undefined;
}

/** One text or chart. */
export function BodyRow({ block, charts, edits, isOpen, toggle, error }: BodyRowProps) {
  const place = edits.blocks.indexOf(block);
  const chart = "chart" in block ? charts.find(({ key }) => key === block.chart) : undefined;
  const name = edits.nameOf(block);
  const moves: Move = {
    up: place > 0 ? () => edits.move(place, -1, "button") : undefined,
    down: place < edits.blocks.length - 1 ? () => edits.move(place, 1, "button") : undefined,
  };
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    edits.move(place, event.key === "ArrowUp" ? -1 : 1, "focus");
  };
  return (
    <BlockRow
      name={name}
      note={"text" in block ? block.text.trim().split("\n")[0] : undefined}
      icon={"text" in block ? IconTextCaption : IconChartLine}
      isOpen={isOpen}
      toggle={toggle}
      hasErrors={error !== undefined}
      block={block.id}
      onKeyDown={moveByKey}
      actions={<BlockActions name={`${name} (${place + 1})`} moves={moves} remove={() => edits.remove(place)} />}
    >
      {"text" in block ? (
        <Textarea
          aria-label={words.textOf(place + 1)}
          description={words.textHint}
          value={block.text}
          onChange={({ currentTarget }) => edits.write(place, currentTarget.value)}
          rows={5}
          resize="vertical"
          maxLength={MAX_CHARACTERS}
          error={error}
          data-part="text"
        />
      ) : (
        <>
          {chart && <p className={classes.hint}>{chart.caption || chart.title}</p>}
          {error && <div role="alert">{error}</div>}
        </>
      )}
      <div>
        <Button variant="default" size="xs" disabled={isFull(edits)} onClick={() => edits.insert(place, { text: "" })}>
          {words.addBelow}
        </Button>
      </div>
    </BlockRow>
  );
}

const isFull = ({ blocks }: BodyEdits) => blocks.length >= MAX_BLOCKS;

interface AddRowProps {
  charts: Charts;
  edits: BodyEdits;
  /** True for a page about one chart: another one takes its place. */
  isFigure: boolean;
}

/** The end of the texts and charts, where more of them are added. */
export function AddRow({ charts, edits, isFigure }: AddRowProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const used = new Set(edits.blocks.flatMap((block) => ("chart" in block ? [block.chart] : [])));
  const free = charts.filter((chart) => !used.has(chart.key));
  const key = free.find((chart) => chart.key === chosen)?.key ?? null;
  return (
    <li className={`${classes.row} ${classes.addRow}`}>
      {edits.blocks.length === 0 && <p className={classes.hint}>{words.bodyEmpty}</p>}
      <div className={formClasses.add}>
        {free.length > 0 && (
          <>
            <Select
              className={formClasses.chartChoice}
              aria-label={words.chartToAdd}
              placeholder={words.chartToAdd}
              data={free.map((chart) => ({ value: chart.key, label: chart.title }))}
              value={key}
              onChange={setChosen}
              {...longSelect(free.length)}
            />
            <Button
              variant="default"
              disabled={key === null || isFull(edits)}
              onClick={() => {
                if (key !== null) edits.addChart(key, isFigure);
                setChosen(null);
              }}
            >
              {words.addChart}
            </Button>
          </>
        )}
        <Button
          variant="default"
          disabled={isFull(edits)}
          onClick={() => edits.insert(edits.blocks.length - 1, { text: "" })}
          data-add
        >
          {words.textLast}
        </Button>
      </div>
    </li>
  );
}
