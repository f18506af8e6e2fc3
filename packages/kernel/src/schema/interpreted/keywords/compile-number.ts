import { readAssertion, rejectKeyword, type SchemaNode } from "../run/compilation.ts";
import { type Check, fail } from "../run/run.ts";

type Compare = (value: number, limit: number) => boolean;

const comparisons: readonly (readonly [keyword: string, sign: string, test: Compare])[] = [
  ["minimum", ">=", (value, limit) => value >= limit],
  ["maximum", "<=", (value, limit) => value <= limit],
  ["exclusiveMinimum", ">", (value, limit) => value > limit],
  ["exclusiveMaximum", "<", (value, limit) => value < limit],
  ["multipleOf", "a multiple of", isMultipleOf],
];

/** The keywords that look at numbers. */
export function compileNumber(node: SchemaNode): readonly Check[] {
  const checks: Check[] = [];
  for (const [keyword, sign, test] of comparisons) {
    const limit = readLimit(node, keyword);
    if (limit !== undefined) {
      const message = `must be ${sign} ${limit}`;
      checks.push(
        (value, run) =>
          typeof value !== "number" || test(value, limit) || fail(run, keyword, message),
      );
    }
  }
  return checks;
}

function readLimit(node: SchemaNode, keyword: string): number | undefined {
  const value = readAssertion(node, keyword);
  if (value === undefined) {
    return undefined;
  }
  if (typeof value === "boolean" && keyword.startsWith("exclusive")) {
    // Draft-04, still written by OpenAPI 3.0 generators: true sharpens the plain limit beside it.
    const plain = readAssertion(node, keyword === "exclusiveMinimum" ? "minimum" : "maximum");
    return value && typeof plain === "number" ? plain : undefined;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return rejectKeyword(node, keyword, "is not a number");
  }
  return keyword === "multipleOf" && value <= 0
    ? rejectKeyword(node, keyword, "is not greater than 0")
    : value;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * True when `value` is a whole multiple of `divisor`, as decimal numbers: 0.3 is a multiple of 0.1 although binary division says
 * 2.9999999999999996. Whole numbers below 2^53 take the short way.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return value % divisor === 0;
  }
  const left = toDecimal(value);
  const right = toDecimal(divisor);
  const exponent = Math.min(left.exponent, right.exponent);
  return scale(left, exponent) % scale(right, exponent) === 0n;
}

function scale(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
}

function toDecimal(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
