/** Looks at what machines left, from outside: which cards were charged, what the record says of each call, what models were told. */
import { existsSync, readFileSync } from "node:fs";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { classifyCalls, loadRecord } from "@toolplane/kernel/record";
import { createRuns } from "@toolplane/library/inside";
import { verifySession } from "@toolplane/library/rooms/record";
import { createFakeClock } from "@toolplane/testkit";
import { COMMAND_ID, chargeId, KEY, planOf } from "./machine-task.ts";

export interface FleetReport {
  readonly sessions: number;
  readonly calls: number;
  readonly charged: number;
  readonly unknown: number;
  /** Real commands that ended well, in a sandbox. */
  readonly commands: number;
  /** What late workers reported. */
  readonly late: number;
  /** Cards that were charged more than once. */
  readonly twice: readonly string[];
  /** Everything else that must not be. */
  readonly faults: readonly string[];
}

export function readEffects(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
}

const MOST = 1_000;

export async function checkFleet(store: Store, effects: string): Promise<FleetReport> {
  const runs = createRuns({ store, key: KEY, clock: createFakeClock() });
  const times = new Map<string, number>();
  for (const name of readEffects(effects)) times.set(name, (times.get(name) ?? 0) + 1);
  const found = { calls: 0, unknown: 0, commands: 0, late: 0 };
  const faults: string[] = [];
  const listed = await runs.list({ limit: MOST });
  for (const { id, sessionId, prompt, status } of listed) {
    const { name, calls } = planOf(prompt);
    if (status !== "done") faults.push(`${name}: its run is ${status}`);
    const { said } = await runs.open(id);
    const { rows } = await loadRecord(store, sessionId);
    const states = new Map(classifyCalls(rows).map(({ callId, state }) => [callId, state]));
    found.late += rows.filter(({ type }) => type === "late-settlement").length;
    // One that could not be recorded first was refused, and its model told so.
    const command = await commandOf(store, rows);
    if (command === "confined") found.commands += 1;
    if (command === "bare") faults.push(`${name}: its command ran in no sandbox`);
    for (let at = 0; at < calls; at += 1) {
      const callId = chargeId(at);
      const of = (type: string) => rows.filter((row) => row.callId === callId && row.type === type);
      const happened = times.get(`${name}-${at}`) ?? 0;
      const succeeded = of("call-succeed").length;
      const isUnknown = states.get(callId) === "unknown";
      found.calls += 1;
      if (isUnknown) found.unknown += 1;
      if (succeeded > 1) faults.push(`${name}-${at}: settled ${succeeded} times`);
      if (succeeded === 1 && happened === 0) faults.push(`${name}-${at}: settled, not charged`);
      if (succeeded === 0 && happened > 0 && !isUnknown)
        faults.push(
          `${name}-${at}: charged, and the record says ${states.get(callId) ?? "nothing"}`,
        );
      const told = said.filter((one) => one.role === "tool" && one.callId === callId);
      if (told.length !== 1) faults.push(`${name}-${at}: its model was told ${told.length} times`);
      if (isUnknown && told.some((one) => one.role === "tool" && !one.isError))
        faults.push(`${name}-${at}: unknown, and its model was told that it went well`);
    }
    const verified = await verifySession({ store, key: KEY }, sessionId);
    if (!verified.ok) faults.push(`${name}: row ${verified.row}: ${verified.problem}`);
  }
  const twice = [...times].filter(([, count]) => count > 1).map(([name]) => name);
  return { sessions: listed.length, ...found, charged: times.size, twice, faults };
}

async function commandOf(
  store: Store,
  rows: readonly EventRow[],
): Promise<"confined" | "bare" | "none"> {
  const row = rows.find(({ callId, type }) => callId === COMMAND_ID && type === "call-succeed");
  const bytes = row ? await store.payloads.get(row.payloadDigest) : null;
  if (bytes === null) return "none";
  return Buffer.from(bytes).includes('"sandbox":"enforced"') ? "confined" : "bare";
}
