/**
 * Replaces placeholders in every text of a case and makes the big values that the corpus writes as generators. In patterns of
 * rules and capabilities `{workspace}` stays: there it is the product's own variable and covers further roots too. Made values
 * are not walked again, so a nest of ten thousand levels costs no stack.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import type { AttackCase, CaseCall, CaseTool } from "./attack-case.ts";
import { harnessFault } from "./harness-fault.ts";

/** Values of the placeholders. */
export interface Placeholders {
  readonly workspace: string;
  readonly sibling: string;
  readonly outside: string;
  readonly home: string;
  readonly extra: string;
  readonly "config-dir": string;
  readonly "config-home-var": string;
  /** Ports of loopback servers by name. */
  readonly ports: Readonly<Record<string, number>>;
}

const PLACEHOLDER =
  /\{(workspace|sibling|outside|home|extra|config-dir|config-home-var|port:[^{}]+)\}/g;

/** Keys that begin with `$` in JSON Schema: no generators. */
const SCHEMA_KEYS =
  /^\$(?:ref|defs|id|schema|anchor|dynamicRef|dynamicAnchor|recursiveRef|recursiveAnchor|vocabulary|comment)$/;

type Expand = <T>(value: T) => T;

/** The case with nothing left to replace. */
export function expandCase(value: AttackCase, values: Placeholders): AttackCase {
  const text: Expand = (part) => expandValue(part, (plain) => replaceAll(plain, values));
  const pattern: Expand = (part) =>
    expandValue(part, (plain) => replaceAll(plain, { ...values, workspace: "{workspace}" }));
  const { rules, rulesRaw, caps, tools, ...rest } = value.given;
  return {
    ...value,
    given: {
      ...text(rest),
      ...(rules ? { rules: pattern(rules) } : {}),
      ...(rulesRaw === undefined ? {} : { rulesRaw: pattern(rulesRaw) }),
      ...(caps ? { caps: pattern(caps) } : {}),
      ...(tools ? { tools: tools.map((tool) => expandTool(tool, text, pattern)) } : {}),
    },
    call: expandCall(value.call, text, pattern),
    ...(value.oracle ? { oracle: text(value.oracle) } : {}),
  };
}

function expandTool(tool: CaseTool, text: Expand, pattern: Expand): CaseTool {
  return "requires" in tool
    ? { ...text(tool), requires: pattern(tool.requires) }
    : text<CaseTool>(tool);
}

function expandCall(call: CaseCall, text: Expand, pattern: Expand): CaseCall {
  const { args, then, ...rest } = call;
  const isDefinition = call.tool === "$register" && typeof args === "object" && args !== null;
  return {
    ...text(rest),
    ...(args === undefined
      ? {}
      : {
          args: isDefinition
            ? (expandTool(args as unknown as CaseTool, text, pattern) as unknown as Json)
            : text(args),
        }),
    // biome-ignore lint/suspicious/noThenProperty: the corpus's name for the next call; a call is never awaited
    ...(then ? { then: expandCall(then, text, pattern) } : {}),
  };
}

/** Walks a JSON value. Own `__proto__` members stay own members. */
export function expandValue<T>(value: T, onText: (text: string) => string): T {
  return walk(value as Json, onText) as T;
}

function walk(value: Json, onText: (text: string) => string): Json {
  if (typeof value === "string") return onText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item as Json, onText));
  const entries = Object.entries(value as JsonObject);
  const only = entries.length === 1 ? entries[0] : undefined;
  if (only?.[0].startsWith("$") && !SCHEMA_KEYS.test(only[0]))
    return generate(only[0], only[1] as Json, onText);
  return Object.fromEntries(
    entries.map(([key, member]) => [onText(key), walk(member as Json, onText)]),
  );
}

function generate(name: string, value: Json, onText: (text: string) => string): Json {
  switch (name) {
    case "$repeat": {
      const [text, count] = value as readonly [string, number];
      return repeatText(onText(text), count);
    }
    case "$concat":
      return (value as readonly Json[]).map((part) => String(walk(part, onText))).join("");
    case "$keys":
      return Object.fromEntries(Array.from({ length: value as number }, (_, at) => [`k${at}`, at]));
    case "$nest":
      return nest(value as number, { type: "string" }, (inner) => ({
        type: "object",
        properties: { a: inner },
      }));
    case "$nestData":
      return nest(value as number, 1, (inner) => ({ a: inner }));
    case "$rawJson":
      return JSON.parse(onText(value as string)) as Json;
    default:
      throw harnessFault(`generator "${name}" is not known`);
  }
}

/** One flat text: a rope would be flattened, and paid for, while the product is measured. */
export function repeatText(text: string, count: number): string {
  const bytes = Buffer.from(text);
  return Buffer.alloc(bytes.length * count, bytes).toString("utf8");
}

function nest(levels: number, innermost: Json, around: (inner: Json) => Json): Json {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = around(value);
  return value;
}

function replaceAll(text: string, values: Placeholders): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => {
    if (!name.startsWith("port:")) return String(values[name as keyof Placeholders]);
    const port = values.ports[name.slice(5)];
    if (port === undefined) throw harnessFault(`no server is called "${name.slice(5)}"`);
    return String(port);
  });
}
