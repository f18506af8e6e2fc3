/**
 * Reads the names in a person's text: hosts, pages, mail addresses, accounts, paths, and names as the words they are.
 * It is read once, when the person sends it. Nothing here guesses: a value was written, or it was not.
 */
import type { BoundName, CallDeed, Destination } from "@toolplane/contract";
import { isBelow, posixPath } from "@toolplane/readings";
import { saysDeed } from "./call-deed.ts";
import { foldedWords, readEmail, readHostPlace, readUrlPlace } from "./read-destination.ts";

export interface PersonWords {
  /** True when the text names this place. `remotes`: what names of git remotes mean now. */
  names(destination: Destination, remotes: () => readonly BoundName[]): boolean;
  /** True when a sentence of the text asks for this deed. */
  asksFor(deed: CallDeed): boolean;
  /** For the bound on what is kept. */
  readonly length: number;
}

export function readWords(text: string, bound: readonly BoundName[]): PersonWords {
  const hosts = new Set<string>();
  const places = new Set<string>();
  const emails = new Set<string>();
  const paths: string[] = [];
  // Words inside an address are the address, no name.
  const left = text.replace(TOKEN, (token) => {
    const bare = token.replace(/^[^\p{L}\p{N}/[~]+|(?<![^\p{L}\p{N}/\]])[^\p{L}\p{N}/\]]+$/gu, "");
    const email = readEmail(bare);
    if (email !== null) emails.add(email);
    else if (bare.startsWith("/")) paths.push(posixPath.normalize(bare, "/"));
    else if (!readPlace(bare, hosts, places)) return token;
    else readRunOn(bare, hosts, places);
    return " ";
  });
  const words = foldedWords(left);
  const quoted = new Set(
    [...left.matchAll(QUOTED)].map(([, inner = ""]) => foldedWords(inner).join(" ")),
  );
  const beginnings = new Set(
    [...left.matchAll(BEGINNING)].map(([, inner = ""]) => foldedWords(inner).join(" ")),
  );
  const name = (value: string): boolean => {
    const wanted = value.split(" ");
    for (const begun of beginnings) if (isTelling(begun) && value.startsWith(begun)) return true;
    return isTelling(value) ? holdsRun(words, wanted) : quoted.has(value);
  };
  return {
    length: text.length,
    asksFor: (deed) => saysDeed(text, deed),
    names({ kind, value }, remotes) {
      if (value === null) return false;
      if (kind === "host") return hosts.has(value);
      if (kind === "url") return places.has(value) || places.has(value.replace(/\/.*$/s, ""));
      if (kind === "email") return emails.has(value);
      if (kind === "account") return holdsSpaced(text, value);
      if (kind === "path")
        // Who writes a slash names the root and not everything that lies below it.
        return paths.some((path) => value === path || (path !== "/" && isBelow(value, path)));
      if (kind === "remote") return namesRemote(value, { bound, remotes, name, places });
      return name(value);
    },
  };
}

/** Without blanks, quotes and brackets: the longest thing that can be an address. Bounded, as every text is. */
const TOKEN = /[^\s"'`<>(),;]{2,2000}/g;
const QUOTED = /["'`“‘«]([^"'`”’»\n]{1,200})["'`”’»]/g;

/** A person may say how a name begins: "the channel starting with External". */
const BEGINNING = /\b(?:start|begin)(?:s|ing|ning)?\s+with\s+["'`“‘«]?([\p{L}\p{N}_-]{3,100})/giu;

/**
 * Reads a sentence that goes on without a blank, "see docs.example.They say": the part before the next sentence is
 * named too.
 */
function readRunOn(token: string, hosts: Set<string>, places: Set<string>): void {
  const [, before] = /^(.+[\p{Ll}\p{N}])\.\p{Lu}\p{Ll}+$/u.exec(token) ?? [];
  if (before !== undefined && !token.includes("/")) readPlace(before, hosts, places);
}

/** A page or a host, where it looks like one; a port belongs to it. */
function readPlace(token: string, hosts: Set<string>, places: Set<string>): boolean {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(token);
  if (
    !isUrl &&
    !/^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?:[:/?#].*)?$/u.test(token) &&
    !isAddress(token)
  )
    return false;
  const place = readUrlPlace(token);
  const host = place?.replace(/\/.*$/s, "");
  if (place === null || host === undefined) return false;
  hosts.add(host);
  places.add(place);
  return true;
}

function isAddress(token: string): boolean {
  return /^(?:\[[0-9a-f:.]+\]|[0-9]+(?:\.[0-9]+){3})(?::[0-9]+)?(?:\/.*)?$/i.test(token);
}

/** False for a name of a letter or two, or a bare number, which is in many texts by chance: only quotes make it one. */
function isTelling(value: string): boolean {
  return value.length >= 3 && /\p{L}/u.test(value);
}

function holdsRun(words: readonly string[], wanted: readonly string[]): boolean {
  for (let at = 0; at + wanted.length <= words.length; at += 1)
    if (wanted.every((word, index) => words[at + index] === word)) return true;
  return false;
}

/** An account in any spacing: its characters in a row, with what people put between them, and nothing of the kind around. */
function holdsSpaced(text: string, value: string): boolean {
  const upper = text.toUpperCase();
  for (
    let from = upper.indexOf(value[0] as string);
    from >= 0;
    from = upper.indexOf(value[0] as string, from + 1)
  ) {
    if (isPart(upper[from - 1])) continue;
    let at = from;
    let met = 0;
    while (met < value.length && at < upper.length) {
      if (upper[at] === value[met]) met += 1;
      else if (!/[\s.\-()/]/.test(upper[at] as string)) break;
      at += 1;
    }
    if (met === value.length && !isPart(upper[at])) return true;
  }
  return false;
}

function isPart(character: string | undefined): boolean {
  return character !== undefined && /[A-Z0-9]/.test(character);
}

/** A remote that the person named is the one they knew: its addresses are what they were then. */
function namesRemote(
  value: string,
  {
    bound,
    remotes,
    name,
    places,
  }: {
    readonly bound: readonly BoundName[];
    readonly remotes: () => readonly BoundName[];
    readonly name: (value: string) => boolean;
    readonly places: ReadonlySet<string>;
  },
): boolean {
  const now = remotes().find((remote) => remote.name === value);
  if (now === undefined) {
    const place = readUrlPlace(value) ?? readHostPlace(value);
    return place !== null && places.has(place);
  }
  const then = bound.find((remote) => remote.name === value);
  if (then === undefined || !name(foldedWords(value).join(" "))) return false;
  return now.meant.length > 0 && now.meant.every((address) => then.meant.includes(address));
}
