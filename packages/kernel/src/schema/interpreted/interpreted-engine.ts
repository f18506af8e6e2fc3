import { createLinearPattern } from "../pattern/create-linear-pattern.ts";
import { compileSchema } from "./compile-schema.ts";
import { standardDialect } from "./document/dialect.ts";
import { defaultSchemaLimits, type SchemaLimits } from "./document/measure-schema.ts";
import { createRegistry, type Registry } from "./document/registry.ts";
import { isSchemaRejection, rejectSchema } from "./document/reject-schema.ts";
import type {
  CompiledSchema,
  CompileOptions,
  CompileResult,
  SchemaDocument,
  SchemaEngine,
} from "./document/schema-engine.ts";
import {
  isSchemaObject,
  type SchemaObject,
  type SchemaResource,
} from "./document/schema-resource.ts";
import {
  type Compilation,
  enterResource,
  type Matcher,
  pathOf,
  type SchemaNode,
} from "./run/compilation.ts";
import { type Check, spend } from "./run/run.ts";
import { createRun, runCheck } from "./run/run-check.ts";

// The engine for schemas from strangers (MCP servers, OpenAPI files, project files). A schema
// becomes a tree of closures: no code is generated from it, no pattern can backtrack, nothing is
// fetched. Size, depth, compile work and validation work are counted, so a hostile schema or value
// is refused at the same point on every machine, and the process never hangs on one.

/** RE2 may look at each character once for each instruction; so many looks are one step. */
const LOOKS_PER_STEP = 16;
/** Making an RE2 instruction takes about as long as compiling ten keywords; paid at the first text. */
const WORK_PER_INSTRUCTION = 10;

export function createInterpretedEngine(limits: SchemaLimits = defaultSchemaLimits): SchemaEngine {
  return {
    compile(schema: SchemaDocument, options: CompileOptions = {}): CompileResult {
      try {
        return { ok: true, schema: compileDocument(schema, options, limits) };
      } catch (error) {
        return { ok: false, message: failureMessage(error) };
      }
    },
  };
}

function failureMessage(error: unknown): string {
  return isSchemaRejection(error) ? error.message : "the schema cannot be read";
}

function compileDocument(
  document: SchemaDocument,
  options: CompileOptions,
  limits: SchemaLimits,
): CompiledSchema {
  if (typeof document !== "boolean" && !isSchemaObject(document)) {
    rejectSchema("", "is not an object or a boolean");
  }
  const registry = createRegistry({
    document,
    remotes: options.remotes ?? {},
    dialect: standardDialect(options.dialect ?? "2020-12"),
    limits,
  });
  const { root } = registry;
  if (typeof document === "boolean") {
    const faults = [{ path: "", keyword: "false schema", message: "no value is allowed" }];
    return { validate: () => (document ? null : faults) };
  }
  const compilation = createCompilation(registry, options, limits);
  const node: SchemaNode = { schema: document, resource: root, parent: null, key: "" };
  const check = enterResource(compilation.compile(node), root);
  const { maxSteps } = limits;
  const reuse = { run: createRun(maxSteps), maxSteps };
  return { validate: (value) => runCheck(check, value, reuse) };
}

function createCompilation(
  registry: Registry,
  options: CompileOptions,
  limits: SchemaLimits,
): Compilation {
  const compiled = new Map<SchemaResource, Map<SchemaObject, Check>>();
  const matchers = new Map<string, Matcher>();
  let work = 0;
  const compilation: Compilation = {
    registry,
    assertsFormats: options.formats !== "annotate",
    charge(units) {
      work += units;
      if (work > limits.maxWork) {
        rejectSchema("", "takes too much work to prepare");
      }
    },
    compile(node) {
      const known = compiled.get(node.resource) ?? new Map<SchemaObject, Check>();
      compiled.set(node.resource, known);
      const check = known.get(node.schema) ?? compileSchema(node, compilation);
      known.set(node.schema, check);
      return check;
    },
    matcher(source, node) {
      const matcher = matchers.get(source) ?? createMatcher(source, node, compilation);
      matchers.set(source, matcher);
      return matcher;
    },
  };
  return compilation;
}

function createMatcher(source: string, node: SchemaNode, compilation: Compilation): Matcher {
  const pattern = createLinearPattern(source);
  if (!pattern.ok) {
    return rejectSchema(pathOf(node), `has a pattern that ${pattern.message}`);
  }
  const { size, test } = pattern;
  compilation.charge(size);
  let isMade = false;
  return (text, run) => {
    if (!isMade) {
      compilation.charge(size * WORK_PER_INSTRUCTION);
      isMade = true;
    }
    spend(run, 1 + Math.floor((text.length * size) / LOOKS_PER_STEP));
    return test(text);
  };
}
