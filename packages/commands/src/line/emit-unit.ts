/** Writes one simple command down as a unit, with the further readings that denials are matched against. */
import type { ShellFloor, ShellUnit, ShellWord } from "@toolplane/contract";
import type { PathAnalysis } from "@toolplane/contract/ports";
import { type ExpandedWord, isLiteral, literalWord, shellWord } from "../words/expanded-word.ts";
import type { CommandContext, Invocation } from "./command-context.ts";
import { isInsidePlaces } from "./enter-directory.ts";
import { programPlace } from "./program-place.ts";

/** The facts about the unit beside its words. */
export interface UnitDetails {
  /** The form for rules that allow, when it is not the words themselves. */
  readonly argv?: readonly ExpandedWord[];
  readonly alternates?: readonly (readonly ExpandedWord[])[];
  readonly floors?: readonly ShellFloor[];
  readonly neutral?: boolean;
  readonly effect?: ShellUnit["effect"];
  /** It runs something that nobody has read. */
  readonly unreadProgram?: boolean;
}

/** Emits a unit and gives its index. */
export function emitUnit(
  context: CommandContext,
  call: Invocation,
  details: UnitDetails = {},
): number {
  const words = details.argv ?? call.words;
  const floors = [...call.floors, ...(details.floors ?? [])];
  const place = programPlace(context, call);
  const more = [
    ...(details.alternates ?? []),
    ...linkedProgram(place, words),
    ...withoutOptions(context, words),
  ];
  const alternates = readings(call, words, more);
  // `./cat` is the project's own, whatever the system's program of that name does.
  const isOwn = place !== null && isInsidePlaces(context, place.real);
  const isPlain = floors.length === 0 && !isOwn;
  const { now } = call.scope.where;
  // One is made for every command of every line: spreading in what is there costs more than all the rest.
  const unit: { -readonly [K in keyof ShellUnit]: ShellUnit[K] } = {
    argv: words.map(shellWord),
    cwd: now?.length === 1 ? (now[0]?.lexical ?? null) : null,
    text: call.text,
  };
  if (alternates.length > 0) unit.alternates = alternates;
  if (call.assignments.length > 0) unit.assignments = call.assignments;
  if (details.neutral) unit.neutral = true;
  if (floors.length > 0) unit.floors = floors;
  if (details.unreadProgram) unit.unreadProgram = true;
  if (details.effect && (isPlain || details.effect === "send")) unit.effect = details.effect;
  return context.reading.addUnit({ from: call.scope.inWords ? "words" : "source", unit });
}

/** A link to a program is that program, for what denies. */
function linkedProgram(
  place: PathAnalysis | null,
  [, ...rest]: readonly ExpandedWord[],
): readonly (readonly ExpandedWord[])[] {
  if (!place || nameOf(place.real) === nameOf(place.lexical)) return [];
  return [[literalWord(place.real), ...rest]];
}

/**
 * `npm --silent publish` is `npm publish`, for what denies. Whether an option takes the next word as its value only the program
 * knows, so both readings count.
 */
function withoutOptions(
  { reading }: CommandContext,
  [name, ...words]: readonly ExpandedWord[],
): readonly (readonly ExpandedWord[])[] {
  // Of git it is known which options take a value.
  if (!name || !words[0]?.text.startsWith("-") || nameOf(name.text) === "git") return [];
  const found: (readonly ExpandedWord[])[] = [];
  let rest: readonly ExpandedWord[] = words.slice(0, MAX_READ_WORDS);
  for (let taken = 0; taken < MAX_OPTIONS && rest[0]?.text.startsWith("-"); taken += 1) {
    rest = rest.slice(1);
    if (rest[0] && !rest[0].text.startsWith("-")) {
      found.push([name, ...rest]);
      rest = rest.slice(1);
    }
  }
  if (rest[0]?.text.startsWith("-"))
    reading.addOpaque(name.text, "it has more options than can be followed before its use");
  return rest.length > 0 ? [...found, [name, ...rest]] : found;
}

/** A denial is about the first words of a command, and a line may hold thousands. */
const MAX_READ_WORDS = 80;
/** More options before a subcommand are nobody's work. */
const MAX_OPTIONS = 32;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A glob is also read as it is written: `rm *.js` is denied by a rule that says so. */
function readings(
  call: Invocation,
  words: readonly ExpandedWord[],
  more: readonly (readonly ExpandedWord[])[],
): readonly (readonly ShellWord[])[] {
  const found: (readonly ShellWord[])[] = [];
  const add = (each: readonly ExpandedWord[], isMain: boolean): void => {
    if (!isMain) found.push(each.map(shellWord));
    if (each.some((word) => !word.dynamic && !isLiteral(word)))
      found.push(each.map((word) => (word.dynamic ? shellWord(word) : word.text)));
  };
  add(words, true);
  if (words !== call.words) add(call.words, false);
  for (const each of more) add(each, false);
  if (call.kept.length > 0) add([...call.kept, ...call.words], false);
  return found;
}
