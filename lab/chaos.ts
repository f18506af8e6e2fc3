/**
 * `npm run chaos -- resume`: kills a real process at every boundary of the road and of whole runs of agents, and looks at what is left.
 * `npm run chaos -- share`: two processes on one database for ten minutes.
 * `npm run chaos -- fleet`: machines on a team's database that stall, are killed and cut off, for ten minutes.
 * `npm run chaos -- load`: a thousand sessions at work on workers, with nothing going wrong.
 */

import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { startPostgres } from "../test/fleet/start-postgres.ts";
import { BOUNDARIES } from "./chaos/boundaries.ts";
import { isLoadSound, runFleetLoad } from "./chaos/fleet/run-fleet-load.ts";
import { isFleetSound, runFleetRounds } from "./chaos/fleet/run-fleet-rounds.ts";
import { isSound, joinReports, runResumeChaos } from "./chaos/run-resume-chaos.ts";
import { isSharedSound, runSharedStore } from "./chaos/run-shared-store.ts";

const USAGE =
  "npm run chaos -- resume|share|fleet|load [--minutes N] [--kills N] [--sessions N] [--workers N] [--at-once N] [--json]";
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "10" },
    kills: { type: "string", default: String(BOUNDARIES.length * 4) },
    sessions: { type: "string", default: "1000" },
    workers: { type: "string", default: "3" },
    "at-once": { type: "string", default: "16" },
    json: { type: "boolean", default: false },
  },
});
const kills = Number(values.kills);
const minutes = Number(values.minutes);
const [sessions, workers, concurrency] = [values.sessions, values.workers, values["at-once"]].map(
  Number,
) as [number, number, number];
const [what] = positionals;
const isKnown =
  positionals.length === 1 && ["resume", "share", "fleet", "load"].includes(what ?? "");
const isLoad = [sessions, workers, concurrency].every((one) => Number.isInteger(one) && one > 0);
if (!isKnown || !(kills >= 1) || !(minutes > 0) || !isLoad || sessions > 1_000 || workers > 4) {
  refuseWords(`usage: ${USAGE}`);
}
let count = 0;
const onKill = (text: string): void => {
  count += 1;
  if (!values.json) console.log(`${String(count).padStart(4)}  killed at ${text}`);
};
if (what === "share") {
  const report = await runSharedStore({ minutes });
  console.log(JSON.stringify(report));
  process.exitCode = isSharedSound(report) ? 0 : 1;
} else if (what === "fleet") {
  const onRound = values.json ? {} : { onRound: (text: string) => console.error(text) };
  const report = await runFleetRounds({ minutes, ...onRound });
  console.log(JSON.stringify(report));
  process.exitCode = isFleetSound(report) ? 0 : 1;
} else if (what === "load") {
  const amount = { sessions, workers, concurrency, calls: 4, ms: 200 };
  const server = await startPostgres({ lasting: true });
  const report = await runFleetLoad({ server, database: "load" }, amount).finally(server.remove);
  console.log(JSON.stringify(report));
  process.exitCode = isLoadSound(report, sessions) ? 0 : 1;
} else {
  const calls = await runResumeChaos({ kills, minutes, onKill, kind: "calls" });
  const runs = await runResumeChaos({ kills, minutes, onKill, kind: "runs" });
  const report = joinReports(calls, runs);
  for (const fault of report.faults) console.error(fault);
  console.log(JSON.stringify(report));
  process.exitCode = isSound(calls) && isSound(runs) ? 0 : 1;
}
