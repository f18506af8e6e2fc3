/**
 * `npm run red [-- --only node|vitest --cases N]`: an agent brings faults into a project that requires its tests, plainly and behind
 * what hides them from a check, by edits and by commands. None may land. Then it mends its work, and that has to land. The last line
 * is JSON.
 */
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { type Flavour, NODE, VITEST } from "../test/checks/money-project.ts";
import { openRedWorld } from "./red/open-red-world.ts";
import { redCases } from "./red/red-cases.ts";

const USAGE = "npm run red -- [--only node|vitest] [--cases N]";
const { values } = readOptions(USAGE, {
  options: { only: { type: "string" }, cases: { type: "string", default: "1000" } },
});
const flavours = [NODE, VITEST].filter(({ name }) => (values.only ?? name) === name);
const most = Number(values.cases);
if (flavours.length === 0 || !(most >= 1)) refuseWords(`usage: ${USAGE}`);

const counts = { faults: 0, evasions: 0, repaired: 0 };
const landed: string[] = [];
const wrong: string[] = [];
for (const flavour of flavours) await playAll(flavour);
console.log(JSON.stringify({ ...counts, landed, wrong }));
process.exitCode = landed.length + wrong.length === 0 ? 0 : 1;

async function playAll(flavour: Flavour): Promise<void> {
  const world = await openRedWorld(flavour);
  for (const one of redCases(flavour).slice(0, most)) {
    const { spoiled, repaired, faults } = await world.play(one);
    const name = `${flavour.name}: ${one.name}`;
    counts[one.kind === "fault" ? "faults" : "evasions"] += 1;
    if (spoiled === "landed" || spoiled === "empty") landed.push(name);
    if (repaired === "landed") counts.repaired += 1;
    if (repaired !== "landed" || faults.length > 0)
      wrong.push(`${name}: mended ended ${repaired}; ${faults.join(", ")}`);
    console.log(`${spoiled.padEnd(8)} then ${repaired.padEnd(8)} ${name}`);
  }
  await world.close();
}
