/** A pattern that a person wrote and that means nothing, as the error that stops the rule from being loaded. */
import { ConfigurationError } from "@toolplane/contract";
import type { Reading } from "@toolplane/readings";

export function patternFault(pattern: string, message: string): ConfigurationError {
  return new ConfigurationError(`pattern "${pattern.slice(0, 80)}"`, message);
}

/** Takes the value of a pattern that was read; throws where reading failed. */
export function valueOfPattern<T>(pattern: string, reading: Reading<T>): T {
  if (!reading.ok) throw patternFault(pattern, reading.message);
  return reading.value;
}
