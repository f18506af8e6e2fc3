/**
 * One schema for one target, worked out once. A tool's schema is frozen, so what was made of it is kept beside it for as long as
 * the tool lives. What is projected shares nothing with the original; a schema that the road could not compile is no schema for
 * a model either.
 */
import type { Json, JsonObject, JsonSchema } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import type { SchemaEngine } from "../../schema/interpreted/document/schema-engine.ts";
import { createInterpretedEngine } from "../../schema/interpreted/interpreted-engine.ts";
import { mcpSchema } from "./mcp-schema.ts";
import { portableSchema } from "./portable/portable-schema.ts";
import { renameProperties } from "./portable/rename-properties.ts";
import { type ModernDocument, modernSchema } from "./shape/modern-schema.ts";
import { restoreArguments } from "./shape/restore-arguments.ts";
import type { LostKeyword, SchemaObject } from "./shape/schema-place.ts";
import { type StrictOutcome, strictSchema } from "./strict/strict-schema.ts";

/** `portable` is for Anthropic and for the AI SDK, which may use any provider. */
export type SchemaTarget = "openai" | "openai-strict" | "portable" | "mcp";

/** A schema as one target gets it. */
export interface ProjectedSchema {
  readonly ok: true;
  /** Frozen all the way down. */
  readonly schema: SchemaObject;
  readonly lost: readonly LostKeyword[];
  readonly strict: boolean;
  /** Why a strict projection was asked for and not made. */
  readonly relaxed: string | null;
  /** The arguments that the model sent as the original schema means them. */
  readonly restore: (args: JsonObject) => JsonObject;
  /** Restoring changes nothing, so text need not be parsed for it. */
  readonly isIdentity: boolean;
}

/** A projected schema, or why the tool cannot be offered. */
export type ProjectSchemaResult = ProjectedSchema | { readonly ok: false; readonly reason: string };

const engine: SchemaEngine = createInterpretedEngine();
/**
 * The only thing here that outlives a call, seen only in the time it saves: an entry hangs on a schema in which nothing
 * can change any more, the answer follows from that schema and the target alone, and both go when the tool goes.
 */
const memo: WeakMap<object, Map<SchemaTarget, ProjectSchemaResult>> = new WeakMap();

/** Definitions of more characters than this are not compiled ahead. */
const MAX_EAGER_CHARS = 200_000;

/** Projects a parameters schema. Never throws. */
export function projectSchema(schema: JsonSchema, target: SchemaTarget): ProjectSchemaResult {
  if (!isRecord(schema)) return project(schema, target);
  const kept = memo.get(schema);
  const found = kept?.get(target);
  if (found !== undefined) return found;
  const made = project(schema, target);
  if (kept !== undefined) kept.set(target, made);
  else if (isFrozenDeep(schema, 0)) memo.set(schema, new Map([[target, made]]));
  return made;
}

/** Deeper than any schema that compiles; what is nested deeper, or in itself, is worked out each time. */
const MAX_DEPTH = 200;

function isFrozenDeep(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth > MAX_DEPTH || !Object.isFrozen(value)) return false;
  return Object.values(value).every((member) => isFrozenDeep(member, depth + 1));
}

function project(schema: JsonSchema, target: SchemaTarget): ProjectSchemaResult {
  const document = schema === true ? {} : schema;
  if (!isRecord(document)) return { ok: false, reason: "its schema accepts nothing" };
  try {
    const compiled = engine.compile(document);
    if (!compiled.ok) return unusable(compiled.message);
    const modern = modernSchema(document);
    const fault = definitionFault(modern);
    if (fault !== null) return unusable(fault);
    return target === "mcp" ? projectMcp(document, modern) : projectModern(modern, target);
  } catch {
    return { ok: false, reason: "its schema is not JSON" };
  }
}

function projectModern(modern: ModernDocument, target: SchemaTarget): ProjectSchemaResult {
  const strict = target === "openai-strict" ? strictSchema(modern) : null;
  if (strict?.ok) return finish(strict, { strict: true, restore: restoreStrict(strict) });
  const outcome = portableSchema(modern);
  const renamed =
    target === "portable" ? renameProperties(outcome) : { ...outcome, originals: null };
  if (!renamed.ok) return renamed;
  const originals = renamed.originals ?? null;
  return finish(renamed, {
    strict: false,
    relaxed: strict === null ? null : strict.reason,
    restore: originals === null ? identity : (args) => restoreNames(args, originals),
  });
}

function unusable(message: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `its schema cannot be used: ${message}` };
}

/**
 * The engine compiles what a reference points to when a value first reaches it; a model should not be the one to find out. All
 * definitions are compiled as one schema, because each alone would be measured with all the others.
 */
function definitionFault({ defs }: ModernDocument): string | null {
  if (defs.size === 0) return null;
  const document = { anyOf: [...defs.values()], $defs: Object.fromEntries(defs) };
  // Twice the text may be over the engine's bound where once is not; such a giant is found out late.
  if (JSON.stringify(document).length > MAX_EAGER_CHARS) return null;
  const compiled = engine.compile(document);
  return compiled.ok ? null : compiled.message;
}

function projectMcp(document: SchemaObject, modern: ModernDocument): ProjectSchemaResult {
  // A root that gets another type must not be what the schema below refers to.
  const isRespelled = modern.isRecursive && document.type !== "object";
  const schema = mcpSchema(
    isRespelled
      ? { ...modern.root, $defs: Object.fromEntries(modern.defs) }
      : (JSON.parse(JSON.stringify(document)) as SchemaObject),
  );
  if (schema === null) return { ok: false, reason: "its arguments are not an object" };
  const lost = isRespelled ? modern.lost : [];
  return finish({ schema, lost }, { strict: false, restore: identity });
}

function finish(
  { schema, lost }: { readonly schema: SchemaObject; readonly lost: readonly LostKeyword[] },
  rest: Pick<ProjectedSchema, "strict" | "restore"> & { readonly relaxed?: string | null },
): ProjectedSchema {
  const isIdentity = rest.restore === identity;
  return { ok: true, schema: freezeDeep(schema), lost, relaxed: null, isIdentity, ...rest };
}

function identity(args: JsonObject): JsonObject {
  return args;
}

function restoreNames(args: JsonObject, originals: ReadonlyMap<string, string>): JsonObject {
  const names = Object.keys(args);
  // Both spellings at once: the schema shown to the model forbids it, and the road shall say so.
  if (names.some((name) => originals.has(name) && Object.hasOwn(args, originals.get(name) ?? "")))
    return args;
  return Object.fromEntries(names.map((name) => [originals.get(name) ?? name, args[name] as Json]));
}

function restoreStrict({
  schema,
  plan,
  plans,
}: StrictOutcome & { readonly ok: true }): (args: JsonObject) => JsonObject {
  if (plan === null) return identity;
  const checks = new Map<SchemaObject, (value: Json) => boolean>();
  const accepts = (form: SchemaObject, value: Json): boolean => {
    const check = checks.get(form) ?? compileForm(form, schema.$defs);
    checks.set(form, check);
    return check(value);
  };
  return (args) => restoreArguments(args, plan, { plans, accepts }) as JsonObject;
}

function compileForm(form: SchemaObject, $defs: unknown): (value: Json) => boolean {
  const compiled = engine.compile({ ...form, $defs });
  return compiled.ok ? (value) => compiled.schema.validate(value) === null : () => false;
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
  return value;
}
