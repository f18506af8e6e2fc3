/**
 * A large description in short, for tests: every operation with its parameters and body, and what these refer to. What the API
 * answers, examples and prose are left out: they make no tool.
 */

type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value };
type Group = Readonly<Record<string, Value>>;

interface Description {
  readonly openapi: string;
  readonly info: Group;
  readonly servers: Value;
  readonly paths: Readonly<Record<string, Group>>;
  readonly components: Readonly<Record<string, Group>>;
}

const KEPT = ["operationId", "summary", "tags", "parameters", "requestBody"];
/** Of a schema or a parameter. */
const PROSE = ["description", "title", "example", "examples", "externalDocs"];

export function shortenDescription(whole: Description): Description {
  const { openapi, info, servers } = whole;
  const paths = Object.fromEntries(
    Object.entries(whole.paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([name, part]) => [name, shortPart(part)])),
    ]),
  );
  const components: Record<string, Record<string, Value>> = {};
  const follow = (value: Value): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Group;
    const [, , kind = "", name = ""] = typeof $ref === "string" ? $ref.split("/") : [];
    const target = whole.components[kind]?.[name];
    if (target !== undefined && components[kind]?.[name] === undefined) {
      const short = withoutProse(target);
      components[kind] = { ...components[kind], [name]: short };
      follow(short);
    }
    for (const inner of Object.values(value)) follow(inner);
  };
  follow(paths);
  return { openapi, info, servers, paths, components };
}

function shortPart(part: Value): Value {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part).filter(([name]) => KEPT.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutProse(value)]));
}

function withoutProse(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PROSE.includes(name))
      .map(([name, inner]) => [
        name,
        name === "properties" ? membersOf(inner) : withoutProse(inner),
      ]),
  );
}

/** Names of properties are no keywords. */
function membersOf(value: Value): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutProse(inner)]),
  );
}
