/** Picks the operations that become tools. Words may hold `*`; a path without one means itself and everything below. */
import { ConfigurationError } from "@toolplane/contract";
import { codePoints, compileTextGlob, STAR } from "@toolplane/readings";
import type { ListedOperation } from "./list-operations.ts";

/** An operation is chosen when it fits every list that is given. */
export interface OperationFilter {
  readonly ids?: readonly string[];
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
}

export interface FilterOptions {
  readonly only?: OperationFilter;
  /** Left out, even when `only` names it. */
  readonly except?: OperationFilter;
}

type Test = (operation: ListedOperation) => boolean;

export function createOperationFilter({ only, except }: FilterOptions): Test {
  const wanted = only === undefined ? () => true : compile(only, "only");
  const unwanted = except === undefined ? () => false : compile(except, "except");
  return (operation) => wanted(operation) && !unwanted(operation);
}

function compile(filter: OperationFilter, where: string): Test {
  const unknown = Object.keys(filter).find(
    (name) => !["ids", "tags", "paths", "methods"].includes(name),
  );
  if (unknown !== undefined)
    throw new ConfigurationError(
      where,
      `${unknown} is no filter; there are ids, tags, paths and methods`,
    );
  const { ids, tags, paths, methods } = filter;
  const tests: Test[] = [];
  if (ids !== undefined) {
    const fits = oneOf(ids);
    tests.push(({ operationId }) => operationId !== null && fits(operationId));
  }
  if (tags !== undefined) {
    const fits = oneOf(tags);
    tests.push((operation) => operation.tags.some(fits));
  }
  if (paths !== undefined) {
    const fits = paths.map(pathTest);
    tests.push(({ path }) => fits.some((fit) => fit(path)));
  }
  if (methods !== undefined) {
    const upper = methods.map((method) => method.toUpperCase());
    tests.push(({ method }) => upper.includes(method));
  }
  if (tests.length === 0) throw new ConfigurationError(where, "names nothing");
  return (operation) => tests.every((test) => test(operation));
}

function oneOf(words: readonly string[]): (text: string) => boolean {
  const star = "*".codePointAt(0);
  const globs = words.map((word) =>
    compileTextGlob(codePoints(word).map((point) => (point === star ? STAR : point))),
  );
  return (text) => globs.some((glob) => glob.test(text));
}

function pathTest(path: string): (text: string) => boolean {
  if (path.includes("*")) return oneOf([path]);
  const folder = path.endsWith("/") ? path : `${path}/`;
  return (text) => text === path || text.startsWith(folder);
}
