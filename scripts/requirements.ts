// `npm run requirements`: what is not proven, and last one JSON line with the counts.
import { join } from "node:path";
import { REQUIREMENTS } from "../test/requirements.ts";
import { collectCitations } from "./requirements/collect-citations.ts";
import { judgeLedger } from "./requirements/judge-ledger.ts";

const ledger = judgeLedger(REQUIREMENTS, collectCitations(join(import.meta.dirname, "..")));

for (const { id, path, line } of ledger.unknown) {
  console.log(`unknown   ${id} is cited in ${path}:${line}`);
}
for (const { id, waitsFor } of ledger.stale) {
  console.log(`stale     ${id} is proven; take away its mark (waits for ${waitsFor})`);
}
for (const { id, behaviour } of ledger.unproven) console.log(`unproven  ${id} ${behaviour}`);
for (const [part, ids] of waitingByPart()) console.log(`waiting   ${part}: ${ids.join(" ")}`);

const { total, proven, waiting, unproven } = ledger;
console.log(JSON.stringify({ total, proven, waiting, unproven: unproven.length }));
if (unproven.length + ledger.stale.length + ledger.unknown.length > 0) process.exitCode = 1;

function waitingByPart(): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  for (const { id, waitsFor } of REQUIREMENTS) {
    if (waitsFor === undefined) continue;
    parts.set(waitsFor, [...(parts.get(waitsFor) ?? []), id]);
  }
  return parts;
}
