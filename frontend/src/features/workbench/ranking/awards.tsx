/** The awards by hand of a ranking: who chose what, when and why, and which of them were withdrawn. */
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type Award, withdrawAward } from "@/api/awards";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { Ranking, RankingChoice } from "@/api/rankings";
import { ConfirmButton } from "@/components/confirm-button";
import { AnchorLink } from "@/components/link";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { awards as words } from "@/messages/awards";
import { AwardForm } from "./award-form";
import classes from "./ranking.module.css";

export interface AwardsProps {
  awards: readonly Award[];
  ranking: Ranking;
  choice: RankingChoice;
  /** True if older ones exist that are not shown. */
  more: boolean;
}

export function Awards({ awards, ranking, choice, more }: AwardsProps) {
  const { operate } = usePermissions();
  const active = awards.filter(({ withdrawn_at }) => withdrawn_at === null);
  const withdrawn = awards.filter(({ withdrawn_at }) => withdrawn_at !== null);
  const ranked = new Set(ranking.configurations.map(({ class_hash }) => class_hash));
  return (
    <>
      <Text c="dimmed" maw="80ch">
        {words.explain}
      </Text>
      {active.length === 0 ? (
        <Text>{words.none}</Text>
      ) : (
        <ul className={classes.awards}>
          {active.map((award) => (
            <li key={award.id}>
              <AwardText award={award} />
              {!ranked.has(award.class_hash) && <span className={classes.below}>{words.notRanked}</span>}
              {operate && <Withdraw award={award} />}
            </li>
          ))}
        </ul>
      )}
      {more && <Text c="dimmed">{words.more}</Text>}
      {withdrawn.length > 0 && (
        <details>
          <summary>{words.withdrawn(withdrawn.length)}</summary>
          <ul className={classes.awards}>
            {withdrawn.map((award) => (
              <li key={award.id}>
                <AwardText award={award} />
                <span className={classes.below}>
                  {words.withdrawnBy(award.withdrawn_by ?? messages.unknown, formatDateTime(award.withdrawn_at))}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {operate && <AwardForm ranking={ranking} choice={choice} />}
    </>
  );
}

function AwardText({ award }: { award: Award }) {
  const { title, reason, configuration, configuration_name } = award;
  return (
    <>
      <strong>{words.title(title)}</strong>{" "}
      {configuration ? (
        <AnchorLink to="/configurations/$ref" params={{ ref: configuration.number }}>
          {configuration.name}
        </AnchorLink>
      ) : (
        configuration_name
      )}
      <span className={classes.below}>{givenBy(award)}</span>
      <p className={classes.reason}>{reason}</p>
    </>
  );
}

function Withdraw({ award }: { award: Award }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, title, configuration_name } = award;
  return (
    <ConfirmButton
      size="xs"
      openLabel={words.withdrawOf(title, configuration_name)}
      title={words.withdrawTitle(title)}
      explanation={words.withdrawExplain}
      confirmLabel={words.withdraw}
      keepLabel={words.keep}
      confirm={async () => {
        await withdrawAward(api, id);
        await queryClient.invalidateQueries({ queryKey: ["awards"] });
      }}
    />
  );
}

/** Return the author and the date of an award, in words that are not used for places by rule. */
export function givenBy({ author, created_at }: Pick<Award, "author" | "created_at">): string {
  return words.by(author ?? messages.unknown, formatDateTime(created_at));
}
