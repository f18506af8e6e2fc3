/** File → the files it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Each ring of imports once, as a path that returns to its first file. Tarjan's components name the
 * files that reach each other; inside one, a shortest walk back gives the ring a person can follow.
 */
export function findRings(graph: ImportGraph): readonly (readonly string[])[] {
  return findComponents(graph).flatMap((component) => {
    const first = component[0];
    if (first === undefined) return [];
    const ring = walkBack(graph, first, new Set(component));
    return ring === undefined ? [] : [ring];
  });
}

function walkBack(
  graph: ImportGraph,
  first: string,
  inside: ReadonlySet<string>,
): readonly string[] | undefined {
  const queue: (readonly string[])[] = [[first]];
  const seen = new Set<string>();
  for (const path of queue) {
    for (const next of graph.get(path.at(-1) ?? "") ?? []) {
      if (next === first) return [...path, first];
      if (!inside.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  }
  return undefined;
}

interface Visit {
  readonly graph: ImportGraph;
  readonly index: Map<string, number>;
  readonly low: Map<string, number>;
  readonly stack: string[];
  readonly components: string[][];
}

function findComponents(graph: ImportGraph): readonly (readonly string[])[] {
  const visit: Visit = { graph, index: new Map(), low: new Map(), stack: [], components: [] };
  for (const file of [...graph.keys()].sort()) if (!visit.index.has(file)) enter(visit, file);
  return visit.components.map((component) => component.sort());
}

function enter(visit: Visit, file: string): void {
  const index = visit.index.size;
  visit.index.set(file, index);
  visit.low.set(file, index);
  visit.stack.push(file);
  for (const next of visit.graph.get(file) ?? []) {
    if (!visit.graph.has(next)) continue;
    if (!visit.index.has(next)) enter(visit, next);
    else if (!visit.stack.includes(next)) continue;
    visit.low.set(file, Math.min(visit.low.get(file) ?? index, visit.low.get(next) ?? index));
  }
  if (visit.low.get(file) !== index) return;
  visit.components.push(visit.stack.splice(visit.stack.indexOf(file)));
}
