/** `npm run chaos -- resume`: kills a real process at every boundary of the road and looks at what is left. */
import { parseArgs } from "node:util";
import { BOUNDARIES } from "./chaos/boundaries.ts";
import { isSound, runResumeChaos } from "./chaos/run-resume-chaos.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "10" },
    kills: { type: "string", default: String(BOUNDARIES.length * 4) },
    json: { type: "boolean", default: false },
  },
});
const kills = Number(values.kills);
const minutes = Number(values.minutes);
if (positionals.join() !== "resume" || !(kills >= 1) || !(minutes > 0)) {
  console.error("usage: npm run chaos -- resume [--minutes N] [--kills N] [--json]");
  process.exit(2);
}
let count = 0;
const report = await runResumeChaos({
  kills,
  minutes,
  onKill: (text) => {
    count += 1;
    if (!values.json) console.log(`${String(count).padStart(4)}  killed at ${text}`);
  },
});
for (const fault of report.faults) console.error(fault);
console.log(JSON.stringify(report));
process.exitCode = isSound(report) ? 0 : 1;
