/**
 * The schema for OpenAI's strict mode, in which the decoder enforces it: every property required, every object closed, only
 * keywords that are documented. What cannot be said so goes into words and is noted as lost; the road still checks it. Where
 * saying it would take a use of the tool away (a map, a free form, a value of any type, too deep a nesting), the answer is a
 * reason, and the tool is sent without strict.
 *
 * The promise: a value that this schema accepts, taken back by its plan, is accepted by the original without the lost
 * keywords. With nothing lost that is the original itself.
 */

import { joinTexts } from "../portable/portable-schema.ts";
import { inOrder } from "../shape/keywords.ts";
import type { ModernDocument } from "../shape/modern-schema.ts";
import type { RestorePlan } from "../shape/restore-arguments.ts";
import { rootShape } from "../shape/root-shape.ts";
import type { LostKeyword, Place, SchemaObject } from "../shape/schema-place.ts";
import { lose, REFUSED, type StrictContext, type StrictNode } from "./strict-context.ts";
import { strictLimitFault } from "./strict-limits.ts";
import { strictNode } from "./strict-node.ts";
import { strictObject } from "./strict-object.ts";

/** A strict schema with its way back, or why there is none. */
export type StrictOutcome =
  | {
      readonly ok: true;
      readonly schema: SchemaObject;
      readonly lost: readonly LostKeyword[];
      readonly plan: RestorePlan | null;
      readonly plans: ReadonlyMap<string, RestorePlan | null>;
    }
  | { readonly ok: false; readonly reason: string };

/** Units of work; a reference beside other keywords is written out, and definitions can be so many times over. */
const MAX_WORK = 20_000;

interface Running extends StrictContext {
  readonly waiting: string[];
  reason: string | null;
}

/** Projects a document for strict mode. */
export function strictSchema(document: ModernDocument): StrictOutcome {
  const context = createContext(document);
  const root = rootShape(document);
  if (!root.ok) return root;
  context.lost.push(...document.lost, ...root.lost);
  const notes: string[] = [];
  for (const place of root.parts) {
    if (place.schema.if !== undefined) lose(context, notes, { place, keyword: "if" });
  }
  const node = strictObject({ parts: root.parts, context, notes }, root);
  if (node === null) return { ok: false, reason: "its schema accepts nothing" };
  const defs = projectDefinitions(context);
  if (context.reason !== null) return { ok: false, reason: context.reason };
  const told = notes.length > 0 ? [`Must also hold: ${notes.join(", ")}.`] : [];
  const description = joinTexts(root.annotations.description, [...root.notes, ...told]);
  const schema = inOrder({
    ...node.schema,
    description,
    ...(defs.size > 0
      ? { $defs: Object.fromEntries([...defs].map(([name, { schema: own }]) => [name, own])) }
      : {}),
  });
  const fault = strictLimitFault(schema);
  if (fault !== null) return { ok: false, reason: fault };
  const plans = new Map([...defs].map(([name, { plan }]) => [name, plan]));
  return { ok: true, schema, lost: withoutRepeats(context.lost), plan: node.plan, plans };
}

function createContext(document: ModernDocument): Running {
  const enter = createGuard();
  const typeSchemas = new Map<string, SchemaObject>();
  const needed = new Set<string>();
  let work = 0;
  const context: Running = {
    document,
    lost: [],
    waiting: [],
    reason: null,
    refuse(reason) {
      context.reason ??= reason;
    },
    charge(units) {
      work += units;
      if (work > MAX_WORK) context.refuse("is too large to be written out");
    },
    need(name) {
      if (needed.has(name)) return;
      needed.add(name);
      context.waiting.push(name);
    },
    typeSchema(types) {
      const text = [...types].join(" ");
      const schema = typeSchemas.get(text) ?? { type: [...types] };
      typeSchemas.set(text, schema);
      return schema;
    },
    project(places) {
      const leave = enter(places);
      context.charge(places.length);
      if (leave === null) context.refuse("refers to itself beside other keywords");
      // Once refused the rest is not worth looking at, and looking might not end.
      if (leave === null || context.reason !== null) return REFUSED;
      const node = strictNode(places, context);
      leave();
      return node;
    },
  };
  return context;
}

/** Sees when the same schemas are met inside themselves: then the answer is null. */
function createGuard(): (places: readonly Place[]) => (() => void) | null {
  const ids = new Map<SchemaObject, number>();
  const active = new Set<string>();
  return (places) => {
    const key = places
      .map(({ schema }) => {
        const id = ids.get(schema) ?? ids.size;
        ids.set(schema, id);
        return id;
      })
      .join(" ");
    if (active.has(key)) return null;
    active.add(key);
    return () => active.delete(key);
  };
}

/** Every definition that is reached, also from other definitions. */
function projectDefinitions(context: Running): ReadonlyMap<string, StrictNode> {
  const defs = new Map<string, StrictNode>();
  for (let name = context.waiting.shift(); name !== undefined; name = context.waiting.shift()) {
    const schema = context.document.defs.get(name);
    const node = schema && context.project([{ schema, path: `/$defs/${name}` }]);
    if (!node) context.refuse("refers to a schema that accepts nothing");
    else if (node.schema.$ref === `#/$defs/${name}`)
      context.refuse("refers to itself and nothing else");
    else defs.set(name, node);
  }
  return defs;
}

function withoutRepeats(lost: readonly LostKeyword[]): readonly LostKeyword[] {
  const byText = new Map(lost.map((entry) => [JSON.stringify(entry), entry]));
  return [...byText.values()];
}
