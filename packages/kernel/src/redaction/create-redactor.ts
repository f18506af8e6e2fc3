/**
 * Masks registered secrets and secret-looking strings in everything that leaves a call: results, errors, questions, keys,
 * the record, sidecars. One scan for all of it, so that every sink shows the same mask.
 *
 * A mask is `[redacted:NAME]`. A mask of ours that is in the text already stays as it is, whatever it contains, so masking
 * twice changes nothing; a mask-like text with a name we never gave is ordinary text and is searched like any other.
 */
import type { Redactor } from "@toolplane/contract";
import { createLookAlikeSearch, LOOK_ALIKE_LABELS } from "./look-alike-search.ts";
import { maskMatches } from "./mask-matches.ts";
import type { Found, ScanOptions } from "./match.ts";
import { redactValue } from "./redact-value.ts";
import { createRedactionStream } from "./redaction-stream.ts";
import { MIN_SECRET_CHARS } from "./secret-forms.ts";
import { createSecretSearch, type RegisteredSecret } from "./secret-search.ts";

/** Values of fewer than six characters are not masked: they stand in ordinary text too often. */
export function createRedactor(options: {
  readonly secrets: Readonly<Record<string, string>>;
}): Redactor {
  const secrets = namedSecrets(options.secrets);
  const search = createSecretSearch(secrets);
  const findLookAlikes = createLookAlikeSearch(
    new Set([...LOOK_ALIKE_LABELS, ...secrets.map(({ label }) => label)]),
  );

  const scan = (text: string, options: ScanOptions): Found => {
    const alike = findLookAlikes(text, options);
    if (secrets.length === 0) return alike;
    const registered = search.find(text, options);
    return {
      matches:
        registered.matches.length === 0 ? alike.matches : [...registered.matches, ...alike.matches],
      settledTo: Math.min(alike.settledTo, registered.settledTo),
    };
  };
  const text = (input: string): string => {
    const { matches } = scan(input, FINAL);
    if (matches.length === 0) return input;
    return maskMatches(input, matches, { walk: START, to: input.length }).text;
  };
  return {
    text,
    stream: () => createRedactionStream(scan),
    value: (value) => redactValue(value, text),
  };
}

const FINAL: ScanOptions = { final: true, from: 0 };
const START = { at: 0, maskedTo: 0, label: "" };

/** A name that gives its own or another value away is not shown. */
function namedSecrets(given: Readonly<Record<string, string>>): readonly RegisteredSecret[] {
  const entries = Object.entries(given).filter(
    ([, value]) => value.trim().length >= MIN_SECRET_CHARS,
  );
  return entries.map(([name, value]) => {
    const label = name.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 64);
    const leaks = entries.some(([, other]) => label.includes(other.trim()));
    return { label: label === "" || leaks ? "secret" : label, value };
  });
}
