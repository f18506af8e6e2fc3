/**
 * Collects what is found in a line. It only grows: nothing that was found is ever taken back, whatever bound is met later, so that
 * no length and no nesting can make a denial vanish.
 */
import type { Resource, ShellUnit } from "@toolplane/contract";
import type { OpaquePart } from "@toolplane/contract/ports";

/** A unit, and whether it stands in the source as a command of its own or inside another one's words. */
export interface FoundUnit {
  readonly unit: ShellUnit;
  readonly from: "source" | "words";
}

export interface LineReading {
  readonly units: readonly FoundUnit[];
  readonly resources: readonly Resource[];
  readonly opaque: readonly OpaquePart[];
  addUnit(found: FoundUnit): number;
  addResource(resource: Resource): void;
  /** Something that is run, and that nobody has read. */
  addOpaque(text: string, reason: string): void;
  /** A file, a host or a place that is not known; what runs is. */
  addUnknown(text: string, reason: string): void;
  /** Room for words that braces make; false when the line has had too many. */
  takeRoom(words: number): boolean;
  /** True the first time that a key is asked about, with a mark beside it: long lines name few files many times. */
  isNew(key: string, mark?: number): boolean;
  /** Something in the line sets variables and runs nothing. */
  markIdle(): void;
  isIdle(): boolean;
  /** From here on globs and pipelines may mean something else (`shopt`). */
  changeShell(): void;
  shellChanged(): boolean;
  /** Room for characters that are read piece by piece; false when the line has had too many. */
  takePieces(characters: number): boolean;
  /** Room for words that are read again inside a wrapper; false when the line has had too many. */
  takeWords(words: number): boolean;
  /** The same for program text inside other text, in characters. */
  takeText(characters: number): boolean;
  /** Room for what variables stand for, in characters; a value may hold another twice, and so on. */
  takeValue(characters: number): boolean;
  /** Spends work; false once the line has cost too much, which is opaque. */
  spend(amount: number): boolean;
}

const MAX_OPAQUE_TEXT = 200;
const MAX_WORK = 60_000;
const MAX_BRACE_WORDS = 4_000;
const MAX_PIECES = 160_000;
/** A whole line of the longest kind inside a wrapper or two; wrappers around so much are nobody's work. */
const MAX_INNER_WORDS = 50_000;
const MAX_INNER_TEXT = 200_000;
const MAX_VALUES = 200_000;

export function createLineReading(): LineReading {
  const units: FoundUnit[] = [];
  const resources: Resource[] = [];
  const opaque: OpaquePart[] = [];
  const said = new Set<string>();
  const seen = new Map<string, Set<number>>();
  let work = 0;
  let braceWords = 0;
  let pieces = 0;
  let innerWords = 0;
  let innerText = 0;
  let values = 0;
  let changed = false;
  let idle = false;
  const add = (text: string, reason: string, mark: Pick<OpaquePart, "unreadProgram">): void => {
    const shown = text.length > MAX_OPAQUE_TEXT ? `${text.slice(0, MAX_OPAQUE_TEXT)}…` : text;
    const key = `${reason}\0${shown}`;
    if (said.has(key) || said.size > 200) return;
    said.add(key);
    opaque.push({ text: shown, reason, ...mark });
  };
  const addOpaque = (text: string, reason: string) => add(text, reason, { unreadProgram: true });
  return {
    units,
    resources,
    opaque,
    addUnit: (found) => units.push(found) - 1,
    addResource: (resource) => {
      resources.push(resource);
    },
    addOpaque,
    addUnknown: (text, reason) => add(text, reason, {}),
    isNew: (key, mark = 0) => {
      const marks = seen.get(key);
      if (marks === undefined) {
        seen.set(key, new Set([mark]));
        return true;
      }
      const before = marks.size;
      return marks.add(mark).size > before;
    },
    markIdle: () => {
      idle = true;
    },
    isIdle: () => idle,
    changeShell: () => {
      changed = true;
    },
    shellChanged: () => changed,
    takeRoom: (words) => {
      braceWords += words;
      return braceWords <= MAX_BRACE_WORDS;
    },
    takePieces: (characters) => {
      pieces += characters;
      return pieces <= MAX_PIECES;
    },
    takeWords: (words) => {
      innerWords += words;
      return innerWords <= MAX_INNER_WORDS;
    },
    takeText: (characters) => {
      innerText += characters;
      return innerText <= MAX_INNER_TEXT;
    },
    takeValue: (characters) => {
      values += characters;
      return values <= MAX_VALUES;
    },
    spend: (amount) => {
      work += amount;
      if (work <= MAX_WORK) return true;
      addOpaque("", "the command holds more than can be looked at");
      return false;
    },
  };
}
