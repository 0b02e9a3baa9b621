/** Endpoints, fields and answers from the REST API description; undocumented parts are left out. */

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}

interface RawOperation {
  tags?: string[];
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

/** The part of an OpenAPI document that is read here. */
export interface APIDescription {
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Field {
  name: string;
  /** Location of a parameter: path, query or header; null for a body field. */
  where: string | null;
  type: string;
  needed: boolean;
  means: string;
}

export interface Answer {
  status: string;
  content: string;
}

export interface Operation {
  method: string;
  path: string;
  tag: string;
  description: string;
  parameters: Field[];
  /** Null without a body; a body that is no JSON has no fields. */
  body: { name: string; fields: Field[] } | null;
  answers: Answer[];
}

const JSON_TYPE = "application/json";

/** Every endpoint, in the order of the document. */
export function readOperations({ paths, components }: APIDescription): Operation[] {
  const schemas = components?.schemas ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? "",
      description: operation.description ?? "",
      parameters: (operation.parameters ?? []).map((parameter) => ({
        name: parameter.name,
        where: parameter.in,
        type: typeOf(parameter.schema),
        needed: parameter.required ?? false,
        means: parameter.description ?? "",
      })),
      body: operation.requestBody ? readBody(operation.requestBody.content ?? {}, schemas) : null,
      answers: Object.entries(operation.responses ?? {}).map(([status, { content = {} }]) => ({
        status,
        content: Object.entries(content)
          .map(([type, { schema }]) => (type === JSON_TYPE || type.endsWith("+json") ? typeOf(schema) : type))
          .join(", "),
      })),
    })),
  );
}

/** Those whose method, path or description has every word. */
export function findOperations(operations: readonly Operation[], q: string): Operation[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ method, path, tag, description }) => {
    const text = `${method} ${path} ${tag} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function readBody(content: Record<string, { schema?: Schema }>, schemas: Record<string, Schema>): Operation["body"] {
  const schema = content[JSON_TYPE]?.schema;
  if (!schema) return { name: Object.keys(content).join(", "), fields: [] };
  const resolved = schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema;
  const fields = Object.entries(resolved.properties ?? {}).map(([name, field]) => ({
    name,
    where: null,
    type: typeOf(field),
    needed: resolved.required?.includes(name) ?? false,
    means: field.description ?? "",
  }));
  return { name: typeOf(schema), fields };
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** A type in a few words: `string or null`, `list of RunSummary`, `"asc" or "desc"`. */
export function typeOf(schema: Schema | undefined): string {
  if (!schema) return "";
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" or ");
  if (schema.type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
    return schema.items ? `list of ${typeOf(schema.items)}` : "list";
  }
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return `object of ${typeOf(schema.additionalProperties)}`;
  }
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "anything");
}
