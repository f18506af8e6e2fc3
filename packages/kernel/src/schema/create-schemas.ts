import { createHash } from "node:crypto";
import type {
  CompileOptions,
  CompileResult,
  SchemaDocument,
} from "./interpreted/document/schema-engine.ts";
import { createInterpretedEngine } from "./interpreted/interpreted-engine.ts";

// One engine reads every schema, ours and strangers' alike: no schema becomes code, no pattern backtracks.
// Compiled once: the object is looked up first, its content second (ten thousand tools of one
// server share few schemas). What is compiled is a copy made from the schema's JSON, so a schema that
// is changed later, or that answers differently each time it is read, changes nothing.

export interface Schemas {
  /** Never throws. The same schema and options give the same compiled schema. */
  compile(schema: SchemaDocument, options?: CompileOptions): CompileResult;
}

/** Texts longer than this are not even parsed; the engine has its own, lower bound. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_KEPT = 10_000;

export function createSchemas(): Schemas {
  const interpreted = createInterpretedEngine();
  const byObject = new Map<string, WeakMap<object, CompileResult>>();
  const byContent = new Map<string, CompileResult>();

  const compileText = (text: string, options: CompileOptions): CompileResult =>
    interpreted.compile(JSON.parse(text) as SchemaDocument, options);

  const compileContent = (schema: object, kind: string, options: CompileOptions): CompileResult => {
    const text = schemaText(schema);
    if (text === undefined) {
      return { ok: false, message: "the schema is not JSON, or is too large" };
    }
    if (options.remotes !== undefined) {
      return compileText(text, options);
    }
    const key = createHash("sha256").update(kind).update(text).digest("base64");
    const result = byContent.get(key) ?? compileText(text, options);
    keep(byContent, key, result);
    return result;
  };

  return {
    compile(schema, options = {}) {
      if (typeof schema !== "object" || schema === null) {
        return interpreted.compile(schema);
      }
      const kind = `${options.dialect} ${options.formats}`;
      const known = byObject.get(kind) ?? new WeakMap<object, CompileResult>();
      byObject.set(kind, known);
      const found = options.remotes === undefined ? known.get(schema) : undefined;
      const result = found ?? compileContent(schema, kind, options);
      if (found === undefined && options.remotes === undefined) {
        known.set(schema, result);
      }
      return result;
    },
  };
}

function schemaText(schema: object): string | undefined {
  try {
    const text = JSON.stringify(schema);
    return text.length > MAX_TEXT ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Drops the oldest entry when there are too many; its users still find it by object. */
function keep(kept: Map<string, CompileResult>, key: string, result: CompileResult): void {
  kept.set(key, result);
  if (kept.size > MAX_KEPT) {
    const [oldest] = kept.keys();
    kept.delete(oldest ?? key);
  }
}
