/** Manually entered facts beside the collected ones: lifecycle, labels, a note and facts by hand. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import type { PieceKind } from "@/api/hardware";
import { usePermissions } from "@/api/permissions";
import { ConditionLabel } from "@/components/condition-label";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { type Property, PropertyList, property } from "@/components/property-list";
import { type LabelValues, labelTexts } from "@/lib/labels";
import { messages } from "@/messages";
import { piece as words } from "@/messages/hardware";
import type { Described } from "./description";
import classes from "./hardware.module.css";
import { PieceLabels } from "./piece-labels";

const EditDialog = lazy(() => import("./edit-dialog").then((module) => ({ default: module.EditDialog })));

export function WrittenDown({ kind, piece }: { kind: PieceKind; piece: Described }) {
  const { operate } = usePermissions();
  const [opened, { open, close }] = useDisclosure();
  const facts = Object.entries(piece.manual).map(([name, value]) => property(name, String(value)));
  const edit = operate && (
    <Button variant="default" size="xs" onClick={open}>
      {words.edit}
    </Button>
  );
  return (
    <Section title={words.people} aside={edit}>
      <PropertyList properties={propertiesOf(piece)} />
      {facts.length > 0 && (
        <div className={classes.group}>
          <h3>{words.manual}</h3>
          <PropertyList properties={facts} />
        </div>
      )}
      <Suspense>{opened && <EditDialog kind={kind} piece={piece} close={close} />}</Suspense>
    </Section>
  );
}

function propertiesOf(piece: Described): Property[] {
  const { lifecycle, owner, health_check_hours, health_check_due_at, labels, note } = piece;
  const properties: Property[] = [];
  if (lifecycle !== undefined)
    properties.push(property(words.properties.lifecycle, <ConditionLabel condition={lifecycle} />));
  if (owner !== undefined) properties.push(property(words.properties.owner, owner ?? messages.none));
  if (health_check_hours !== undefined) {
    properties.push(property(words.properties.checkHours, health_check_hours ?? messages.none));
    if (health_check_due_at) properties.push(property(words.properties.checkDue, <Moment at={health_check_due_at} />));
  }
  properties.push(
    property(words.properties.labels, labelTexts(labels).length > 0 ? wholeLabels(labels) : words.noLabels),
  );
  properties.push(property(words.properties.note, note === "" ? words.noNote : <p className={classes.note}>{note}</p>));
  return properties;
}

function wholeLabels(labels: LabelValues) {
  return (
    <div className={classes.whole}>
      <PieceLabels labels={labels} />
    </div>
  );
}
