/** Every combination of layout, over-provisioning and number of drives: ticked, left out, or grey with the reason. */
import { Checkbox, Table } from "@mantine/core";
import { messages } from "@/messages";
import { newCampaign as words } from "@/messages/new-campaign";
import classes from "./campaigns.module.css";
import { type Combination, combinationKey, combinationsOf, impossibility } from "./combinations";
import type { CampaignDraft } from "./draft";
import type { StepProps } from "./new-campaign";
import form from "./new-campaign.module.css";
import { availableDrives } from "./request";

export function CombinationsTable({ draft, change }: Pick<StepProps, "draft" | "change">) {
  const { layouts = [], counts = [], over = [0] } = draft;
  if (counts.length === 0 || over.length === 0) return null;
  const spreads = draft.controllers ?? [null];
  const rows = layouts.flatMap((layout) =>
    over.flatMap((percent) => spreads.map((controllers) => ({ layout, percent, controllers }))),
  );
  return (
    <div>
      <strong>{words.combinations}</strong>
      <p className={form.hint}>{words.combinationsHint}</p>
      <section
        className={classes.scroller}
        aria-label={messages.scrollTable(words.combinationsCaption)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
        tabIndex={0}
      >
        <Table className={`${classes.matrix} ${form.combinations}`}>
          <caption className="visually-hidden">{words.combinationsCaption}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.layout}</Table.Th>
              {counts.map((count) => (
                <Table.Th key={count} scope="col">
                  {words.driveCount(count)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ layout, percent, controllers }) => (
              <Table.Tr key={`${layout} ${percent} ${controllers}`}>
                <Table.Th scope="row">{words.row(words.layoutNames[layout], percent, controllers)}</Table.Th>
                {combinationsOf([layout], counts, [percent], [controllers]).map((combination) => (
                  <Choice key={combinationKey(combination)} combination={combination} draft={draft} change={change} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

interface ChoiceProps extends Pick<StepProps, "change"> {
  combination: Combination;
  draft: CampaignDraft;
}

function Choice({ combination, draft, change }: ChoiceProps) {
  const key = combinationKey(combination);
  const why = impossibility(combination, availableDrives(draft));
  const without = draft.without ?? [];
  const { layout, drives, over_provisioned_percent, controllers } = combination;
  return (
    <Table.Td data-impossible={why !== null || undefined}>
      <Checkbox
        aria-label={words.combination(
          words.row(words.layoutNames[layout], over_provisioned_percent, controllers),
          drives,
        )}
        aria-description={why ?? undefined}
        checked={why === null && !without.includes(key)}
        disabled={why !== null}
        onChange={({ currentTarget: { checked } }) => {
          const others = without.filter((each) => each !== key);
          const next = checked ? others : [...others, key];
          change({ without: next.length > 0 ? next : undefined });
        }}
      />
      {why !== null && <div className={form.why}>{why}</div>}
    </Table.Td>
  );
}
