import {
  type Compilation,
  readAssertion,
  readKeyword,
  rejectKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, fail } from "../run/run.ts";

type Test = (value: unknown) => boolean;

const tests: ReadonlyMap<unknown, Test> = new Map<unknown, Test>([
  ["string", (value) => typeof value === "string"],
  ["number", (value) => typeof value === "number"],
  ["integer", (value) => Number.isInteger(value)],
  ["boolean", (value) => typeof value === "boolean"],
  ["null", (value) => value === null],
  ["array", (value) => Array.isArray(value)],
  ["object", (value) => typeof value === "object" && value !== null && !Array.isArray(value)],
]);

/** One check for each single type, so that the check identifies the type it asks for. */
const singles: ReadonlyMap<unknown, Check> = new Map(
  [...tests].map(([name, test]) => {
    const message = `must be ${String(name)}`;
    return [name, (value, run) => test(value) || fail(run, "type", message)] as [unknown, Check];
  }),
);

const kinds: ReadonlyMap<Check, unknown> = new Map(
  [...singles].map(([name, check]) => [check, name]),
);

/** The type that a check asks for when it asks for nothing else. */
export function checkedType(check: Check): unknown {
  return kinds.get(check);
}

/** `type`, and `nullable` of OpenAPI beside it. */
export function compileType(node: SchemaNode, compilation: Compilation): Check | null {
  const declared = readAssertion(node, "type");
  // "any" is no JSON type, but it is written often and means what it says.
  if (declared === undefined || declared === "any") {
    return null;
  }
  compilation.charge(1);
  const names: unknown[] = Array.isArray(declared) ? [...declared] : [declared];
  if (readKeyword(node, "nullable") === true && !names.includes("null")) {
    names.push("null");
  }
  const chosen = names.map((name) => tests.get(name) ?? rejectType(node));
  const message = `must be ${names.join(" or ")}`;
  const [first = rejectType(node), second] = chosen;
  if (chosen.length === 1) {
    return singles.get(names[0]) ?? rejectType(node);
  }
  if (chosen.length === 2 && second !== undefined) {
    return (value, run) => first(value) || second(value) || fail(run, "type", message);
  }
  return (value, run) => chosen.some((test) => test(value)) || fail(run, "type", message);
}

function rejectType(node: SchemaNode): never {
  return rejectKeyword(node, "type", "is not a JSON type");
}
