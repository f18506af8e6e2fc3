/**
 * A document in the one spelling that every projection starts from: 2020-12, known keywords only, in a fixed order, every
 * reference to `#/$defs/…`, and only the definitions that are reached. A reference to the whole document is one to a definition
 * too: a projection changes the root, and what refers to it must not change with it. It accepts exactly what the original
 * accepts, except where `lost` says that a reference could not be followed (anchors, dynamic references, other documents, resources
 * with an `$id` of their own): then that place accepts anything.
 */

import { findTarget } from "./find-target.ts";
import { KEYWORDS, type KeywordShape } from "./keywords.ts";
import { isRecord, type LostKeyword, pointerStep, type SchemaObject } from "./schema-place.ts";
import { type Draft, draftOf, translateDraft } from "./translate-draft.ts";

/** A document in one spelling. */
export interface ModernDocument {
  readonly root: SchemaObject;
  readonly defs: ReadonlyMap<string, SchemaObject>;
  readonly lost: readonly LostKeyword[];
}

interface Walk {
  readonly document: SchemaObject;
  readonly draft: Draft;
  /** Names of definitions by the pointer they stand for. */
  readonly names: Map<string, string>;
  readonly waiting: {
    readonly name: string;
    readonly target: unknown;
    readonly foreign: boolean;
  }[];
  readonly lost: LostKeyword[];
  /** Whether some schema asks which items others looked at; then `items: {}` would say something. */
  tracksItems: boolean | null;
}

/** Where the walk stands. Inside a resource of its own (`foreign`) a reference means something else. */
interface Spot {
  readonly path: string;
  readonly foreign: boolean;
}

const ANYTHING: SchemaObject = Object.freeze({});
const NOTHING: SchemaObject = Object.freeze({ not: ANYTHING });

/** Respells a document. It must be JSON and compile; then this neither throws nor loops. */
export function modernSchema(document: SchemaObject): ModernDocument {
  const walk: Walk = {
    document,
    draft: draftOf(document),
    names: new Map(),
    waiting: [],
    lost: [],
    tracksItems: null,
  };
  const root = respell(document, { path: "", foreign: false }, walk);
  const defs = new Map<string, SchemaObject>();
  for (let next = walk.waiting.shift(); next; next = walk.waiting.shift()) {
    const { name, target, foreign } = next;
    defs.set(name, respell(target, { path: `/$defs${pointerStep(name)}`, foreign }, walk));
  }
  return { root, defs, lost: walk.lost };
}

function respell(node: unknown, spot: Spot, walk: Walk): SchemaObject {
  if (!isRecord(node)) return node === false ? NOTHING : ANYTHING;
  const foreign = spot.foreign || (spot.path !== "" && isIdentifier(node.$id));
  const here: Spot = { path: spot.path, foreign };
  const modern = translateDraft(node, walk.draft);
  const spelled: Record<string, unknown> = {};
  for (const [keyword, shape] of KEYWORDS) {
    const value = modern[keyword];
    if (keyword === "items" && value === undefined && isArrayType(modern.type)) {
      // OpenAI refuses an array that says nothing of its items.
      if (!tracksItems(walk)) spelled.items = ANYTHING;
    }
    if (value === undefined || keyword === "$defs") continue;
    const copied =
      keyword === "$ref"
        ? followed(value, here, walk)
        : copy(shape, { keyword, value, here, walk });
    if (copied !== undefined) spelled[keyword] = copied;
  }
  const lost = walk.draft === "2020-12" ? "$dynamicRef" : "$recursiveRef";
  if (typeof modern[lost] === "string" && walk.draft !== "draft-07") {
    walk.lost.push({ path: spot.path, keyword: lost });
  }
  return spelled;
}

interface Copying {
  readonly keyword: string;
  readonly value: unknown;
  readonly here: Spot;
  readonly walk: Walk;
}

function copy(shape: KeywordShape, { keyword, value, here, walk }: Copying): unknown {
  const below = (child: unknown, step: string): SchemaObject =>
    respell(child, { ...here, path: `${here.path}/${keyword}${step}` }, walk);
  switch (shape) {
    case "value":
      return value;
    case "schema":
      return below(value, "");
    case "either":
      return typeof value === "boolean" ? value : below(value, "");
    case "list":
      return Array.isArray(value)
        ? value.map((child, index) => below(child, `/${index}`))
        : undefined;
    case "map":
      return isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, child]) => [name, below(child, pointerStep(name))]),
          )
        : undefined;
  }
}

/** The reference in its new spelling; the target waits its turn, so recursion needs no special case. */
function followed(reference: unknown, here: Spot, walk: Walk): string | undefined {
  const found =
    typeof reference === "string" && !here.foreign
      ? findTarget(reference, walk.document)
      : undefined;
  if (found === undefined) {
    walk.lost.push({ path: here.path, keyword: "$ref" });
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
