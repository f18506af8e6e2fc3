/**
 * `npm run clients [-- --only NAME …]`: real clients, from npm at the versions of clients/package-lock.json, set up by our own
 * `toolplane start --for`, against a model on loopback. They run in a network of their own that has nothing but loopback, where
 * the system allows one. The last line is JSON.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { driveClient } from "./clients/drive-client.ts";
import { DRIVERS, NOT_DRIVEN } from "./clients/drivers.ts";
import { enterLoopback } from "./clients/enter-loopback.ts";
import { installClients } from "./clients/install-clients.ts";
import type { Trial } from "./clients/trial.ts";

const ALONE = "TOOLPLANE_CLIENTS_ALONE";
/** Longer than the minute after which clients give up on a server that says nothing. */
const silentSeconds = Number(process.env.TOOLPLANE_CLIENTS_SILENT ?? 75);
/** Just the long silence, for a machine that ends a run before all of it is over. */
const onlySilent = process.env.TOOLPLANE_CLIENTS_ONLY_SILENT === "1";
/** How many clients at once. */
const lanes = Number(process.env.TOOLPLANE_CLIENTS_LANES ?? 3);
const MARKS = { passed: "ok  ", failed: "FAIL", cannot: "-   " };
const programs = installClients(join(import.meta.dirname, "clients"));
const words = process.argv.slice(2);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true, default: [] } },
});
const wanted = [...values.only, ...positionals];

if (process.env[ALONE] === undefined) {
  const [program = "", ...before] = enterLoopback();
  const again = [...before, process.execPath, ...process.execArgv, import.meta.filename, ...words];
  const env = { ...process.env, [ALONE]: before.length > 0 ? "yes" : "no" };
  const { status } = spawnSync(program || process.execPath, program ? again : again.slice(1), {
    stdio: "inherit",
    env,
  });
  process.exitCode = status ?? 1;
} else await driveAll();

async function driveAll(): Promise<void> {
  process.once("SIGTERM", () => process.exit(143));
  if (process.env[ALONE] === "no")
    console.log("No network of our own here: clients run with the machine's.");
  for (const [name, why] of Object.entries(NOT_DRIVEN)) console.log(`-    ${name}: ${why}`);
  const chosen = DRIVERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  // A run of nothing would look like one in which all is well.
  if (chosen.length === 0) throw new Error(`no client is called ${wanted.join(" or ")}`);
  const failed: string[] = [];
  const waiting = [...chosen];
  const driveNext = async (): Promise<void> => {
    for (let driver = waiting.shift(); driver !== undefined; driver = waiting.shift()) {
      const { name } = driver;
      const tell = (trial: Trial): void =>
        console.log(`${MARKS[trial.end]} ${name} ${lineOf(trial)}`);
      const trials = await driveClient(driver, { programs, silentSeconds, onlySilent, tell });
      const wrong = trials.filter(({ end }) => end === "failed");
      failed.push(...wrong.map((trial) => `${name}: ${trial.name}`));
    }
  };
  // Most of it is waiting.
  await Promise.all(Array.from({ length: lanes }, driveNext));
  const broken = new Set(failed.map((name) => name.split(":")[0]));
  const passed = chosen.length - broken.size;
  const skipped = Object.entries(NOT_DRIVEN).map(([name, why]) => `${name}: ${why}`);
  console.log(JSON.stringify({ clients: chosen.length, passed, failed, skipped }));
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function lineOf({ name, said }: Trial): string {
  return said === "" ? name : `${name}: ${said.replace(/\s+/g, " ")}`;
}
