/** Run by `ordinary.test.ts` as another user: prints what is wrong with the rows that it is given by number. */
import { EFFECT_ROWS } from "./effect-rows.ts";
import { openEffectWorld } from "./open-effect-world.ts";
import { runEffectRow } from "./run-effect-row.ts";

const [level, ...numbers] = process.argv.slice(2);
const world = await openEffectWorld({ sandbox: level === "plain" ? "plain" : "auto" });
const faults: string[] = [];
try {
  for (const number of numbers) {
    const row = EFFECT_ROWS[Number(number)];
    if (row === undefined) throw new RangeError(`there is no row ${number}`);
    for (const fault of await runEffectRow(world, row))
      faults.push(`${row.class} ${row.name}: ${fault}`);
  }
} finally {
  await world.close();
}
const { kind, level: held } = world.toolplane.host.sandbox;
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), kind, held, faults }));
