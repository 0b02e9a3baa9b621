/** One model: what is true of every piece of it, what its vendor claims, and what a share calls it. */
import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconListDetails, IconNote } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { hardwareModelKey, hardwareModelQuery, hardwareModelsKey, removeHardwareModel } from "@/api/hardware-models";
import { usePermissions } from "@/api/permissions";
import type { HardwareModel, VendorClaim } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable } from "@/components/data-table";
import { DetailColumns, DetailHead, DetailPage } from "@/components/detail-page";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { Section } from "@/components/page";
import { type Property, property } from "@/components/property-list";
import { queryValue } from "@/lib/query-parts";
import { formatCount } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { models as words } from "@/messages/models";
import { Card } from "@/parts/card";
import { KeyValueRail } from "@/parts/key-value-rail";
import { RailBlock } from "@/parts/rail-block";
import classes from "./hardware.module.css";
import { enduranceText, powerText, priceText, warrantyText, writesText } from "./model-text";

const ModelDialog = lazy(() => import("./model-dialog").then((module) => ({ default: module.ModelDialog })));

/** Vendor claim with its index, which distinguishes equal claims. */
type PlacedClaim = VendorClaim & { place: number };

const CLAIM_COLUMNS: readonly Column<PlacedClaim>[] = [
  { key: "metric", title: words.claimColumns.metric, wrap: true, cell: ({ metric }) => metric },
  {
    key: "value",
    title: words.claimColumns.value,
    numeric: true,
    cell: ({ value, unit }) => words.claimValue(formatCount(value), unit),
  },
  {
    key: "conditions",
    title: words.claimColumns.conditions,
    wrap: true,
    cell: ({ conditions }) => conditions || messages.none,
  },
  { key: "source", title: words.claimColumns.source, wrap: true, cell: ({ source }) => source || messages.none },
];

const ALIAS_COLUMNS: readonly Column<[firmware: string, alias: unknown]>[] = [
  { key: "firmware", title: words.aliasColumns.firmware, cell: ([firmware]) => firmware },
  { key: "alias", title: words.aliasColumns.alias, cell: ([, alias]) => String(alias) },
];

export interface ModelPageProps {
  id: string;
  /** Leads away from a model that is no more. */
  removed: () => void;
}

export function ModelPage({ id, removed }: ModelPageProps) {
  const { data: model, error, refetch } = useQuery(hardwareModelQuery(useApi(), id));
  const { operate } = usePermissions();
  if (!model && error) {
    return <NotShown subject={messages.problem.things.model} error={error} retry={() => void refetch()} />;
  }
  if (!model) return <Loading height={480} />;
  const aliases = Object.entries(model.firmware_aliases);
  return (
    <DetailPage>
      <DetailHead
        title={model.model}
        crumb={model.model}
        facts={[
          { key: "component", node: word(hardware.kinds, model.component) },
          { key: "vendor", node: model.vendor },
          {
            key: "drives",
            node: model.component === "drive" && (
              <AnchorLink to="/drives" search={{ q: `model:${queryValue(model.model)}` }}>
                {words.drivesOf}
              </AnchorLink>
            ),
          },
        ]}
        actions={operate && <ModelActions model={model} removed={removed} />}
      />
      <DetailColumns
        rail={
          <Card>
            <RailBlock icon={<IconListDetails size={15} stroke={1.75} />} title={words.facts}>
              <KeyValueRail facts={modelFacts(model).map(([name, value]) => ({ name, value: value ?? null }))} />
            </RailBlock>
            <RailBlock icon={<IconNote size={15} stroke={1.75} />} title={words.properties.note}>
              <p className={classes.note} dir="auto">
                {model.note === "" ? words.noNote : model.note}
              </p>
            </RailBlock>
          </Card>
        }
      >
        <Section title={words.claims}>
          {model.claims.length === 0 ? (
            <Text c="dimmed">{words.noClaims}</Text>
          ) : (
            <DataTable
              caption={words.claimsCaption(model.model)}
              columns={CLAIM_COLUMNS}
              rows={model.claims.map((claim, place) => ({ ...claim, place }))}
              rowKey={({ place }) => String(place)}
              minWidth={640}
            />
          )}
        </Section>
        <Section title={words.aliases}>
          <Text c="dimmed">{aliases.length === 0 ? words.noAliases : words.aliasesExplain}</Text>
          {aliases.length > 0 && (
            <DataTable
              caption={words.aliasesCaption(model.model)}
              columns={ALIAS_COLUMNS}
              rows={aliases}
              rowKey={([firmware]) => firmware}
            />
          )}
        </Section>
      </DetailColumns>
    </DetailPage>
  );
}

function modelFacts(model: HardwareModel): Property[] {
  const { properties: names } = words;
  const { component, nand, alias, created_at } = model;
  return [
    ...(component === "drive"
      ? [
          property(names.nand, nand),
          property(names.endurance, enduranceText(model)),
          property(names.writes, writesText(model)),
        ]
      : []),
    property(names.warranty, warrantyText(model)),
    property(names.power, powerText(model)),
    property(names.price, priceText(model)),
    property(names.alias, alias ?? messages.none),
    property(names.added, <Moment at={created_at} />),
  ];
}

function ModelActions({ model, removed }: { model: HardwareModel; removed: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [opened, { open, close }] = useDisclosure();
  return (
    <Group gap={8}>
      <ConfirmButton
        title={words.removeTitle}
        explanation={words.removeExplain(model.model)}
        confirmLabel={words.remove}
        keepLabel={words.keepIt}
        confirm={async () => {
          await removeHardwareModel(api, model.id);
          removed();
          queryClient.removeQueries({ queryKey: hardwareModelKey(model.id), type: "inactive" });
          void queryClient.invalidateQueries({ queryKey: hardwareModelsKey });
        }}
      />
      <Button variant="default" onClick={open}>
        {words.edit}
      </Button>
      <Suspense>{opened && <ModelDialog model={model} saved={() => undefined} close={close} />}</Suspense>
    </Group>
  );
}
