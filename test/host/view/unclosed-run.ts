/** Run by `killed.test.ts`: commands on views, the last one mounted ahead, and no end of the host. */
import { openViewWorld } from "./fixture.ts";

const [parent = ""] = process.argv.slice(2);
const world = await openViewWorld({ parent });
for (const line of ["true", ":"]) await world.run(`eval ${line}`);
const { wasAhead } = await world.run("eval true");
process.stdout.write(`${wasAhead}\n`);
