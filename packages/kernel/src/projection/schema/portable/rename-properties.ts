/**
 * Anthropic refuses a request in which one property at the root of one tool has a name such as `$top` or `filter[id]`. Such
 * names are common in tools made from OpenAPI, so they are respelled and spelled back in the arguments, and the tool stays.
 * Beside a respelled name the object is closed: a model that sent the original name as an extra one could say it twice.
 */
import { hash } from "node:crypto";
import { isRecord } from "@toolplane/readings";
import { inOrder } from "../shape/keywords.ts";
import { requiredOf } from "../shape/object-shape.ts";
import type { SchemaObject } from "../shape/schema-place.ts";
import type { SchemaOutcome } from "./portable-schema.ts";

/** A projected schema whose names fit, with the way back. */
export type RenamedSchema = SchemaOutcome & {
  /** Original names by the names the model sees; null when all fit. */
  readonly originals?: ReadonlyMap<string, string> | null;
};

const FITTING = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_STEM = 55;

/** Keywords about names, which would be about the wrong ones. */
const ABOUT_NAMES = [
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "if",
] as const;

/** Respells the names at the root that do not fit. */
export function renameProperties(outcome: SchemaOutcome): RenamedSchema {
  if (!outcome.ok) return outcome;
  const { schema } = outcome;
  const names = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  if (names.every((name) => FITTING.test(name))) return { ...outcome, originals: null };
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
    return { ok: false, reason: "it takes any property beside one whose name does not fit" };
  }
  return rename(outcome);
}

function rename({ schema, lost: before, origins }: SchemaOutcome & { ok: true }): RenamedSchema {
  const properties = schema.properties as SchemaObject;
  const names = Object.keys(properties);
  const taken = new Set(names);
  const renamed = new Map<string, string>();
  for (const name of names) renamed.set(name, FITTING.test(name) ? name : fittingName(name, taken));
  const lost = ABOUT_NAMES.filter((keyword) => schema[keyword] !== undefined);
  const rest = Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword]) => !lost.some((gone) => gone === keyword || (gone === "if" && isBranch(keyword))),
    ),
  );
  return {
    ok: true,
    schema: inOrder({
      ...rest,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [renamed.get(name) ?? name, member]),
      ),
      ...(schema.required === undefined
        ? {}
        : { required: requiredOf(schema.required).map((name) => renamed.get(name) ?? name) }),
      additionalProperties: false,
    }),
    lost: [...before, ...lost.map((keyword) => ({ path: origins.get(keyword) ?? "", keyword }))],
    origins,
    originals: new Map(
      [...renamed].filter(([name, shown]) => name !== shown).map(([name, shown]) => [shown, name]),
    ),
  };
}

function isBranch(keyword: string): boolean {
  return keyword === "then" || keyword === "else";
}

/** `$top` is `_top` unless that is a property too; then, and when it is cut, a digest keeps it apart. */
function fittingName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]/g, "_");
  const stem = plain.slice(0, MAX_STEM);
  const isFree = plain !== "" && plain.length <= 64 && !taken.has(plain);
  const shown = isFree
    ? plain
    : `${stem}_${hash("sha256", JSON.stringify(name), "hex").slice(0, 8)}`;
  taken.add(shown);
  return shown;
}
