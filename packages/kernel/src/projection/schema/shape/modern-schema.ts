/**
 * A document in the one spelling that every projection starts from: 2020-12, known keywords only, in a fixed order, every
 * reference to `#/$defs/…`, and only the definitions that are reached. A reference to the whole document is one to a definition
 * too: a projection changes the root, and what refers to it must not change with it. It accepts exactly what the original
 * accepts, except where `lost` says that a reference could not be followed (anchors, dynamic references, other documents, resources
 * with an `$id` of their own): then that place accepts anything.
 */

import { isRecord } from "@toolplane/readings";
import { findTarget } from "./find-target.ts";
import { carriedKeywords, inOrder, KEYWORDS } from "./keywords.ts";
import { type LostKeyword, pointerStep, type SchemaObject } from "./schema-place.ts";
import { type Draft, draftOf, translateDraft } from "./translate-draft.ts";

/** A document in one spelling. */
export interface ModernDocument {
  readonly root: SchemaObject;
  readonly defs: ReadonlyMap<string, SchemaObject>;
  readonly lost: readonly LostKeyword[];
  /** Something refers to the whole document. */
  readonly isRecursive: boolean;
}

interface Walk {
  readonly document: SchemaObject;
  readonly draft: Draft;
  /** Names of definitions by pointer. */
  readonly names: Map<string, string>;
  readonly waiting: {
    readonly name: string;
    readonly target: unknown;
    readonly foreign: boolean;
  }[];
  readonly lost: LostKeyword[];
  /** True when some schema asks which items others looked at; then `items: {}` would say something. */
  tracksItems: boolean | null;
}

/**
 * The place of the walk: a step below another spot. Most walks never need a path, so it is put together when one does.
 * Inside a resource of its own (`foreign`) a reference means something else.
 */
interface Spot {
  readonly above: Spot | null;
  readonly keyword: string;
  readonly name: string | null;
  readonly foreign: boolean;
}

const PRIMITIVES: ReadonlySet<string> = new Set(["string", "number", "boolean"]);
const ANYTHING: SchemaObject = Object.freeze({});
const NOTHING: SchemaObject = Object.freeze({ not: ANYTHING });

/** Respells a document that compiles. Throws only on a value that JSON cannot say; nothing of the document is shared. */
export function modernSchema(document: SchemaObject): ModernDocument {
  const walk: Walk = {
    document,
    draft: draftOf(document),
    names: new Map(),
    waiting: [],
    lost: [],
    tracksItems: null,
  };
  const root = respell(document, { above: null, keyword: "", name: null, foreign: false }, walk);
  const defs = new Map<string, SchemaObject>();
  for (let next = walk.waiting.shift(); next; next = walk.waiting.shift()) {
    const { name, target, foreign } = next;
    defs.set(name, respell(target, { above: null, keyword: "$defs", name, foreign }, walk));
  }
  return { root, defs, lost: walk.lost, isRecursive: walk.names.has("") };
}

function respell(node: unknown, spot: Spot, walk: Walk): SchemaObject {
  if (!isRecord(node)) return node === false ? NOTHING : ANYTHING;
  const isResource = spot.keyword !== "" && isIdentifier(node.$id);
  const here: Spot = isResource ? { ...spot, foreign: true } : spot;
  const modern = translateDraft(node, walk.draft);
  const spelled: Record<string, unknown> = {};
  for (const keyword of carriedKeywords(modern)) {
    const value = modern[keyword];
    if (value === undefined || keyword === "$defs") continue;
    const copied =
      keyword === "$ref" ? followed(value, here, walk) : copy({ keyword, value, here, walk });
    if (copied !== undefined) spelled[keyword] = copied;
  }
  const lost = walk.draft === "2020-12" ? "$dynamicRef" : "$recursiveRef";
  if (typeof modern[lost] === "string" && walk.draft !== "draft-07") {
    walk.lost.push({ path: pathOf(here), keyword: lost });
  }
  // OpenAI refuses an array that says nothing of its items.
  const isBare = isArrayType(modern.type) && spelled.items === undefined && !tracksItems(walk);
  return isBare ? inOrder({ ...spelled, items: ANYTHING }) : spelled;
}

function pathOf({ above, keyword, name }: Spot): string {
  const before = above === null ? "" : pathOf(above);
  const step = keyword === "" ? "" : `/${keyword}`;
  return `${before}${step}${name === null ? "" : pointerStep(name)}`;
}

interface Copying {
  readonly keyword: string;
  readonly value: unknown;
  readonly here: Spot;
  readonly walk: Walk;
}

function copy({ keyword, value, here, walk }: Copying): unknown {
  const below = (child: unknown, name: string | null): SchemaObject =>
    respell(child, { above: here, keyword, name, foreign: here.foreign }, walk);
  switch (KEYWORDS.get(keyword)) {
    case "schema":
      return below(value, null);
    case "either":
      return typeof value === "boolean" ? value : below(value, null);
    case "list":
      return Array.isArray(value)
        ? value.map((child, index) => below(child, `${index}`))
        : undefined;
    case "map":
      return isRecord(value) ? copyMap(value, below) : undefined;
    default:
      // The document may be its owner's; what is taken from it as a value is a copy.
      return PRIMITIVES.has(typeof value) ? value : (JSON.parse(JSON.stringify(value)) as unknown);
  }
}

function copyMap(
  map: SchemaObject,
  below: (child: unknown, name: string) => SchemaObject,
): SchemaObject {
  const names = Object.keys(map);
  if (names.includes("__proto__")) {
    return Object.fromEntries(names.map((name) => [name, below(map[name], name)]));
  }
  // As above, without a pair for each member.
  const copied: Record<string, SchemaObject> = {};
  for (const name of names) copied[name] = below(map[name], name);
  return copied;
}

/** The reference in its new spelling; the target waits its turn, so recursion needs no special case. */
function followed(reference: unknown, here: Spot, walk: Walk): string | undefined {
  const found =
    typeof reference === "string" && !here.foreign
      ? findTarget(reference, walk.document)
      : undefined;
  if (found === undefined) {
    walk.lost.push({ path: pathOf(here), keyword: "$ref" });
    return undefined;
  }
  const pointer = found.steps.map(pointerStep).join("");
  let name = walk.names.get(pointer);
  if (name === undefined) {
    name = definitionName(found.steps, new Set(walk.names.values()));
    walk.names.set(pointer, name);
    walk.waiting.push({ name, target: found.target, foreign: found.foreign });
  }
  return `#/$defs${pointerStep(name)}`;
}

/** `Foo` for `#/$defs/Foo`, the steps joined for another place; plain characters, and unique. */
function definitionName(steps: readonly string[], taken: ReadonlySet<string>): string {
  if (steps.length === 0) return definitionName(["$defs", "root"], taken);
  const isDefinition = steps.length === 2 && /^(?:\$defs|definitions)$/.test(steps[0] ?? "");
  const text = isDefinition ? (steps[1] ?? "") : steps.join("_");
  const plain = text.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 64) || "_";
  let name = plain;
  for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
  return name;
}

function isArrayType(type: unknown): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

function tracksItems(walk: Walk): boolean {
  walk.tracksItems ??= JSON.stringify(walk.document).includes('"unevaluatedItems"');
  return walk.tracksItems;
}

function isIdentifier(id: unknown): boolean {
  return typeof id === "string" && !id.startsWith("#") && id !== "";
}
