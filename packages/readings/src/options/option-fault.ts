/**
 * Options as a program hands them in. A name that is not known is never passed over: in plain JavaScript a typo would drop a
 * policy in silence.
 */
import { nearestName } from "../nearest-name.ts";
import type { OptionKind } from "./option-kind.ts";

/**
 * Describes the first fault of the options, in words that follow the name of what takes them; null when there is none.
 * `undefined` is left out.
 */
export function optionFault(
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): string | null {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return "takes an object of options";
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(kinds, name)) return unknownOption(name, Object.keys(kinds));
    const kind = kinds[name] as OptionKind;
    if (value !== undefined && !kind.fits(value)) return `option ${name} must be ${kind.wanted}`;
  }
  return null;
}

function unknownOption(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  const shown = JSON.stringify(name.slice(0, 100));
  return nearest === null
    ? `has no option ${shown}`
    : `has no option ${shown}; did you mean ${JSON.stringify(nearest)}?`;
}
