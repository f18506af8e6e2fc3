import { own } from "../document/subschemas.ts";
import {
  type Compilation,
  readAssertion,
  rejectKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, fail, type Run, spend } from "../run/run.ts";
import { deepKey } from "./deep-key.ts";

const MAX_LISTED = 12;
const MAX_LISTED_LENGTH = 300;

/** `enum` and `const`, by look-up: ten thousand values cost what ten do. */
export function compileValues(node: SchemaNode, compilation: Compilation): readonly Check[] {
  const checks: Check[] = [];
  const values = readAssertion(node, "enum");
  if (values !== undefined) {
    if (!Array.isArray(values)) {
      rejectKeyword(node, "enum", "is not an array");
    }
    checks.push(oneOfValues("enum", values as readonly unknown[], compilation));
  }
  if (node.resource.dialect.hasValidation && Object.hasOwn(node.schema, "const")) {
    checks.push(oneOfValues("const", [own(node.schema, "const")], compilation));
  }
  return checks;
}

function oneOfValues(keyword: string, values: readonly unknown[], compilation: Compilation): Check {
  const charge = (units: number): void => compilation.charge(units);
  charge(values.length);
  const plain = new Set<unknown>();
  const deep = new Set<string>();
  for (const value of values) {
    if (typeof value === "object" && value !== null) {
      deep.add(deepKey(value, charge));
    } else {
      plain.add(value);
    }
  }
  const refuse = (run: Run): false =>
    run.isCollecting && fail(run, keyword, describeValues(values));
  if (deep.size === 0) {
    return (value, run) => plain.has(value) || refuse(run);
  }
  return (value, run) => {
    const isDeep = typeof value === "object" && value !== null;
    const pay = (steps: number): void => spend(run, steps);
    return (isDeep ? deep.has(deepKey(value, pay)) : plain.has(value)) || refuse(run);
  };
}

/** The allowed values, as far as a reader can use them. */
function describeValues(values: readonly unknown[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values.slice(0, MAX_LISTED)) {
    const text = JSON.stringify(value);
    length += text.length;
    if (length > MAX_LISTED_LENGTH && shown.length > 0) {
      break;
    }
    shown.push(text.length > MAX_LISTED_LENGTH ? `${text.slice(0, MAX_LISTED_LENGTH)}…` : text);
  }
  const rest = values.length - shown.length;
  const more = rest > 0 ? ` or ${rest} more` : "";
  return values.length === 1 ? `must be ${shown[0]}` : `must be one of ${shown.join(", ")}${more}`;
}
