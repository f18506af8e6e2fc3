/**
 * Paths as opencode matches them: a glob over the whole text, in which `*` runs over slashes. Ours stay within a segment, so one
 * of theirs may become two of ours (`a*b`: within a segment, or across some); the set is the same.
 */
import { escapeGlob } from "@toolplane/readings";

/** The beginning of such a pattern. */
type WildStart = "anywhere" | "absolute" | "relative";

/** The same paths, as patterns of ours without their beginning. */
export interface WildPath {
  readonly start: WildStart;
  /** Relative to the start; null when there would be too many. */
  readonly patterns: readonly string[] | null;
}

const MOST = 16;

/** Reads one. `~` and `$HOME` are the home folder. */
export function readWildPath(given: string, home: string): WildPath {
  const text = given.replace(/^(?:~|\$HOME)(?=\/|$)/, home).replace(/\*+/g, "*");
  if (text === "*") return { start: "anywhere", patterns: ["**"] };
  const start = text.startsWith("/") ? "absolute" : text.startsWith("*") ? "anywhere" : "relative";
  const body = start === "absolute" ? text.slice(1) : text.replace(/^\.\//, "");
  return { start, patterns: translate(body) };
}

function translate(text: string): readonly string[] | null {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(text)) return null;
  let found: readonly string[] = [""];
  for (let at = 0; at < text.length; at += 1) {
    const pieces = piecesAt(text, at);
    found = found.flatMap((before) => pieces.map((piece) => before + piece));
    if (found.length > MOST) return null;
  }
  return found;
}

function piecesAt(text: string, at: number): readonly string[] {
  const character = text.charAt(at);
  if (character === "?") return ["?"];
  if (character !== "*") return [escapeGlob(character)];
  const opens = at === 0 || text.charAt(at - 1) === "/";
  const next = text.charAt(at + 1);
  if (opens && next === "") return ["**"];
  if (opens && next === "/") return [at === 0 ? "**" : "*/**"];
  if (opens) return ["**/*"];
  return next === "" || next === "/" ? ["*/**"] : ["*", "*/**/*"];
}
