/** The parts of a model of which there can be many: claims of its vendor and aliases of its firmware. */
import { Button, CloseButton, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { models as words } from "@/messages/models";
import { type AliasRow, type ClaimRow, freshKey, type ModelForm } from "./model-form";
import classes from "./models.module.css";

type Form = { form: UseFormReturnType<ModelForm> };

const MAX_CLAIMS = 100;
const MAX_ALIASES = 200;

export function ClaimRows({ form }: Form) {
  const { fields } = words;
  const { claims } = form.values;
  const fresh = (): ClaimRow => ({
    key: freshKey(claims),
    metric: "",
    value: "",
    unit: "",
    conditions: "",
    source: "",
  });
  return (
    <Rows
      title={words.claims}
      add={words.addClaim}
      full={claims.length >= MAX_CLAIMS}
      insert={() => form.insertListItem("claims", fresh())}
    >
      {claims.map(({ key }, index) => {
        const of = (name: keyof ClaimRow) => form.getInputProps(`claims.${index}.${name}`);
        return (
          <Row
            key={key}
            name={words.claim(index + 1)}
            remove={words.removeClaim(index + 1)}
            onRemove={() => form.removeListItem("claims", index)}
          >
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={8}>
              <TextInput label={fields.metric} required maxLength={200} autoComplete="off" {...of("metric")} />
              <TextInput label={fields.value} required inputMode="decimal" autoComplete="off" {...of("value")} />
              <TextInput label={fields.unit} required maxLength={50} autoComplete="off" {...of("unit")} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
              <TextInput label={fields.conditions} maxLength={500} autoComplete="off" {...of("conditions")} />
              <TextInput label={fields.source} maxLength={500} autoComplete="off" {...of("source")} />
            </SimpleGrid>
          </Row>
        );
      })}
    </Rows>
  );
}

export function AliasRows({ form }: Form) {
  const { fields } = words;
  const { aliases } = form.values;
  const fresh = (): AliasRow => ({ key: freshKey(aliases), firmware: "", alias: "" });
  return (
    <Rows
      title={words.aliases}
      add={words.addAlias}
      full={aliases.length >= MAX_ALIASES}
      insert={() => form.insertListItem("aliases", fresh())}
    >
      {aliases.map(({ key }, index) => {
        const of = (name: keyof AliasRow) => form.getInputProps(`aliases.${index}.${name}`);
        return (
          <Row
            key={key}
            name={words.aliasOf(index + 1)}
            remove={words.removeAlias(index + 1)}
            onRemove={() => form.removeListItem("aliases", index)}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
              <TextInput label={fields.firmware} required maxLength={200} autoComplete="off" {...of("firmware")} />
              <TextInput label={fields.firmwareAlias} required maxLength={200} autoComplete="off" {...of("alias")} />
            </SimpleGrid>
          </Row>
        );
      })}
    </Rows>
  );
}

interface RowsProps {
  title: string;
  add: string;
  full: boolean;
  insert: () => void;
  children: ReactNode;
}

function Rows({ title, add, full, insert, children }: RowsProps) {
  return (
    <fieldset className={classes.rows}>
      <legend>{title}</legend>
      <Stack gap={8}>
        {children}
        <Button variant="default" size="xs" w="fit-content" disabled={full} onClick={insert}>
          {add}
        </Button>
      </Stack>
    </fieldset>
  );
}

interface RowProps {
  name: string;
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

function Row({ name, remove, onRemove, children }: RowProps) {
  return (
    <fieldset className={classes.row}>
      <legend className="visually-hidden">{name}</legend>
      <div className={classes.rowHead}>
        <span aria-hidden="true">{name}</span>
        <CloseButton aria-label={remove} onClick={onRemove} />
      </div>
      {children}
    </fieldset>
  );
}
