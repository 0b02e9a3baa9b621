/** Fields that the lab refused, by path and by name. */
import { expect, test } from "vitest";
import { ApiProblem } from "@/api/problem";
import { fieldErrors, fieldName } from "./field-errors";

test("messages for one path become one text", () => {
  const errors = [
    { path: "size_bytes", message: "must be positive." },
    { path: "size_bytes", message: "must be whole." },
  ];
  expect(fieldErrors(new ApiProblem(422, { errors }))).toEqual({ size_bytes: "must be positive. must be whole." });
  expect(fieldErrors(new Error("no problem"))).toEqual({});
});

test.each([
  ["target.size_bytes", "Size"],
  ["target.path", "Path"],
  ["start_after", "Start after"],
  ["expires_at", "Expires"],
  ["preparation.2.percent", "Percent (3)"],
  ["target.stable_ids.0", "Stable ids (1)"],
  ["parameters", "Parameters"],
])("the field at %s is named %s", (path, name) => expect(fieldName(path)).toBe(name));
