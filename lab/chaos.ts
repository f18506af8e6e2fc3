/**
 * `npm run chaos -- resume`: kills a real process at every boundary of the road and of whole runs of agents, and looks at what is left.
 * `npm run chaos -- share`: two processes on one database for ten minutes.
 * `npm run chaos -- fleet`: machines on a team's database that stall, are killed and cut off, for ten minutes.
 */

import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { BOUNDARIES } from "./chaos/boundaries.ts";
import { isFleetSound, runFleetRounds } from "./chaos/fleet/run-fleet-rounds.ts";
import { isSound, joinReports, runResumeChaos } from "./chaos/run-resume-chaos.ts";
import { isSharedSound, runSharedStore } from "./chaos/run-shared-store.ts";

const USAGE = "npm run chaos -- resume|share|fleet [--minutes N] [--kills N] [--json]";
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "10" },
    kills: { type: "string", default: String(BOUNDARIES.length * 4) },
    json: { type: "boolean", default: false },
  },
});
const kills = Number(values.kills);
const minutes = Number(values.minutes);
const [what] = positionals;
const isKnown = positionals.length === 1 && ["resume", "share", "fleet"].includes(what ?? "");
if (!isKnown || !(kills >= 1) || !(minutes > 0)) {
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
} else {
  const calls = await runResumeChaos({ kills, minutes, onKill, kind: "calls" });
  const runs = await runResumeChaos({ kills, minutes, onKill, kind: "runs" });
  const report = joinReports(calls, runs);
  for (const fault of report.faults) console.error(fault);
  console.log(JSON.stringify(report));
  process.exitCode = isSound(calls) && isSound(runs) ? 0 : 1;
}
