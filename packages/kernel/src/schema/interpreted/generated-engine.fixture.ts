import { Ajv as AjvDraft07, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { findFormat, formatNames } from "../formats/find-format.ts";
import {
  type CompiledSchema,
  type CompileOptions,
  type CompileResult,
  MAX_FAULTS,
  type SchemaDialect,
  type SchemaDocument,
  type SchemaEngine,
  type SchemaFault,
} from "./document/schema-engine.ts";
import { createInterpretedEngine } from "./interpreted-engine.ts";
import { isMultipleOf } from "./keywords/compile-number.ts";
import { escapeSegment } from "./run/run-check.ts";

// The oracle of our engine: Ajv, the most used validator, behind the same interface. It turns a schema into code, so it
// judges schemas in tests and measurements only. Ajv gives the verdict; the words are ours, because its own list of all
// errors has no bound. A schema with keywords that Ajv is known to judge wrongly ($dynamicRef, unevaluated…, contains, a
// property named __proto__) is given to our engine whole, so on those the public suite is the only oracle.

type Validator = AjvDraft07 | Ajv2020;

export function createGeneratedEngine(): SchemaEngine {
  const shared = new Map<string, Validator>();
  const describer = createInterpretedEngine();
  return {
    compile(schema: SchemaDocument, options: CompileOptions = {}): CompileResult {
      try {
        if (isBeyondAjv(schema)) {
          return describer.compile(schema, options);
        }
        const ajv = chooseValidator(schema, options, shared);
        const validate = ajv.compile(schema as Record<string, unknown>);
        // Ajv keeps every schema it has seen; the caller keeps the result of this one.
        ajv.removeSchema(schema as Record<string, unknown>);
        if ("$async" in validate) {
          return { ok: false, message: "the schema is asynchronous" };
        }
        return {
          ok: true,
          schema: { validate: judgeWith(validate, () => describer.compile(schema, options)) },
        };
      } catch (error) {
        return { ok: false, message: `the schema cannot be used: ${errorText(error)}` };
      }
    },
  };
}

function judgeWith(
  validate: ValidateFunction,
  compileOther: () => CompileResult,
): CompiledSchema["validate"] {
  let other: CompileResult | undefined;
  const second = (value: unknown): readonly SchemaFault[] | null | undefined => {
    other ??= compileOther();
    return other.ok ? other.schema.validate(value) : undefined;
  };
  return (value) => {
    try {
      if (validate(value)) {
        return null;
      }
    } catch {
      // Ajv compares deeply with a library that stumbles over members such as "toString".
      const verdict = second(value);
      return verdict === undefined ? [CANNOT_VALIDATE] : verdict;
    }
    const errors = validate.errors ?? [];
    return second(value) ?? errors.slice(0, MAX_FAULTS).map(toFault);
  };
}

const CANNOT_VALIDATE: SchemaFault = {
  path: "",
  keyword: "schema",
  message: "cannot be validated",
};

/** For schemas that the other engine cannot read, such as those with lookahead in a pattern. */
function toFault(error: ErrorObject): SchemaFault {
  const { instancePath, keyword, params } = error;
  const missing: unknown = params.missingProperty;
  const unknown: unknown = params.additionalProperty;
  if (typeof missing === "string") {
    return { path: `${instancePath}/${escapeSegment(missing)}`, keyword, message: "missing" };
  }
  if (typeof unknown === "string") {
    const path = `${instancePath}/${escapeSegment(unknown)}`;
    return { path, keyword, message: "unknown property" };
  }
  return { path: instancePath, keyword, message: error.message ?? "is not valid" };
}

const BEYOND_AJV: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "$dynamicAnchor",
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
  "__proto__",
]);

function isBeyondAjv(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) {
    return typeof schema === "boolean";
  }
  if (Array.isArray(schema)) {
    return schema.some((item) => typeof item === "object" && isBeyondAjv(item));
  }
  return Object.entries(schema).some(
    ([name, value]) => BEYOND_AJV.has(name) || (typeof value === "object" && isBeyondAjv(value)),
  );
}

function chooseValidator(
  schema: SchemaDocument,
  options: CompileOptions,
  shared: Map<string, Validator>,
): Validator {
  const dialect = dialectOf(schema) ?? options.dialect ?? "2020-12";
  if (options.remotes !== undefined) {
    // Registered schemas belong to this one compilation and must not be seen by the next.
    const own = createValidator(dialect, options);
    for (const [uri, remote] of Object.entries(options.remotes)) {
      addRemote(own, uri, remote);
    }
    return own;
  }
  const key = `${dialect} ${options.formats}`;
  const ajv = shared.get(key) ?? createValidator(dialect, options);
  shared.set(key, ajv);
  return ajv;
}

function addRemote(ajv: Validator, uri: string, remote: unknown): void {
  try {
    ajv.addSchema(remote as Record<string, unknown>, uri, false, false);
  } catch {
    // As good as not registered: a schema that refers to it fails because it is not there.
  }
}

function dialectOf(schema: SchemaDocument): SchemaDialect | undefined {
  const uri = typeof schema === "boolean" ? undefined : schema.$schema;
  if (typeof uri !== "string") {
    return undefined;
  }
  return /^https?:\/\/json-schema\.org\/draft-0[4-7]\/schema#?$/.test(uri) ? "draft-07" : "2020-12";
}

function createValidator(dialect: SchemaDialect, options: CompileOptions): Validator {
  const settings: Options = {
    strict: false,
    logger: false,
    // Inherited members are not members: "constructor" is missing from {}.
    ownProperties: true,
    validateFormats: options.formats !== "annotate",
  };
  const ajv = dialect === "draft-07" ? new AjvDraft07(settings) : new Ajv2020(settings);
  // Its bookkeeping for unevaluated… breaks some schemas that hold none, and those that do go elsewhere.
  ajv.opts.unevaluated = false;
  // Ajv divides in binary, where 0.3 is no multiple of 0.1.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
  });
  addFormats(ajv);
  return ajv;
}

function addFormats(ajv: Validator): void {
  for (const name of formatNames) {
    const format = findFormat(name);
    if (format !== undefined) {
      ajv.addFormat(
        name,
        format.type === "number"
          ? { type: "number", validate: format.test }
          : { type: "string", validate: format.test },
      );
    }
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : "it does not compile";
}
