import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AttackCase } from "./harness/attack-case.ts";

export function corpusCases(): readonly AttackCase[] {
  return readFileSync(join(import.meta.dirname, "attack-corpus.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AttackCase);
}
