/** The start of the conditions that only a checkout can use: they lead to sources and to what a test run builds. */
const OURS = "@toolplane/";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Gives a manifest as it is published: its maps of exports and imports without our own conditions. An entry that has no other
 * condition serves our tests and is left out.
 */
export function stripConditions(manifest: Fields): Fields {
  return Object.fromEntries(
    Object.entries(manifest).map(([field, value]) => [
      field,
      field === "exports" || field === "imports" ? stripMap(value) : value,
    ]),
  );
}

/** Keys of the map itself are entries (`./record`, `#holder`); those below an entry are conditions. */
function stripMap(map: unknown): unknown {
  if (!isMap(map)) return map;
  const entries = Object.entries(map).map(
    ([entry, target]) => [entry, stripTarget(target)] as const,
  );
  return Object.fromEntries(entries.filter(([, target]) => target !== undefined));
}

function stripTarget(target: unknown): unknown {
  if (!isMap(target)) return target;
  const left = Object.entries(target)
    .filter(([condition]) => !condition.startsWith(OURS))
    .map(([condition, below]) => [condition, stripTarget(below)] as const)
    .filter(([, below]) => below !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
