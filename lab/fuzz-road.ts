/** Walks many mutated calls through broken worlds: `npm run fuzz -- 1000000 [first seed]`. Exits 1 on the first that ran unjustly. */

import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { runMutatedCall } from "../test/road/mutated-call.ts";

const { positionals } = readOptions("npm run fuzz -- [CALLS] [FIRST SEED]", {
  allowPositionals: true,
});
const [runs = 1_000_000, first = 1] = positionals.map(Number);
if (!(runs >= 1) || !Number.isSafeInteger(first)) refuseWords("calls and seed are whole numbers");
const shares = { allow: 0, ask: 0, deny: 0 };
let executed = 0;
for (let seed = first; seed < first + runs; seed += 1) {
  const outcome = await runMutatedCall(seed);
  shares[outcome.verdict] += 1;
  if (outcome.executed) executed += 1;
  if (!outcome.settled || (outcome.executed && !outcome.permitted)) {
    console.error(`unjust: ${outcome.describe}`);
    process.exitCode = 1;
    break;
  }
  if (seed % 50_000 === 0) console.error(`${seed - first} calls …`);
}
console.log(
  JSON.stringify({ runs, first, executed, ...shares, unjust: process.exitCode === 1 ? 1 : 0 }),
);
