import { withoutFragment } from "./resolve-uri.ts";
import type { SchemaDialect } from "./schema-engine.ts";

/** How the keywords of one schema resource are read. */
export interface Dialect {
  readonly draft: "2020-12" | "2019-09" | "draft-07";
  /** False when a custom metaschema leaves the validation vocabulary out. */
  readonly hasValidation: boolean;
  /** True when a custom metaschema asks for formats to be asserted. */
  readonly assertsFormats: boolean;
}

const drafts: Readonly<Record<Dialect["draft"], Dialect>> = {
  "2020-12": { draft: "2020-12", hasValidation: true, assertsFormats: false },
  "2019-09": { draft: "2019-09", hasValidation: true, assertsFormats: false },
  "draft-07": { draft: "draft-07", hasValidation: true, assertsFormats: false },
};

export function standardDialect(dialect: SchemaDialect): Dialect {
  return drafts[dialect];
}

/**
 * The dialect that `$schema` names. A custom metaschema is looked up and its `$vocabulary` read; an
 * unknown one changes nothing, because refusing it would refuse schemas that are otherwise plain.
 */
export function readDialect(
  metaschema: unknown,
  fallback: Dialect,
  lookUp: (uri: string) => unknown,
): Dialect {
  if (typeof metaschema !== "string") {
    return fallback;
  }
  const uri = withoutFragment(metaschema);
  return knownDialect(uri) ?? customDialect(lookUp(uri), fallback);
}

function knownDialect(uri: string): Dialect | undefined {
  const name = /^https?:\/\/json-schema\.org\/(draft[-/][0-9-]+)\/schema$/.exec(uri)?.[1];
  switch (name) {
    case "draft/2020-12":
      return drafts["2020-12"];
    case "draft/2019-09":
      return drafts["2019-09"];
    case "draft-07":
    case "draft-06":
    case "draft-04":
      return drafts["draft-07"];
    default:
      return undefined;
  }
}

function customDialect(metaschema: unknown, fallback: Dialect): Dialect {
  if (typeof metaschema !== "object" || metaschema === null) {
    return fallback;
  }
  const { $schema, $vocabulary } = metaschema as Record<string, unknown>;
  const base = (typeof $schema === "string" && knownDialect(withoutFragment($schema))) || fallback;
  if (typeof $vocabulary !== "object" || $vocabulary === null) {
    return base;
  }
  const names = Object.keys($vocabulary);
  return {
    draft: base.draft,
    hasValidation: names.some((name) => name.endsWith("/vocab/validation")),
    assertsFormats: names.some((name) => name.endsWith("/vocab/format-assertion")),
  };
}
