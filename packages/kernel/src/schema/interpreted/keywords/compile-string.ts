import { findFormat } from "../../formats/find-format.ts";
import { countCharacters } from "../../pattern/count-characters.ts";
import {
  type Compilation,
  readAssertion,
  readCount,
  readKeyword,
  rejectKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, fail, type Run, spend } from "../run/run.ts";

const MAX_SHOWN_PATTERN = 120;

/** The keywords that look at strings, cheapest first: a text too long never meets its pattern. */
export function compileString(node: SchemaNode, compilation: Compilation): Check | null {
  const checks = [compileLength(node), compilePattern(node, compilation)].filter(
    (check) => check !== null,
  );
  const [first, second] = checks;
  if (first === undefined) {
    return null;
  }
  return (value, run) =>
    typeof value !== "string" || (first(value, run) && (second?.(value, run) ?? true));
}

type TextCheck = (text: string, run: Run) => boolean;

function compileLength(node: SchemaNode): TextCheck | null {
  const least = readCount(node, "minLength") ?? 0;
  const most = readCount(node, "maxLength") ?? Number.POSITIVE_INFINITY;
  if (least === 0 && most === Number.POSITIVE_INFINITY) {
    return null;
  }
  const count = (text: string, run: Run): number => {
    spend(run, text.length >> 6);
    return countCharacters(text);
  };
  return (text, run) => {
    // Characters are code points, one or two units each, so the units often settle it.
    if (text.length < least || (text.length < 2 * least && count(text, run) < least)) {
      return fail(run, "minLength", `must have at least ${least} characters`);
    }
    if (text.length > 2 * most || (text.length > most && count(text, run) > most)) {
      return fail(run, "maxLength", `must have at most ${most} characters`);
    }
    return true;
  };
}

function compilePattern(node: SchemaNode, compilation: Compilation): TextCheck | null {
  const source = readAssertion(node, "pattern");
  if (source === undefined) {
    return null;
  }
  if (typeof source !== "string") {
    return rejectKeyword(node, "pattern", "is not a text");
  }
  const matches = compilation.matcher(source, node);
  const message =
    source.length > MAX_SHOWN_PATTERN
      ? "must match the pattern of the schema"
      : `must match the pattern ${source}`;
  return (text, run) => matches(text, run) || fail(run, "pattern", message);
}

/** `format`, where formats are asserted; an unknown one is an annotation. */
export function compileFormat(node: SchemaNode, compilation: Compilation): Check | null {
  const name = readKeyword(node, "format");
  const isAsserted = compilation.assertsFormats || node.resource.dialect.assertsFormats;
  const format = isAsserted && typeof name === "string" ? findFormat(name) : undefined;
  if (format === undefined) {
    return null;
  }
  const message = `must be a valid ${String(name)}`;
  if (format.type === "number") {
    return (value, run) =>
      typeof value !== "number" || format.test(value) || fail(run, "format", message);
  }
  return (value, run) => {
    if (typeof value !== "string") {
      return true;
    }
    spend(run, value.length >> 4);
    return format.test(value) || fail(run, "format", message);
  };
}
