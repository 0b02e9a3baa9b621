/** The description of the API as lists. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type APIDescription, findOperations, readOperations, typeOf } from "./operations";

const document: APIDescription = JSON.parse(readFileSync("openapi.json", "utf-8"));
const own = readOperations(document);

test("every endpoint of the lab is there once, with what it does and what it answers", () => {
  expect(own).toHaveLength(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length);
  expect(own.filter(({ description, answers }) => description === "" || answers.length === 0)).toEqual([]);
  expect(new Set(own.map(({ method, path }) => `${method} ${path}`)).size).toBe(own.length);
});

test("parameters and the fields of a body are named with type, need and meaning", () => {
  const token = own.find(({ method, path }) => method === "POST" && path === "/api/v1/tokens");
  expect(token?.parameters.map(({ name, where, needed }) => [name, where, needed])).toEqual([
    ["Idempotency-Key", "header", false],
  ]);
  expect(token?.body?.name).toBe("TokenCreate");
  expect(token?.body?.fields.map(({ name, needed }) => [name, needed])).toEqual([
    ["name", true],
    ["role", true],
    ["expires_in_days", false],
  ]);
  expect(token?.body?.fields[1]?.type).toBe('"viewer" or "operator" or "admin"');
  expect(token?.answers.find(({ status }) => status === "201")).toEqual({ status: "201", content: "IssuedToken" });
  expect(token?.answers.find(({ status }) => status === "409")?.content).toBe("Problem");
});

test("a body that is no JSON is told by its type", () => {
  const photo = own.find(({ method, path }) => method === "POST" && path === "/api/v1/photos");
  expect(photo?.body?.fields).toEqual([]);
  expect(photo?.body?.name).not.toBe("");
});

test.each([
  [{ type: "string" }, "string"],
  [{ type: "string", format: "uuid" }, "string (uuid)"],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
  [{ type: "array", items: { $ref: "#/components/schemas/Run" } }, "list of Run"],
  [{ type: "array", prefixItems: [{ type: "integer" }, { type: "number" }] }, "[integer, number]"],
  [{ type: "object", additionalProperties: { type: "number" } }, "object of number"],
  [{ enum: ["a", "b"] }, '"a" or "b"'],
  [{}, "anything"],
  [undefined, ""],
])("the type of %j", (schema, text) => {
  expect(typeOf(schema)).toBe(text);
});

test("endpoints are found by every word of method, path and description", () => {
  const matches = findOperations(own, "post SHARES  revoke");
  expect(matches.map(({ path }) => path)).toEqual([
    "/api/v1/shares/{ref}/revoke",
    "/api/v1/shares/{ref}/addresses/{number}/revoke",
  ]);
  expect(findOperations(own, "")).toHaveLength(own.length);
});
