import type * as Re2 from "re2js";
import { countCharacters } from "./count-characters.ts";
import { loadModule } from "./load-module.ts";
import { type TranslatedPattern, translatePattern } from "./translate-pattern.ts";

/** A pattern that answers in time linear in the text, whatever the pattern is. */
interface LinearPattern {
  /** True when the pattern is found anywhere in the text. */
  test(text: string): boolean;
  /** About how many instructions each character may cost. */
  readonly size: number;
}

export type LinearPatternResult =
  | ({ readonly ok: true } & LinearPattern)
  | { readonly ok: false; readonly message: string };

/**
 * An ECMA-262 pattern for RE2. The RE2 program is made at the first test (it costs a fifth of a
 * millisecond), unless only RE2 can say whether the pattern is good.
 */
export function createLinearPattern(source: string): LinearPatternResult {
  const translated = translatePattern(source);
  if (!translated.ok) {
    return translated;
  }
  let compiled: Re2.RE2JS | undefined;
  try {
    compiled = translated.usesProperty ? compile(translated) : undefined;
  } catch {
    return { ok: false, message: "names a Unicode property that is not supported" };
  }
  const test = (text: string): boolean => {
    if (translated.length !== undefined) {
      const { least, most } = translated.length;
      const count = countCharacters(text);
      if (count < least || count > most) {
        return false;
      }
    }
    compiled ??= compile(translated);
    return compiled.test(text);
  };
  return { ok: true, test, size: translated.size };
}

function compile(pattern: TranslatedPattern): Re2.RE2JS {
  const { RE2JS } = loadModule("re2js") as typeof Re2;
  return RE2JS.compile(pattern.text);
}
