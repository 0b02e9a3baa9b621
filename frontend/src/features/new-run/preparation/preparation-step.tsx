/** The steps before the first phase: added, set, moved and removed, with every change announced. */
import { ActionIcon, Button, Group, Select, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Operation } from "@/api/types";
import { destruction as words } from "@/messages/destruction";
import { KINDS, titleOf } from "./catalogue";
import classes from "./preparation.module.css";
import { Settings } from "./settings";
import { moveStep, newStep, type StepMove } from "./steps";

const ARROWS = { up: IconArrowUp, down: IconArrowDown };

export interface PreparationStepProps {
  steps: readonly Operation[];
  change: (steps: Operation[]) => void;
  /** Names of the drives of the job, with what people call them. */
  drives: readonly { value: string; label: string }[];
  /** Errors of the lab by path, for example `preparation.0.passes`. */
  errors: Record<string, string>;
}

export function PreparationStep({ steps, change, drives, errors }: PreparationStepProps) {
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const add = (kind: Operation["kind"]) => {
    change([
      ...steps,
      newStep(
        kind,
        drives.map(({ value }) => value),
      ),
    ]);
    setAnnouncement(words.added(titleOf(kind), steps.length + 1));
  };
  const move = (index: number, direction: StepMove) => {
    const place = index + (direction === "up" ? 0 : 2);
    if (place < 1 || place > steps.length) return;
    change(moveStep(steps, index, direction));
    setAnnouncement(words.movedTo(nameOf(steps[index]), place, steps.length));
    // Steps have no names of their own: the focus follows the one that was moved to its new place.
    list.current?.querySelectorAll<HTMLElement>(`[data-move="${direction}"]`)[place - 1]?.focus();
  };
  const remove = (index: number) => {
    change(steps.toSpliced(index, 1));
    setAnnouncement(words.removed(nameOf(steps[index])));
  };
  return (
    <fieldset className={classes.preparation}>
      <legend>{words.preparation}</legend>
      <Text c="dimmed">{words.preparationHint}</Text>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {steps.length === 0 && <Text>{words.noPreparation}</Text>}
      <ol ref={list} className={classes.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal steps may stand twice, and their fields hold no state.
          <li key={index} className={classes.step}>
            <Step
              step={step}
              place={index + 1}
              count={steps.length}
              move={(direction) => move(index, direction)}
              remove={() => remove(index)}
            />
            <Settings
              step={step}
              drives={drives}
              error={(name) =>
                errors[`preparation.${index}.${step.kind}.${name}`] ?? errors[`preparation.${index}.${name}`]
              }
              change={(changed) => change(steps.with(index, changed))}
            />
            {errors[`preparation.${index}`] && <Text c="var(--sl-err)">{errors[`preparation.${index}`]}</Text>}
          </li>
        ))}
      </ol>
      {errors.preparation && <Text c="var(--sl-err)">{errors.preparation}</Text>}
      <AddStep add={add} />
    </fieldset>
  );
}

function nameOf(step: Operation | undefined): string {
  return step ? titleOf(step.kind) : "";
}

interface StepProps {
  step: Operation;
  place: number;
  count: number;
  move: (direction: StepMove) => void;
  remove: () => void;
}

function Step({ step, place, count, move, remove }: StepProps) {
  const title = words.stepTitle(place, titleOf(step.kind));
  return (
    <div className={classes.head}>
      <strong>{title}</strong>
      <Group gap={4} wrap="nowrap">
        {(["up", "down"] as const).map((direction) => {
          const Arrow = ARROWS[direction];
          const end = place === (direction === "up" ? 1 : count);
          return (
            <ActionIcon
              key={direction}
              variant="default"
              size={28}
              data-move={direction}
              aria-label={words[direction](title)}
              aria-disabled={end || undefined}
              data-disabled={end || undefined}
              onClick={() => move(direction)}
            >
              <Arrow size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          );
        })}
        <ActionIcon variant="default" size={28} aria-label={words.remove(title)} onClick={remove}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </div>
  );
}

function AddStep({ add }: { add: (kind: Operation["kind"]) => void }) {
  const [kind, setKind] = useState<Operation["kind"] | null>(null);
  return (
    <Group gap={8} align="end">
      <Select
        label={words.addKind}
        placeholder={words.chooseKind}
        data={KINDS.map((value) => ({ value, label: titleOf(value) }))}
        value={kind}
        onChange={setKind}
        maxDropdownHeight={320}
        className={classes.kind}
      />
      <Button
        variant="default"
        disabled={kind === null}
        onClick={() => {
          if (kind) add(kind);
          setKind(null);
        }}
      >
        {words.add}
      </Button>
    </Group>
  );
}
