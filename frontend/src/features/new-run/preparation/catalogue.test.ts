/** The catalogue of preparation steps against the description of the API. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS, settingsOf } from "./catalogue";
import { newStep } from "./steps";

interface Schema {
  properties: Record<
    string,
    { enum?: unknown[]; minimum?: number; maximum?: number; anyOf?: Schema["properties"][string][] }
  >;
}

const { components } = JSON.parse(readFileSync("openapi.json", "utf-8"));
const mapping: Record<string, string> = components.schemas.JobCreate.properties.preparation.items.discriminator.mapping;
const schemaOf = (kind: string): Schema => components.schemas[mapping[kind]?.split("/").at(-1) ?? ""];

test("every step of the API can be chosen, and no other", () => {
  expect(KINDS.toSorted()).toEqual(Object.keys(mapping).toSorted());
});

test.each(KINDS)("the settings of %s are those of the API, within its limits", (kind) => {
  const { kind: _, ...properties } = schemaOf(kind).properties;
  expect(Object.keys(newStep(kind, [])).toSorted()).toEqual(["kind", ...Object.keys(properties)].toSorted());
  for (const setting of settingsOf(kind)) {
    const described = properties[setting.name];
    const limits = described?.anyOf?.[0] ?? described;
    if (setting.type === "number") {
      expect([setting.name, setting.min]).toEqual([setting.name, limits?.minimum]);
      expect(setting.max).toBeLessThanOrEqual(limits?.maximum ?? 0);
    }
    if (setting.type === "choice" && limits?.enum) {
      expect(setting.choices.toSorted()).toEqual(limits.enum.toSorted());
    }
  }
});
