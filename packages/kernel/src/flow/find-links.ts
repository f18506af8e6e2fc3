/** Finds addresses of pages in a text, as its reader could follow them. */

/** More than a person could have named; the caller counts the rest as unnamed. */
const MAX_LINKS = 250;

/** With a scheme or `www.` anything is a link; a bare name only with an ending that no file has. */
const LINK =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s"'`<>()[\]{}|\\^]{1,2000}|(?<![@\w.-])(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|info|biz|xyz|site|online|link|click|top|page|live|shop|cloud|app|dev)\b(?![@\w-])(?:\/[^\s"'`<>()[\]{}|\\^]{0,2000})?/gi;

export function findLinks(text: string): readonly string[] {
  const links = new Set<string>();
  for (const [found] of text.matchAll(LINK)) {
    links.add(found.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""));
    if (links.size >= MAX_LINKS) break;
  }
  return [...links];
}
