/** Files in which brackets show how deep a line is. */
const BRACKETED =
  /\.(?:[cm]?[jt]sx?|jsonc?|json5|go|rs|java|kts?|swift|scala|dart|zig|cs?|cc|cpp|cxx|hh?|hpp|php|css|scss|less|proto|graphql|gradle|sol|groovy|m|mm|vue|svelte)$/i;

/** True for the path of a file in a language with brackets. */
export function isBracketed(path: string): boolean {
  return BRACKETED.test(path);
}
