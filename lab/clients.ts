/**
 * `npm run clients [-- --only NAME …]`: real clients, from npm at the versions of clients/package-lock.json, set up by our own
 * `toolplane start --for`, against a model on loopback. They run in a network of their own that has nothing but loopback, where
 * the system allows one. The last line is JSON.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { driveClient } from "./clients/drive-client.ts";
import { DRIVERS, NOT_DRIVEN } from "./clients/drivers.ts";
import { enterLoopback } from "./clients/enter-loopback.ts";
import { type InstalledClients, installClients } from "./clients/install-clients.ts";
import type { Trial } from "./clients/trial.ts";

/** Carries the installed clients to the run inside the network of its own. */
const INSIDE = "TOOLPLANE_CLIENTS_INSIDE";
/** Longer than the minute after which clients give up on a server that says nothing. */
const silentSeconds = Number(process.env.TOOLPLANE_CLIENTS_SILENT ?? 75);
/** Just the long silence, for a machine that ends a run before all of it is over. */
const onlySilent = process.env.TOOLPLANE_CLIENTS_ONLY_SILENT === "1";
/** How many clients at once. */
const lanes = Number(process.env.TOOLPLANE_CLIENTS_LANES ?? 3);
const MARKS = { passed: "ok  ", failed: "FAIL", cannot: "-   " };
const { values, positionals } = readOptions("npm run clients -- [[--only] NAME …]", {
  allowPositionals: true,
  options: { only: { type: "string", multiple: true, default: [] } },
});
const wanted = [...values.only, ...positionals];
const chosen = DRIVERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
// A run of nothing would look like one in which all is well.
if (chosen.length === 0) refuseWords(`no client is called ${wanted.join(" or ")}`);

const inside = process.env[INSIDE];
if (inside === undefined) {
  // While there is still a network.
  const installed = installClients(chosen, join(import.meta.dirname, "clients"));
  const [program = "", ...before] = enterLoopback();
  const again = [...before, process.execPath, ...process.execArgv, import.meta.filename, ...wanted];
  const env = { ...process.env, [INSIDE]: JSON.stringify(installed) };
  if (before.length === 0)
    console.log("No network of our own here: clients run with the machine's.");
  const { status } = spawnSync(program || process.execPath, program ? again : again.slice(1), {
    stdio: "inherit",
    env,
  });
  process.exitCode = status ?? 1;
} else await driveAll(JSON.parse(inside));

async function driveAll({ programs, missing }: InstalledClients): Promise<void> {
  process.once("SIGTERM", () => process.exit(143));
  for (const [name, why] of Object.entries(NOT_DRIVEN)) console.log(`-    ${name}: ${why}`);
  for (const why of missing) console.log(`-    ${why}`);
  const driven = chosen.filter(({ name }) => name in programs);
  const failed: string[] = [];
  const waiting = [...driven];
  const driveNext = async (): Promise<void> => {
    for (let driver = waiting.shift(); driver !== undefined; driver = waiting.shift()) {
      const { name } = driver;
      const folder = programs[name] ?? "";
      const tell = (trial: Trial): void =>
        console.log(`${MARKS[trial.end]} ${name} ${lineOf(trial)}`);
      const trials = await driveClient(driver, {
        programs: folder,
        silentSeconds,
        onlySilent,
        tell,
      });
      const wrong = trials.filter(({ end }) => end === "failed");
      failed.push(...wrong.map((trial) => `${name}: ${trial.name}`));
    }
  };
  // Most of it is waiting.
  await Promise.all(Array.from({ length: lanes }, driveNext));
  const broken = new Set(failed.map((name) => name.split(":")[0]));
  const passed = driven.length - broken.size;
  const skipped = [
    ...missing,
    ...Object.entries(NOT_DRIVEN).map(([name, why]) => `${name}: ${why}`),
  ];
  console.log(JSON.stringify({ clients: driven.length, passed, failed, skipped }));
  process.exitCode = failed.length === 0 && driven.length > 0 ? 0 : 1;
}

function lineOf({ name, said }: Trial): string {
  return said === "" ? name : `${name}: ${said.replace(/\s+/g, " ")}`;
}
