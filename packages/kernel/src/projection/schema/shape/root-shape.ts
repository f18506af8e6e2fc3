/**
 * Reads the root of a document as one object. Every provider wants an object there and no combination, so `$ref` and `allOf`
 * are merged, and a choice (`anyOf`, `oneOf`) becomes the properties of all its forms, of which those that every form demands
 * stay required. The choice itself is lost to the model but for a sentence, and not to the road, which validates with the
 * original.
 */
import { type Annotations, flattenParts } from "./flatten-parts.ts";
import type { ModernDocument } from "./modern-schema.ts";
import {
  declarationsOf,
  type Member,
  type ObjectShape,
  objectShape,
  shapeCost,
} from "./object-shape.ts";
import { type LostKeyword, listOf, type Place, type SchemaObject } from "./schema-place.ts";

/** The root as one object, or why it is none. */
export type RootShape =
  | {
      readonly ok: true;
      readonly parts: readonly Place[];
      readonly annotations: Annotations;
      readonly members: ReadonlyMap<string, Member>;
      readonly required: ReadonlySet<string>;
      /** Every form of a choice forbids other names. */
      readonly closedByForms: boolean;
      /** Notes about choices for the model. */
      readonly notes: readonly string[];
      readonly lost: readonly LostKeyword[];
    }
  | { readonly ok: false; readonly reason: string };

const COMBINATIONS = ["anyOf", "oneOf", "not", "enum", "const"] as const;
const MAX_FORMS_TEXT = 300;
/** Forms of one choice, and the names to look up in them, past which the choice is not merged. */
const MAX_FORMS = 100;
const MAX_LOOK_UPS = 50_000;

export function rootShape(document: ModernDocument): RootShape {
  const flat = flattenParts([{ schema: document.root, path: "" }], document);
  if (flat.never) return { ok: false, reason: "its schema accepts nothing" };
  if (flat.tooMany) return { ok: false, reason: "its schema combines too many schemas" };
  if (!flat.parts.every(({ schema }) => allowsObject(schema.type))) {
    return { ok: false, reason: "its arguments are not an object" };
  }
  if (shapeCost(flat.parts) > MAX_LOOK_UPS) {
    return { ok: false, reason: "its schema combines too many schemas" };
  }
  const shape = objectShape(flat.parts);
  if (shape.impossible !== null) {
    return { ok: false, reason: `it demands the property ${shape.impossible} and forbids it` };
  }
  const lost = flat.parts.flatMap(({ schema, path }) =>
    COMBINATIONS.filter((keyword) => schema[keyword] !== undefined).map((keyword) => ({
      path,
      keyword,
    })),
  );
  const choices = flat.parts.flatMap((part) =>
    (["anyOf", "oneOf"] as const).flatMap((keyword) => formsOf(part, keyword, document)),
  );
  const notes = choices.flatMap(({ forms }) => describeForms(forms));
  const first = choices.find(({ forms }) => forms.some(({ members }) => members.size > 0));
  const merged = first ? mergeForms(shape, first.forms, flat.parts) : null;
  return {
    ok: true,
    parts: flat.parts,
    annotations: flat.annotations,
    members: merged?.members ?? shape.members,
    required: merged?.required ?? shape.required,
    closedByForms: merged?.closed ?? false,
    notes,
    lost,
  };
}

interface Form extends ObjectShape {
  readonly closed: boolean;
}

function allowsObject(type: unknown): boolean {
  return (
    type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"))
  );
}

/** The forms of one choice that an object can have; none when a form accepts every object. */
function formsOf(
  part: Place,
  keyword: "anyOf" | "oneOf",
  document: ModernDocument,
): readonly { readonly forms: readonly Form[] }[] {
  const listed = listOf(part.schema, keyword);
  const forms: Form[] = [];
  let lookUps = 0;
  for (const [index, schema] of listed.slice(0, MAX_FORMS).entries()) {
    const flat = flattenParts([{ schema, path: `${part.path}/${keyword}/${index}` }], document);
    lookUps += shapeCost(flat.parts);
    if (lookUps > MAX_LOOK_UPS) return [];
    const shape = objectShape(flat.parts);
    const isObject = flat.parts.every((inner) => allowsObject(inner.schema.type));
    if (flat.never || flat.tooMany || !isObject || shape.impossible !== null) continue;
    const closed = flat.parts.some((inner) => inner.schema.additionalProperties === false);
    forms.push({ ...shape, closed });
  }
  return forms.length === 0 || listed.length > MAX_FORMS ? [] : [{ forms }];
}

/** Adds what the forms declare and the rest of the root does not. */
function mergeForms(
  shape: ObjectShape,
  forms: readonly Form[],
  parts: readonly Place[],
): {
  readonly members: ReadonlyMap<string, Member>;
  readonly required: ReadonlySet<string>;
  readonly closed: boolean;
} {
  const members = new Map(shape.members);
  for (const name of new Set(forms.flatMap((form) => [...form.members.keys()]))) {
    const all = declarationsOf(name, parts);
    // A closed root stays so: whether one of its patterns lets the name in is not looked at.
    const isClosed = parts.some(({ schema }) => schema.additionalProperties === false);
    if (members.has(name) || all === null || isClosed) continue;
    members.set(name, { all, any: alternatives(name, forms) });
  }
  const shared = [...(forms[0]?.required ?? [])].filter((name) =>
    forms.every((form) => form.required.has(name)),
  );
  return {
    members,
    required: new Set([...shape.required, ...shared]),
    closed: forms.every(({ closed }) => closed),
  };
}

/** The schemas of each form for the name, equal ones once. */
function alternatives(name: string, forms: readonly Form[]): readonly Place[] {
  const byText = new Map<string, Place>();
  for (const form of forms) {
    for (const place of form.members.get(name)?.all ?? []) {
      const text = JSON.stringify(place.schema);
      if (!byText.has(text)) byText.set(text, place);
    }
  }
  return [...byText.values()];
}

/** `Forms: {kind: "a", x} | {kind: "b", y}.`: names that a form demands, with the value where there is but one. */
function describeForms(forms: readonly Form[]): readonly string[] {
  const texts = forms.map((form) => {
    const names = [...form.required].map((name) => {
      const value = onlyValue(form.members.get(name)?.all[0]?.schema);
      return value === undefined ? name : `${name}: ${value}`;
    });
    return `{${names.join(", ")}}`;
  });
  const text = `Forms: ${texts.join(" | ")}.`;
  const says = texts.some((form) => form !== "{}") && text.length <= MAX_FORMS_TEXT;
  return says ? [text] : [];
}

function onlyValue(schema: SchemaObject | undefined): string | undefined {
  if (schema === undefined) return undefined;
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema.const);
  const values = schema.enum;
  return Array.isArray(values) && values.length === 1 ? JSON.stringify(values[0]) : undefined;
}
