/**
 * Makes text safe to show to the person who decides. Whatever could hide, reorder or restyle what stands there is written as
 * `\u{…}`: controls (ESC too, so no terminal sequence survives), bidi and zero-width characters, blanks that are not the
 * plain space, line separators, tags, variation selectors, private-use and unassigned characters, halves of a surrogate
 * pair, and combining marks piled up on one letter. Letters of every script stay as they are; look-alike letters in a host
 * are shown as `xn--` because the host was parsed before it came here. Running it twice changes nothing.
 */

/** Accents of real languages need at most three marks on one letter. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;
const PLAIN = /^[ -~]*$/;

/** The text with every hidden character made visible. */
export function escapeForDisplay(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (hidden) => `\\u{${(hidden.codePointAt(0) as number).toString(16)}}`);
}
