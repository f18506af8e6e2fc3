/** The parts that take longer than a test run may. `npm test` takes a bounded sample of each; here they run whole. */
export interface LongPart {
  readonly name: string;
  /** The words for `npm run`. */
  readonly words: readonly string[];
  /** A bound against hanging, not a goal. */
  readonly minutes: number;
}

/** In the order in which they run. A seed by date makes every day's run another one, and a failure can be repeated. */
export function longParts(date: string): readonly LongPart[] {
  const seed = Number(date.replaceAll("-", ""));
  return [
    {
      name: "attack",
      words: ["attack", "--", "--corpus", "test/attack/attack-corpus.jsonl"],
      minutes: 30,
    },
    {
      name: "attack-plain",
      words: ["attack", "--", "--corpus", "test/attack/attack-corpus.jsonl", "--level", "plain"],
      minutes: 60,
    },
    { name: "sandbox-alone", words: ["sandbox-alone"], minutes: 60 },
    { name: "whole", words: ["whole"], minutes: 120 },
    { name: "effects", words: ["effects"], minutes: 60 },
    { name: "flips", words: ["flips"], minutes: 240 },
    { name: "fuzz", words: ["fuzz", "--", "1000000", String(seed)], minutes: 180 },
    {
      name: "shell-fuzz",
      words: ["shell-fuzz", "--", "100000", "--seed", String(seed)],
      minutes: 180,
    },
    { name: "race", words: ["race", "--", "--swaps", "100000"], minutes: 60 },
    { name: "chaos", words: ["chaos", "--", "resume", "--json"], minutes: 60 },
    { name: "share", words: ["chaos", "--", "share", "--json"], minutes: 30 },
    { name: "fleet", words: ["chaos", "--", "fleet", "--json"], minutes: 30 },
    { name: "plant", words: ["plant"], minutes: 600 },
    { name: "mutants", words: ["mutants", "--", "--minutes", "240"], minutes: 250 },
    { name: "newcomer", words: ["newcomer"], minutes: 60 },
    {
      name: "everyday",
      words: ["everyday", "--", "--level", "full", "--level", "plain", "--level", "none"],
      minutes: 90,
    },
    { name: "together", words: ["together"], minutes: 60 },
    { name: "red", words: ["red"], minutes: 90 },
    { name: "packed", words: ["packed"], minutes: 30 },
    { name: "conformance", words: ["conformance"], minutes: 30 },
    { name: "clients", words: ["clients"], minutes: 90 },
    { name: "frameworks", words: ["frameworks"], minutes: 30 },
    { name: "bench", words: ["bench"], minutes: 300 },
  ];
}
