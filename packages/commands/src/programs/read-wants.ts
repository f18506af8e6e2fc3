/** Finds the hosts that a command will want, which its line does not name: its program is known to reach them. */
import { WANTS, WANTS_NOTHING, type Want } from "../knowledge/wants.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";

export interface Wanted {
  readonly hosts: readonly ExpandedWord[];
  readonly effect: "fetch" | "install" | "send";
}

/** Null for a program that wants nothing, or of which only the run tells. */
export function wantedBy(
  { world }: Pick<CommandContext, "world">,
  { words, text }: Invocation,
): Wanted | null {
  const [program, ...rest] = words;
  if (!program || !isLiteral(program)) return null;
  const known = WANTS.filter(({ names }) => names.split(" ").includes(program.text));
  if (known.length === 0 || rest.some((word) => WANTS_NOTHING.test(word.text))) return null;
  const [first, second] = rest.filter((word) => !word.text.startsWith("-"));
  const want = known.find((one) => first && (one.words?.split(" ").includes(first.text) ?? true));
  if (!want) return null;
  const sends = want.sends === true || want.sends?.test(second?.text ?? "") === false;
  const named = namedHost(want, rest);
  const other = /\bGH_HOST=([\w.:-]+)/.exec(text)?.[1];
  // In front of a registry stands ours, which asks by itself.
  if (want.registry && !world.registries) return { hosts: [], effect: "install" };
  const usual = want.registry ? (world.registries?.(want.registry) ?? []) : want.hosts?.split(" ");
  const hosts = named ? [named] : program.text === "gh" && other ? [other] : (usual ?? []);
  return {
    hosts: hosts.map((host) => (typeof host === "string" ? literalWord(host) : host)),
    effect: effectOf(want, sends),
  };
}

function effectOf({ registry }: Want, sends: boolean): Wanted["effect"] {
  if (registry) return "install";
  return sends ? "send" : "fetch";
}

/** `--registry URL`, `--registry=URL`. */
function namedHost(
  { options = "" }: Want,
  words: readonly ExpandedWord[],
): ExpandedWord | undefined {
  for (const [index, word] of words.entries()) {
    const [name = "", ...value] = word.text.split("=");
    if (name === "" || !options.split(" ").includes(name)) continue;
    return value.length > 0 ? { ...word, text: value.join("=") } : words[index + 1];
  }
  return undefined;
}
