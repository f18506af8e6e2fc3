/**
 * The address of a call. Values are encoded; then the whole is read back as the network door will read it, and must say what was
 * meant: the same origin, the same path. A value that is `..`, or empty, would make another operation of it and is refused.
 */
import { type Json, type JsonObject, ToolError } from "@toolplane/contract";
import type { OperationPlan, ParameterPlan } from "../plan/operation-plan.ts";
import { encodeReserved, percentEncode } from "../wire/percent-encode.ts";
import { type Pair, scalarText, singleText, valuePairs } from "./parameter-text.ts";

export function buildAddress(plan: OperationPlan, args: JsonObject): URL {
  const path = fillPath(plan, args);
  const pairs = plan.parameters.flatMap((parameter) => queryPairs(parameter, args));
  const query = [plan.fixedQuery, ...pairs.map(([name, value]) => `${name}=${value}`)]
    .filter((text) => text !== "")
    .join("&");
  const url = URL.parse(`${plan.origin}${path}${query === "" ? "" : `?${query}`}`);
  if (url === null || url.origin !== plan.origin || url.pathname !== path || url.hash !== "")
    throw new ToolError("invalid_input", "These values do not make an address of this operation.");
  return url;
}

function fillPath(plan: OperationPlan, args: JsonObject): string {
  const byName = new Map(
    plan.parameters.filter(({ place }) => place === "path").map((each) => [each.name, each]),
  );
  const filled = plan.path.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const parameter = byName.get(name);
    const value = parameter && argumentValue(parameter, args);
    if (parameter === undefined || value === undefined)
      throw new ToolError("invalid_input", `${parameter?.argument ?? name} is missing.`);
    return pathText(parameter, value);
  });
  // A URL is read with these segments gone, which would lead to another operation.
  if (filled.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw new ToolError("invalid_input", "A value in the path must not be . or ..");
  return filled;
}

function pathText(parameter: ParameterPlan, value: Json): string {
  if (leavesOf(value).some((text) => text === "" || text.split(/[/\\]/).includes("..")))
    throw new ToolError(
      "invalid_input",
      `${parameter.argument} must not be empty and must not hold ".." between slashes: it is a part of the path.`,
    );
  const text = singleText(value, { ...parameter, encode: percentEncode });
  if (text === "") throw new ToolError("invalid_input", `${parameter.argument} must not be empty.`);
  return text;
}

function leavesOf(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [scalarText(value)];
  return Object.values(value).flatMap((item: Json) => leavesOf(item));
}

function queryPairs(parameter: ParameterPlan, args: JsonObject): readonly Pair[] {
  if (parameter.place !== "query") return [];
  const value = argumentValue(parameter, args);
  if (value === undefined || value === null) return [];
  const encode = parameter.allowReserved ? encodeReserved : percentEncode;
  return valuePairs(value, { ...parameter, encode });
}

export function argumentValue(
  { argument }: Pick<ParameterPlan, "argument">,
  args: JsonObject,
): Json | undefined {
  return Object.hasOwn(args, argument) ? args[argument] : undefined;
}
