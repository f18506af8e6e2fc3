/** One schema in strict spelling: a reference, a choice, or plain types. */

import { joinTexts } from "../portable/portable-schema.ts";
import {
  type Annotations,
  assertionsOf,
  type Flattened,
  flattenParts,
  targetOf,
} from "../shape/flatten-parts.ts";
import { ANNOTATIONS, inOrder, type JsonType } from "../shape/keywords.ts";
import { listOf, type Place, type SchemaObject } from "../shape/schema-place.ts";
import { strictArray } from "./strict-array.ts";
import { strictChoice } from "./strict-choice.ts";
import { lose, REFUSED, type StrictContext, type StrictNode } from "./strict-context.ts";
import { withNull } from "./strict-nullable.ts";
import { strictObject } from "./strict-object.ts";
import { type StrictPart, strictScalar } from "./strict-scalar.ts";
import { declaredTypes, typeOfValue, typesOf, valuesOf } from "./strict-types.ts";

/** Keywords that look at every value and that strict mode does not have. */
const UNKNOWN = ["not", "if"] as const;

/** The schemas together in strict spelling; null when they accept nothing. */
export function strictNode(places: readonly Place[], context: StrictContext): StrictNode | null {
  const [first] = places;
  const alias = first !== undefined && places.length === 1 ? aliasOf(first) : null;
  if (alias !== null && targetOf(alias.reference, context.document) !== undefined) {
    return referenceNode(alias.reference, alias.annotations, context);
  }
  const flat = flattenParts(places, context.document);
  if (flat.never) return null;
  if (flat.tooMany) context.refuse("combines too many schemas");
  context.charge(flat.parts.length);
  const notes: string[] = [];
  const input: StrictPart = { parts: flat.parts, context, notes };
  const choice = choiceNode(flat, input);
  const node = choice === undefined ? plainNode(input) : choice;
  return node === null ? null : withDescription(node, flat.annotations, notes);
}

/** A schema that is nothing but a reference, perhaps inside an `allOf` of one, as OpenAPI writes it. */
function aliasOf(
  place: Place,
): { readonly reference: string; readonly annotations: Annotations } | null {
  const keywords = Object.keys(place.schema).filter((keyword) => !ANNOTATIONS.has(keyword));
  const [keyword] = keywords;
  if (keywords.length !== 1) return null;
  if (keyword === "$ref" && typeof place.schema.$ref === "string") {
    return { reference: place.schema.$ref, annotations: place.schema };
  }
  const members = listOf(place.schema, "allOf");
  const [member] = members;
  if (keyword !== "allOf" || member === undefined || members.length !== 1) return null;
  const inner = aliasOf({ schema: member, path: place.path });
  return inner && { ...inner, annotations: { ...inner.annotations, ...place.schema } };
}

/** Wraps a reference that has a description: strict mode allows nothing beside `$ref`. */
function referenceNode(
  reference: string,
  annotations: Annotations,
  context: StrictContext,
): StrictNode {
  const name = reference.slice("#/$defs/".length);
  context.need(name);
  const described = withDescription({ schema: {}, plan: null }, annotations, []).schema;
  const hasText = described.description !== undefined;
  return {
    schema: hasText ? { ...described, anyOf: [{ $ref: reference }] } : { $ref: reference },
    plan: { kind: "reference", name },
  };
}

/** Projects a choice that is alone; `undefined` when there is none, or it has neighbours and is lost. */
function choiceNode(
  flat: Flattened,
  { context, notes }: StrictPart,
): StrictNode | null | undefined {
  const choices = flat.parts.flatMap((place) =>
    (["anyOf", "oneOf"] as const)
      .filter((keyword) => Array.isArray(place.schema[keyword]))
      .map((keyword) => ({ place, keyword })),
  );
  const [choice] = choices;
  if (choice === undefined) return undefined;
  const beside = flat.parts.flatMap(({ schema }) =>
    assertionsOf(schema).filter((keyword) => !["anyOf", "oneOf", "type"].includes(keyword)),
  );
  if (choices.length > 1 || beside.length > 0) {
    for (const lost of choices) lose(context, notes, lost);
    return undefined;
  }
  if (choice.keyword === "oneOf") {
    context.lost.push({ path: choice.place.path, keyword: "oneOf", as: "anyOf" });
  }
  const types = declaredTypes(flat.parts);
  const forms = listOf(choice.place.schema, choice.keyword).map((schema, index) => {
    const place = { schema, path: `${choice.place.path}/${choice.keyword}/${index}` };
    return context.project(narrowed(place, types, context));
  });
  return strictChoice(forms);
}

/** Adds to a form the type beside the choice, where the form has none itself. */
function narrowed(
  place: Place,
  types: ReadonlySet<JsonType> | null,
  context: StrictContext,
): readonly Place[] {
  if (types === null) return [place];
  const own = declaredTypes(flattenParts([place], context.document).parts);
  const isInside = own !== null && [...own].every((type) => types.has(type));
  return isInside ? [place] : [place, { schema: context.typeSchema(types), path: place.path }];
}

function plainNode(input: StrictPart): StrictNode | null {
  const { parts, context, notes } = input;
  const types = typesOf(parts);
  if (types === null) {
    context.refuse("takes a value of any type");
    return REFUSED;
  }
  for (const place of parts) {
    for (const keyword of UNKNOWN) {
      if (place.schema[keyword] !== undefined) lose(context, notes, { place, keyword });
    }
  }
  const values = valuesOf(parts);
  const forms = [...types]
    .filter((type) => type !== "null")
    .map((type) => typeNode(type, values, input));
  const takesNull = types.has("null") && (values === null || values.includes(null));
  const node = strictChoice(forms);
  if (node === null) return takesNull ? { schema: { type: "null" }, plan: null } : null;
  return takesNull ? { ...node, schema: withNull(node.schema) } : node;
}

function typeNode(
  type: JsonType,
  values: readonly unknown[] | null,
  input: StrictPart,
): StrictNode | null {
  const isDeep = type === "object" || type === "array";
  if (values === null) {
    if (type === "object") return strictObject(input);
    if (type === "array") return strictArray(input);
    return { schema: strictScalar(type, input), plan: null };
  }
  const own = values.filter((value) => isOfType(value, type));
  if (own.length === 0) return null;
  if (isDeep) {
    input.context.refuse("lists objects or arrays as its values");
    return REFUSED;
  }
  return { schema: { ...strictScalar(type, input), enum: own }, plan: null };
}

function isOfType(value: unknown, type: JsonType): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOfValue(value) === type;
}

/** Adds the author's words, the default, and what the spelling could not carry. */
function withDescription(
  node: StrictNode,
  annotations: Annotations,
  notes: readonly string[],
): StrictNode {
  const told = notes.length > 0 ? [`Must also hold: ${notes.join(", ")}.`] : [];
  const fallback = annotations.default;
  const preset =
    fallback === undefined || fallback === null ? [] : [`Default: ${JSON.stringify(fallback)}.`];
  const description = joinTexts(annotations.description, [...preset, ...told]);
  if (description === undefined) return node;
  const { $ref, ...rest } = node.schema;
  const schema: SchemaObject = $ref === undefined ? rest : { anyOf: [{ $ref }] };
  return { ...node, schema: inOrder({ ...schema, description }) };
}
