import { escapeHidden, nearestName } from "@toolplane/readings";
import { chooseBranch } from "./choose-branch.ts";
import type { SchemaDocument, SchemaFault } from "./interpreted/document/schema-engine.ts";
import { showName } from "./names/show-name.ts";

// Describes the faults of refused arguments to a model: short, in the order of the schema, naming arguments and what
// the schema wants of them. Values are never repeated, because they may be secrets and the text goes into records;
// names are, cut and with invisible characters escaped.

const MAX_FAULTS = 8;
const MAX_LENGTH = 2_000;
const MAX_SEGMENTS = 6;

/** One line for the model, without the leading "Invalid arguments: ". */
export function describeFaults(faults: readonly SchemaFault[], schema?: SchemaDocument): string {
  const nearest = faults.flatMap(chooseBranch);
  const texts = new Set(nearest.slice(0, MAX_FAULTS).map((fault) => describeFault(fault, schema)));
  const left = nearest.length - MAX_FAULTS;
  const text = [...texts].join("; ") + (left > 0 ? `; and ${left} more` : "");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…`.toWellFormed() : text;
}

function describeFault(fault: SchemaFault, schema: SchemaDocument | undefined): string {
  const segments = readPointer(fault.path);
  if (fault.message === "unknown property") {
    return describeUnknown(fault, segments, schema);
  }
  const place = showPath(segments);
  const message = escapeHidden(fault.message);
  return place === "" ? message : `${place}: ${message}`;
}

function describeUnknown(
  fault: SchemaFault,
  segments: readonly string[],
  schema: SchemaDocument | undefined,
): string {
  const name = segments.at(-1) ?? "";
  const around = showPath(segments.slice(0, -1));
  const known = fault.known ?? knownNames(schema, segments.slice(0, -1));
  const suggestion = nearestName(name, known);
  const hint = suggestion === null ? "" : ` (did you mean ${showName(suggestion)}?)`;
  return `unknown property ${showName(name)}${around === "" ? "" : ` in ${around}`}${hint}`;
}

function readPointer(path: string): readonly string[] {
  return path
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Renders a path as `filters[0].name`; a name that is no plain word is quoted. */
function showPath(segments: readonly string[]): string {
  const shown = segments.slice(-MAX_SEGMENTS).map((segment, index) => {
    if (/^\d{1,9}$/.test(segment)) {
      return `[${segment}]`;
    }
    const name = /^[A-Za-z_$][\w$-]{0,39}$/.test(segment) ? segment : showName(segment);
    return index === 0 ? name : `.${name}`;
  });
  return (segments.length > MAX_SEGMENTS ? "…" : "") + shown.join("");
}

/** The property names a schema declares at a path, as far as it can be followed without references. */
function knownNames(
  schema: SchemaDocument | undefined,
  segments: readonly string[],
): readonly string[] {
  let at: unknown = schema;
  for (const segment of segments) {
    at = /^\d+$/.test(segment) ? member(at, "items") : member(member(at, "properties"), segment);
  }
  const properties = member(at, "properties");
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
