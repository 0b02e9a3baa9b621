/** The layouts of a draft as cards: how many configurations each gives, or that it gives none. */
import { IconCheck } from "@tabler/icons-react";
import { DRIVE_LAYOUTS } from "@/api/campaigns";
import { newCampaign as words } from "@/messages/new-campaign";
import choice from "@/parts/choice.module.css";
import { combinationKey, impossibility } from "./combinations";
import type { CampaignDraft } from "./draft";
import { type Availability, availableFor, countsWith, type EmptyLayout } from "./draft-rows";
import classes from "./new-campaign.module.css";
import { allCombinations } from "./request";

export interface LayoutCardsProps {
  draft: CampaignDraft;
  change: (patch: Partial<CampaignDraft>) => void;
  availability: Availability;
  empty: readonly EmptyLayout[];
  error: string | undefined;
}

export function LayoutCards({ draft, change, availability, empty, error }: LayoutCardsProps) {
  const layouts = draft.layouts ?? [];
  const combinations = allCombinations(draft);
  return (
    <fieldset className={classes.fieldset}>
      <legend className="visually-hidden">{words.layouts}</legend>
      <div className={classes.layouts}>
        {DRIVE_LAYOUTS.map((layout) => {
          const isChosen = layouts.includes(layout);
          const isEmpty = empty.some((emptyLayout) => emptyLayout.layout === layout);
          const own = combinations.filter(
            (combination) =>
              combination.layout === layout &&
              !draft.without?.includes(combinationKey(combination)) &&
              impossibility(combination, availableFor(combination, availability)) === null,
          );
          return (
            <label
              key={layout}
              className={`${choice.card} ${classes.layoutCard}`}
              data-chosen={(isChosen && !isEmpty) || undefined}
              data-empty={isEmpty || undefined}
            >
              <input
                type="checkbox"
                className={choice.input}
                aria-label={words.layoutNames[layout]}
                checked={isChosen}
                onChange={({ currentTarget: { checked } }) =>
                  change({
                    layouts: DRIVE_LAYOUTS.filter((other) => (other === layout ? checked : layouts.includes(other))),
                    ...(checked ? { counts: countsWith(layout, draft, availability) } : {}),
                  })
                }
              />
              <span className={choice.box} aria-hidden="true">
                {isChosen && <IconCheck size={11} stroke={3} />}
              </span>
              <strong>{words.layoutNames[layout]}</strong>
              <small>{isChosen ? words.configurations(own.length) : words.layoutNeeds[layout]}</small>
            </label>
          );
        })}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
