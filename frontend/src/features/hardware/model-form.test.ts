/** Models as they are typed. */
import { expect, test } from "vitest";
import { aModel } from "@/testing/hardware-objects";
import { modelChangesOf, modelFormOf, modelMistakes, newModelOf } from "./model-form";

const wrong = (form: ReturnType<typeof modelFormOf>) =>
  Object.fromEntries(Object.entries(modelMistakes(form)).filter(([, words]) => words !== null));

test("what was left alone is not sent, and what was emptied is taken away", () => {
  const model = aModel({ firmware_aliases: { GDC5: "fw A" } });
  const form = modelFormOf(model);
  expect(modelChangesOf(model, form)).toEqual({});

  const changed = {
    ...form,
    rated_endurance_bytes: "1401.6",
    price: "",
    currency: " ",
    vendor: "Samsung ",
    claims: [],
    aliases: [...form.aliases, { key: "new 1", firmware: " GDC7 ", alias: "fw B" }],
  };
  expect(modelChangesOf(model, changed)).toEqual({
    rated_endurance_bytes: 1_401_600_000_000_000,
    price: null,
    currency: null,
    claims: [],
    firmware_aliases: { GDC5: "fw A", GDC7: "fw B" },
  });
});

test("a new model is sent with what was typed", () => {
  const claims = [{ key: "new 1", metric: "Power", value: "1.2e1", unit: "W", conditions: " ", source: "" }];
  const form = { ...modelFormOf(null), model: " X1 ", power_limit_watts: "25", claims };
  expect(newModelOf(form)).toEqual({
    component: "drive",
    model: "X1",
    power_limit_watts: 25,
    claims: [{ metric: "Power", value: 12, unit: "W", conditions: "", source: "" }],
  });
});

test("mistakes stand beside their fields", () => {
  expect(wrong(modelFormOf(aModel({ rated_endurance_bytes: 1 })))).toEqual({});
  const form = {
    ...modelFormOf(null),
    price: "1,5",
    drive_writes_per_day: "1001",
    claims: [{ key: "new 1", metric: "", value: "many", unit: "W", conditions: "", source: "" }],
    aliases: [
      { key: "new 1", firmware: "A", alias: "one" },
      { key: "new 2", firmware: "A ", alias: "" },
    ],
  };
  expect(wrong(form)).toEqual({
    model: "Enter the model.",
    price: "Enter a number from 0 to 1000000000000000, or leave the field empty.",
    currency: "Enter a currency for the price.",
    drive_writes_per_day: "Enter a number from 0 to 1000, or leave the field empty.",
    "claims.0.metric": "Enter a value.",
    "claims.0.value": "Enter a number, such as 3500 or 1.2e6.",
    "aliases.0.firmware": "This firmware is listed twice.",
    "aliases.1.firmware": "This firmware is listed twice.",
    "aliases.1.alias": "Enter a value.",
  });
  expect(wrong({ ...modelFormOf(null), model: "X1", currency: "eur" })).toEqual({
    currency: "Enter three capital letters, such as EUR.",
  });
});
