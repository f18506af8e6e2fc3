/** Headers and cookies of a call. What HTTP forbids in a header is refused: with a line break, one header could become two. */
import { type JsonObject, ToolError } from "@toolplane/contract";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { isHeaderText } from "../wire/is-header-text.ts";
import { percentEncode } from "../wire/percent-encode.ts";
import { argumentValue } from "./build-address.ts";
import { type Pair, singleText, valuePairs } from "./parameter-text.ts";

export interface CallHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Pair[];
}

const keep = (text: string): string => text;

export function buildHeaders(plan: OperationPlan, args: JsonObject): CallHeaders {
  const headers: Record<string, string> = { accept: plan.accept };
  const cookies: Pair[] = [];
  for (const parameter of plan.parameters) {
    const value = argumentValue(parameter, args);
    if (value === undefined || value === null) continue;
    if (parameter.place === "header") {
      const text = singleText(value, { ...parameter, encode: keep });
      if (!isHeaderText(text))
        throw new ToolError(
          "invalid_input",
          `${parameter.argument} holds characters that a header cannot carry: a line break, a control character, or one beyond Latin-1.`,
        );
      headers[parameter.name.toLowerCase()] = text;
    } else if (parameter.place === "cookie")
      cookies.push(...valuePairs(value, { ...parameter, encode: percentEncode }));
  }
  return { headers, cookies };
}
