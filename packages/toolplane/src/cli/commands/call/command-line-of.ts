/** A call as a command line that can be copied. */
import type { JsonObject } from "@toolplane/contract";
import { quoteWord } from "../../terminal/quote-word.ts";
import type { Parameter } from "./parameter.ts";
import { optionName } from "./read-call-arguments.ts";

/** `toolplane call grep --pattern lineTotal --context 10`. What an option cannot say is JSON. */
export function commandLineOf(
  tool: string,
  values: JsonObject,
  parameters: readonly Parameter[],
): string {
  const words = ["toolplane", "call", tool];
  for (const [name, value] of Object.entries(values)) {
    const parameter = parameters.find((one) => one.name === name);
    const option = `--${optionName(name)}`;
    if (parameter?.kind === "boolean" && typeof value === "boolean")
      words.push(value ? option : `--no-${optionName(name)}`);
    else if (parameter?.kind === "list" && Array.isArray(value) && value.every(isScalar))
      for (const item of value) words.push(option, String(item));
    else words.push(option, isScalar(value) ? String(value) : JSON.stringify(value));
  }
  return words.map(quoteWord).join(" ");
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
