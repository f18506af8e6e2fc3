/**
 * The schema that a provider without a strict mode gets: an object at the root, no combination beside it, everything below as
 * the author wrote it. Such a provider does not enforce a schema, it shows it to the model; so as much as possible stays, and
 * only what would make it refuse the whole request goes. What the original accepts this one accepts, but for two narrowings
 * that cost nothing: a property that one form of a choice declares has that form's type, and a choice of closed forms is closed.
 */
import { isRecord } from "@toolplane/readings";
import { assertionsOf } from "../shape/flatten-parts.ts";
import { inOrder, TYPE_OF_KEYWORD } from "../shape/keywords.ts";
import type { ModernDocument } from "../shape/modern-schema.ts";
import { hasPatterns, isSealed, type Member, requiredOf } from "../shape/object-shape.ts";
import { type RootShape, rootShape } from "../shape/root-shape.ts";
import type { LostKeyword, Place, SchemaObject } from "../shape/schema-place.ts";

/** A projected schema with what it lost, or why there is none. */
export type SchemaOutcome =
  | {
      readonly ok: true;
      readonly schema: SchemaObject;
      readonly lost: readonly LostKeyword[];
      /** The place each carried keyword of the root came from. */
      readonly origins: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly reason: string };

type ReadRoot = RootShape & { readonly ok: true };

/** Keywords that are written from the shape, or not at the root at all. */
const HANDLED: ReadonlySet<string> = new Set(
  "type properties required anyOf oneOf not enum const then else".split(" "),
);

/** Projects a document for providers that show schemas and do not enforce them. */
export function portableSchema(document: ModernDocument): SchemaOutcome {
  if (isPlainRoot(document.root)) return plainSchema(document);
  const root = rootShape(document);
  if (!root.ok) return root;
  const lost: LostKeyword[] = [...document.lost, ...root.lost];
  const { carried, origins } = carryKeywords(root, lost);
  const required = [...root.required];
  const schema: Record<string, unknown> = {
    ...carried,
    ...(typeof root.annotations.title === "string" ? { title: root.annotations.title } : {}),
    description: joinTexts(root.annotations.description, root.notes),
    type: "object",
    properties: Object.fromEntries(
      [...root.members].map(([name, member]) => [name, writeMember(member)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
  if (root.closedByForms && schema.additionalProperties === undefined) {
    schema.additionalProperties = false;
  }
  const defs = reachedDefinitions(schema, document);
  if (defs.length > 0) schema.$defs = Object.fromEntries(defs);
  return { ok: true, schema: inOrder(schema), lost, origins };
}

/** Most roots are an object and nothing else, and stay as they are. */
function isPlainRoot({ $ref, type, allOf, anyOf, oneOf, not, ...rest }: SchemaObject): boolean {
  const combines = $ref ?? allOf ?? anyOf ?? oneOf ?? not;
  return (
    type === "object" &&
    combines === undefined &&
    !("enum" in rest) &&
    !("const" in rest) &&
    isPossible(rest)
  );
}

function isPossible({ properties, required, ...rest }: SchemaObject): boolean {
  if (rest.additionalProperties !== false || rest.patternProperties !== undefined) return true;
  return requiredOf(required).every(
    (name) => isRecord(properties) && Object.hasOwn(properties, name),
  );
}

function plainSchema(document: ModernDocument): SchemaOutcome {
  const { required, ...rest } = document.root;
  const defs = reachedDefinitions(rest, document);
  const schema = inOrder({
    ...rest,
    properties: rest.properties ?? {},
    ...(requiredOf(required).length > 0 ? { required } : {}),
    ...(defs.length > 0 ? { $defs: Object.fromEntries(defs) } : {}),
  });
  return { ok: true, schema, lost: document.lost, origins: new Map() };
}

/** The sentences of a description: the author's own, then ours. */
export function joinTexts(own: unknown, notes: readonly string[]): string | undefined {
  const texts = [...(typeof own === "string" && own !== "" ? [own] : []), ...notes];
  return texts.length > 0 ? texts.join(" ") : undefined;
}

/** Carries every other keyword of the root; of two parts that both have one, the first wins. */
function carryKeywords(
  root: ReadRoot,
  lost: LostKeyword[],
): { readonly carried: SchemaObject; readonly origins: ReadonlyMap<string, string> } {
  const carried: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const isAlone = root.parts.length === 1;
  const isClosed = root.parts.some(({ schema }) => isSealed(schema));
  const hasChoice = root.lost.length > 0;
  for (const part of root.parts) {
    for (const keyword of assertionsOf(part.schema)) {
      // Arguments are an object: what looks at other types has nothing to look at.
      if (HANDLED.has(keyword) || (TYPE_OF_KEYWORD.get(keyword) ?? "object") !== "object") continue;
      if (keyword === "additionalProperties" && isClosed && !hasPatterns(part.schema)) {
        // One sealed part seals all, and the properties that are left met what the others say of the rest.
        carried.additionalProperties = false;
      } else if (keyword === "patternProperties" && isClosed) {
        // Beside the sealed part's names a pattern would let in others, which that part forbids.
        lost.push({ path: part.path, keyword });
      } else if (mayCarry(keyword, { isAlone, hasChoice }) && carried[keyword] === undefined) {
        carry(carried, part, keyword);
        origins.set(keyword, part.path);
      } else {
        lost.push({ path: part.path, keyword });
      }
    }
  }
  return { carried, origins };
}

/** False for two keywords that depend on their neighbours where those have changed. */
function mayCarry(
  keyword: string,
  { isAlone, hasChoice }: { readonly isAlone: boolean; readonly hasChoice: boolean },
): boolean {
  if (keyword === "additionalProperties") return isAlone;
  return keyword !== "unevaluatedProperties" || (isAlone && !hasChoice);
}

function carry(carried: Record<string, unknown>, { schema }: Place, keyword: string): void {
  for (const name of keyword === "if" ? ["if", "then", "else"] : [keyword]) {
    if (schema[name] !== undefined) carried[name] = schema[name];
  }
}

function writeMember({ all, any }: Member): SchemaObject {
  const schemas = all.map(({ schema }) => schema);
  const choice = any.map(({ schema }) => schema);
  const every = choice.length > 1 ? [...schemas, { anyOf: choice }] : [...schemas, ...choice];
  return every.length === 1
    ? (every[0] as SchemaObject)
    : every.length === 0
      ? {}
      : { allOf: every };
}

/** The definitions that the schema still refers to, in the order of the document. */
function reachedDefinitions(
  schema: SchemaObject,
  { defs }: ModernDocument,
): readonly (readonly [string, SchemaObject])[] {
  const reached = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const child of Object.values(value)) look(child);
    const reference = isRecord(value) ? value.$ref : undefined;
    if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return;
    const name = reference.slice("#/$defs/".length);
    if (reached.has(name)) return;
    reached.add(name);
    look(defs.get(name));
  };
  if (defs.size > 0) look(schema);
  return [...defs].filter(([name]) => reached.has(name));
}
