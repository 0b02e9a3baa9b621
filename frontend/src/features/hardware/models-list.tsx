/** The models that are written down. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { type HardwareModelFilters, MODEL_COMPONENTS } from "@/api/hardware-filters";
import { hardwareModelsQuery } from "@/api/hardware-models";
import { usePermissions } from "@/api/permissions";
import type { HardwareModel } from "@/api/types";
import type { Column } from "@/components/data-table";
import type { ViewForm } from "@/components/filed-view";
import { AnchorLink } from "@/components/link";
import { messages, word } from "@/messages";
import { hardware, pieces } from "@/messages/hardware";
import { models as words } from "@/messages/models";
import { type FilterField, TEXT_FIELD } from "./filter-bar";
import { FilteredList, type FilteredSearch } from "./filtered-list";
import { enduranceText, powerText, priceText, writesText } from "./model-text";

const ModelDialog = lazy(() => import("./model-dialog").then((module) => ({ default: module.ModelDialog })));

const FIELDS: readonly FilterField[] = [
  { ...TEXT_FIELD, hint: words.textHint },
  {
    name: "component",
    label: pieces.component,
    choices: MODEL_COMPONENTS.map((value) => ({ value, label: word(hardware.kinds, value) })),
  },
];

const COLUMNS: readonly Column<HardwareModel>[] = [
  {
    key: "model",
    title: words.columns.model,
    wrap: true,
    cell: ({ id, model }) => (
      <AnchorLink to="/servers/models/$id" params={{ id }}>
        {model}
      </AnchorLink>
    ),
  },
  { key: "component", title: words.columns.component, cell: ({ component }) => word(hardware.kinds, component) },
  { key: "vendor", title: words.columns.vendor, wrap: true, cell: ({ vendor }) => vendor ?? messages.unknown },
  {
    key: "endurance",
    title: words.columns.endurance,
    numeric: true,
    cell: (model) => enduranceText(model) ?? messages.unknown,
  },
  {
    key: "writes",
    title: words.columns.writes,
    numeric: true,
    cell: (model) => writesText(model) ?? messages.unknown,
  },
  { key: "power", title: words.columns.power, numeric: true, cell: (model) => powerText(model) ?? messages.unknown },
  { key: "price", title: words.columns.price, numeric: true, cell: (model) => priceText(model) ?? messages.unknown },
  { key: "alias", title: words.columns.alias, wrap: true, cell: ({ alias }) => alias ?? messages.none },
  { key: "claims", title: words.columns.claims, numeric: true, cell: ({ claims }) => claims.length },
];

export interface ModelsListProps {
  filters: HardwareModelFilters;
  change: (search: FilteredSearch) => void;
  /** How views of this list are saved. */
  form: ViewForm<FilteredSearch>;
  /** Leads to a model that was just written down. */
  added: (model: HardwareModel) => void;
}

export function ModelsList({ filters, change, form, added }: ModelsListProps) {
  const { operate } = usePermissions();
  const [opened, { open, close }] = useDisclosure();
  const add = operate && (
    <Button variant="default" onClick={open}>
      {words.add}
    </Button>
  );
  return (
    <>
      <FilteredList
        form={form}
        linkTo={(next) => ({ to: "/servers/models", search: next })}
        text={words}
        columns={COLUMNS}
        minWidth={1100}
        fields={FIELDS}
        search={{ ...filters }}
        change={change}
        result={useQuery(hardwareModelsQuery(useApi(), filters))}
        actions={add}
      />
      <Suspense>{opened && <ModelDialog model={null} saved={added} close={close} />}</Suspense>
    </>
  );
}
