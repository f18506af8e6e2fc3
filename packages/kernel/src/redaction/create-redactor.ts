/**
 * Masks registered secrets and secret-looking strings in everything that leaves a call: results, errors, questions, keys,
 * the record, sidecars. One scan for all of it, so that every sink shows the same mask.
 *
 * A mask is `[redacted:NAME]`. A mask of ours that is in the text already stays as it is, whatever it contains, so masking
 * twice changes nothing; a mask-like text with a name we never gave is ordinary text and is searched like any other.
 */
import type { QuickLook, RedactionStream, Redactor } from "@toolplane/contract/ports";
import { createCleanNames } from "./clean-names.ts";
import { createLookAlikeSearch, LOOK_ALIKE_LABELS } from "./look-alike-search.ts";
import { maskMatches } from "./mask-matches.ts";
import type { Found, ScanOptions } from "./match.ts";
import { createQuickLook } from "./quick-look.ts";
import { redactValue } from "./redact-value.ts";
import { createRedactionStream } from "./redaction-stream.ts";
import { MIN_SECRET_CHARS } from "./secret-forms.ts";
import { createSecretSearch, type RegisteredSecret } from "./secret-search.ts";

/** Values of fewer than six characters are not masked: they are in ordinary text too often. */
export function createRedactor(options: {
  readonly secrets: Readonly<Record<string, string>>;
}): Redactor {
  const secrets = namedSecrets(options.secrets);
  const search = createSecretSearch(secrets);
  const lookAlikes = createLookAlikeSearch(
    new Set([...LOOK_ALIKE_LABELS, ...secrets.map(({ label }) => label)]),
  );

  const scan: Scan = (text, options) => {
    const registered = search.find(text, options);
    const alike = lookAlikes.find(text, options);
    return {
      matches:
        registered.matches.length === 0 ? alike.matches : [...registered.matches, ...alike.matches],
      settledTo: Math.min(alike.settledTo, registered.settledTo),
    };
  };
  const scans = secrets.length === 0 ? [lookAlikes.find] : [scan, lookAlikes.find];
  return redactorOf(scans, {
    quick: createQuickLook(secrets, search),
    isFree: (text) => search.isFree(text) && lookAlikes.isFree(text),
  });
}

type Scan = (text: string, options: ScanOptions) => Found;

/**
 * One scan after the other. A registered value beside a look-alike hides where that one begins or ends; once it is masked,
 * a second look finds it, so that nothing is left for masking the outcome again.
 */
function redactorOf(
  scans: readonly Scan[],
  { quick, isFree }: { readonly quick: QuickLook; readonly isFree: (text: string) => boolean },
): Redactor {
  const text = (input: string): string => {
    if (input.length < MIN_SECRET_CHARS || isFree(input)) return input;
    let masked = input;
    for (const scan of scans) {
      const { matches } = scan(masked, FINAL);
      // The later scans look for less: what was clean stays so.
      if (matches.length === 0) return masked;
      masked = maskMatches(masked, matches, { walk: START, to: masked.length }).text;
    }
    return masked;
  };
  const isCleanName = createCleanNames(text);
  return {
    text,
    stream: (before = "") => chain(scans.map((scan) => createRedactionStream(scan, before))),
    value: (value) => redactValue(value, text, isCleanName),
    quick,
  };
}

function chain(streams: readonly RedactionStream[]): RedactionStream {
  return {
    push: (chunk) =>
      streams.reduce((text, stream) => (text === "" ? "" : stream.push(text)), chunk),
    end: () => streams.reduce((text, stream) => stream.push(text) + stream.end(), ""),
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
