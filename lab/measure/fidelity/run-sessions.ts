/** Compares sessions one after the other and prints a line of JSON for each command. Started in a namespace of its own. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { join } from "node:path";
import { compareSession } from "./compare-session.ts";
import type { SessionPlan } from "./session-plan.ts";

interface Work {
  readonly plans: readonly SessionPlan[];
  readonly commandMs: number;
}

const [base] = process.argv.slice(2);
if (base === undefined) throw new Error("say where to work");
const { plans, commandMs } = JSON.parse(readFileSync(join(base, "work.json"), "utf8")) as Work;
setPriority(Math.max(5, getPriority()));
// Whoever started this holds the other end: it ends with them, and everything that it started with it.
process.stdin.on("end", () => process.exit(1)).resume();
for (const [at, plan] of plans.entries()) {
  const folder = join(base, `s${at}`);
  mkdirSync(folder);
  try {
    await compareSession(folder, plan, { commandMs, userData: join(base, "data") }, (row) =>
      console.log(JSON.stringify(row)),
    );
  } catch (error) {
    console.log(JSON.stringify({ session: plan.session, from: plan.from, broken: String(error) }));
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
