/**
 * Checks the headers in which a tool wants arguments repeated (`x-mcp-header`). The protocol says where such a mark may
 * be and what it may hold; a tool that breaks this must not be offered, because an intermediary could see something
 * else than the server.
 */
import { isRecord } from "@toolplane/readings";

const WISH = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ["string", "integer", "boolean"];
const MAX_DEPTH = 100;

/** Describes the fault of a schema's marks, or returns null. */
export function describeHeaderFault(schema: unknown): string | null {
  return visit(schema, { seen: new Set(), place: "top", depth: 0 });
}

interface Walk {
  readonly seen: Set<string>;
  /** Only properties of properties of the top may carry a wish. */
  readonly place: "top" | "property" | "elsewhere";
  readonly depth: number;
}

function visit(node: unknown, walk: Walk): string | null {
  if (typeof node !== "object" || node === null) return null;
  if (walk.depth > MAX_DEPTH) return "it is nested too deep";
  const next = { seen: walk.seen, depth: walk.depth + 1 };
  if (Array.isArray(node))
    return first(node, (item) => visit(item, { ...next, place: "elsewhere" }));
  const schema = node as Readonly<Record<string, unknown>>;
  const fault = Object.hasOwn(schema, WISH) ? judgeWish(schema, walk) : null;
  if (fault !== null) return fault;
  return first(Object.entries(schema), ([keyword, value]) => {
    if (keyword !== "properties" || !isRecord(value))
      return visit(value, { ...next, place: "elsewhere" });
    const place = walk.place === "elsewhere" ? "elsewhere" : "property";
    return first(Object.values(value), (property) => visit(property, { ...next, place }));
  });
}

function judgeWish(
  schema: Readonly<Record<string, unknown>>,
  { seen, place }: Walk,
): string | null {
  const name = schema[WISH];
  if (place !== "property") return `${WISH} stands where no argument is`;
  if (typeof name !== "string" || !TOKEN.test(name)) return `${WISH} names no header`;
  if (!TYPES.includes(schema.type)) return `${WISH} stands at a value that is no plain one`;
  if (seen.has(name.toLowerCase())) return `${WISH} names one header twice`;
  seen.add(name.toLowerCase());
  return null;
}

function first<T>(items: readonly T[], judge: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = judge(item);
    if (fault !== null) return fault;
  }
  return null;
}
