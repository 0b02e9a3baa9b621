/** A finding beside its list: everything that is known of it, and what its author may do. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { deleteFinding, findingsKey } from "@/api/findings";
import type { Finding } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { AnchorLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { findings as words } from "@/messages/findings";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { toast } from "@/shell/toasts";
import { amountText, levelText, workloadText } from "./finding-text";
import classes from "./findings.module.css";

const FindingDialog = lazy(() => import("./finding-dialog").then((module) => ({ default: module.FindingDialog })));

export function FindingPeek({ finding, close }: { finding: Finding; close: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [isEdited, { open, close: endEdit }] = useDisclosure();
  const remove = async () => {
    await deleteFinding(api, finding.number);
    await queryClient.invalidateQueries({ queryKey: findingsKey });
    toast.success({ title: words.removed(finding.number) });
    close();
  };
  return (
    <div className={classes.peek}>
      <h2 dir="auto">{finding.sentence}</h2>
      {finding.excluded !== null && (
        <Notice level="warn" title={words.notCounted}>
          {finding.excluded}
        </Notice>
      )}
      <KeyValueRail facts={factsOf(finding)} />
      {finding.may_change && (
        <div className={classes.acts}>
          <Button variant="default" size="xs" onClick={open}>
            {words.edit}
          </Button>
          <ConfirmButton
            size="xs"
            title={words.removeTitle(finding.number)}
            confirmLabel={words.remove}
            keepLabel={words.keep}
            explanation={words.removeText}
            confirm={remove}
          />
        </div>
      )}
      <Suspense>{isEdited && <FindingDialog finding={finding} close={endEdit} />}</Suspense>
    </div>
  );
}

function factsOf(finding: Finding): RailFact[] {
  const { facts } = words;
  const listed: (RailFact | null)[] = [
    { name: facts.number, value: finding.number },
    { name: facts.relation, value: words.relations[finding.relation] },
    fact(facts.value, amountText(finding)),
    fact(facts.printed, finding.printed),
    fact(facts.test, finding.test),
    fact(facts.level, levelText(finding.raid_level)),
    fact(facts.state, finding.state),
    Object.keys(finding.workload).length > 0 ? fact(facts.workload, workloadText(finding.workload)) : null,
    { name: facts.strength, value: words.strengths[finding.strength] },
    { name: facts.origin, value: words.origins[finding.origin] },
    fact(facts.source, finding.source_title),
    fact(facts.place, finding.place),
    fact(facts.note, finding.note),
    finding.runs.length > 0 ? { name: facts.runs, value: <Links finding={finding} /> } : null,
    fact(facts.author, finding.author),
  ];
  return listed.filter((one) => one !== null);
}

const fact = (name: string, value: string | null): RailFact | null => (value === null ? null : { name, value });

function Links({ finding: { runs } }: { finding: Finding }) {
  return (
    <ul className={classes.links}>
      {runs.map(({ side, number, id }) => (
        <li key={`${side} ${number}`}>
          {id === null ? (
            words.runOf(number, words.sides[side])
          ) : (
            <AnchorLink to="/runs/$ref" params={{ ref: number }}>
              {words.runOf(number, words.sides[side])}
            </AnchorLink>
          )}
        </li>
      ))}
    </ul>
  );
}
