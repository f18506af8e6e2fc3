/** Walks the recorded working session and prints every question it raised, with its reason: `npm run session`. The last line is JSON. */

import { readOptions } from "../scripts/read-options.ts";
import { hasSandbox } from "../test/has-sandbox.ts";
import { runWorkingSession } from "../test/sessions/run-working-session.ts";

/**
 * With the two rules that open its one foreign host. Without them (`--bare`) a person who has not decided about that host is
 * asked.
 */
const { values } = readOptions("npm run session -- [--bare]", {
  options: { bare: { type: "boolean", default: false } },
});
const isBare = values.bare;
const MAX_PROMPTS = isBare ? 2 : 0;

if (hasSandbox) await walk();
else console.log(JSON.stringify({ skipped: "bubblewrap is not installed" }));

async function walk(): Promise<void> {
  const { calls, prompts, faults, sandbox, durationMs } = await runWorkingSession(
    (step, call, ms) =>
      console.log(
        `${String(step).padStart(3)}  ${Math.round(ms).toString().padStart(6)} ms  ${call}`,
      ),
    isBare ? [] : undefined,
  );
  for (const { step, kind, title, lines, reasons } of prompts) {
    console.log(`\nprompt at call ${step} (${kind}): ${title}`);
    for (const line of lines) console.log(`    ${line}`);
    for (const reason of reasons) console.log(`  because ${reason}`);
  }
  for (const { step, call, problem } of faults)
    console.log(`\ncall ${step} failed: ${call}\n    ${problem}`);
  const ok = faults.length === 0 && prompts.length <= MAX_PROMPTS;
  console.log(
    JSON.stringify({
      calls,
      prompts: prompts.length,
      failed: faults.length,
      sandbox,
      durationMs,
      ok,
    }),
  );
  process.exitCode = ok ? 0 : 1;
}
