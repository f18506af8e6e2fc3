/**
 * Holds what a session and everything below it has seen, and what a person named in it. One value for the whole family:
 * what a child saw its parent has seen, and what a parent saw its children begin with, so that no way of making a child
 * can forget to hand it on. Labels are only added here; a person takes them away, by endorsing a source or by clearing,
 * and both are written down.
 */
import type {
  BoundName,
  CallDeed,
  Destination,
  FlowFacts,
  FlowNote,
  LabelSource,
  SeenLabel,
} from "@toolplane/contract";
import { type PersonWords, readWords } from "./person-words.ts";

export interface FlowState {
  /** Labels that count: seen, and their source not endorsed. */
  seen(): readonly SeenLabel[];
  /** True when all of them were seen; an empty list was. */
  hasSeen(labels: readonly string[]): boolean;
  /** The first of this label whose source the person has not endorsed; null when there is none. */
  firstOf(label: string): SeenLabel | null;
  /** False for what came from a source that the person endorsed. */
  counts(label: LabelSource): boolean;
  see(labels: readonly LabelSource[], by: Omit<SeenLabel, keyof LabelSource>): void;
  /** Calls the listener at every label and source that was not seen before; returns how to stop. */
  onSeen(listener: () => void): () => void;
  /** Takes over the kept facts. */
  restore(facts: FlowFacts): void;
  /** Adds what a person did; the caller writes it down. */
  note(note: FlowNote): void;
  /** True for a place that the person named: in their words, or by an approval. `remotes` gives what they mean now. */
  isNamed(destination: Destination, remotes: () => readonly BoundName[]): boolean;
  /** True for a deed that the person asked for in their own words. */
  isAskedFor(deed: CallDeed): boolean;
  /** Changes whenever anything here does: what was worked out from an earlier state is stale. */
  version(): number;
}

/** Sources kept for each label; later ones count as one more, which cannot be endorsed. */
const MAX_SOURCES = 200;
/** Texts and destinations that are remembered; the oldest go first, and what was forgotten is unnamed. */
const MAX_SAID = 500;
const MAX_SAID_CHARACTERS = 1_000_000;
const MAX_NAMED = 1_000;
const MAX_ENDORSED = 1_000;
/** Longer sources are cut: they are for people. */
const MAX_SOURCE = 1_000;

const MORE = "and more sources than are kept";

export function createFlowState(): FlowState {
  let labels = new Map<string, Map<string, SeenLabel>>();
  let said: PersonWords[] = [];
  let named: Approved[] = [];
  let endorsed: string[] = [];
  let version = 0;
  const listeners = new Set<() => void>();
  const counts = ({ source }: LabelSource): boolean =>
    source === MORE || !endorsed.includes(source);
  const firstOf = (label: string): SeenLabel | null => {
    for (const one of labels.get(label)?.values() ?? []) if (counts(one)) return one;
    return null;
  };
  const add = (one: SeenLabel): void => {
    const sources = labels.get(one.label) ?? new Map<string, SeenLabel>();
    labels.set(one.label, sources);
    const source = sources.size < MAX_SOURCES ? one.source.slice(0, MAX_SOURCE) : MORE;
    if (sources.has(source)) return;
    sources.set(source, { ...one, source });
    version += 1;
  };
  const note = (given: FlowNote): void => {
    version += 1;
    if (given.kind === "said") said = withinBound([...said, readWords(given.text, given.names)]);
    else if (given.kind === "named") named = [...named, given].slice(-MAX_NAMED);
    else if (given.kind === "endorsed")
      endorsed = [...endorsed.filter((one) => one !== given.source), given.source].slice(
        -MAX_ENDORSED,
      );
    else if (given.kind === "inherited") for (const one of given.seen) add(one);
    else labels = new Map();
  };
  return {
    seen: () => [...labels.values()].flatMap((sources) => [...sources.values()].filter(counts)),
    hasSeen: (wanted) => wanted.every((label) => firstOf(label) !== null),
    firstOf,
    counts,
    see(found, by) {
      const before = version;
      for (const { label, source } of found) add({ label, source, ...by });
      if (version !== before) for (const listener of [...listeners]) listener();
    },
    onSeen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restore({ seen, notes }) {
      // A clearing comes before what was seen after it: the caller hands on only that.
      for (const one of notes) if (one.kind !== "cleared") note(one);
      for (const one of seen) add(one);
    },
    note,
    isNamed: (place, remotes) =>
      named.some((one) => isSamePlace(one, place, remotes)) ||
      said.some((words) => words.names(place, remotes)),
    isAskedFor: (deed) => said.some((words) => words.asksFor(deed)),
    version: () => version,
  };
}

function withinBound(said: readonly PersonWords[]): PersonWords[] {
  const kept: PersonWords[] = [];
  let left = MAX_SAID_CHARACTERS;
  for (const one of said.slice(-MAX_SAID).reverse()) {
    left -= one.length;
    if (left < 0) break;
    kept.push(one);
  }
  return kept.reverse();
}

type Approved = Extract<FlowNote, { readonly kind: "named" }>;

/** An answer about one place holds for that place: for a remote, while its name means what it meant then. */
function isSamePlace(
  { destination: one, meant = [] }: Approved,
  other: Destination,
  remotes: () => readonly BoundName[],
): boolean {
  if (one.value === null || one.value !== other.value || one.kind !== other.kind) return false;
  if (one.kind !== "remote") return true;
  const now = remotes().find(({ name }) => name === one.value)?.meant ?? [];
  return now.length === meant.length && now.every((address) => meant.includes(address));
}
