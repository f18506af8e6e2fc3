/** A process that re-points links between two targets as fast as it can, until its input ends; then says how often. */
import { renameSync, symlinkSync, writeSync } from "node:fs";

const [links = "[]"] = process.argv.slice(2);
const pairs = JSON.parse(links) as readonly { link: string; targets: readonly [string, string] }[];

let swaps = 0;
let running = true;
process.stdin.on("end", () => {
  running = false;
});
process.stdin.resume();
writeSync(1, "ready\n");

function flipMany(): void {
  for (let round = 0; round < 200; round += 1) {
    for (const { link, targets } of pairs) {
      const next = `${link}.next`;
      symlinkSync(targets[swaps % 2] ?? targets[0], next);
      renameSync(next, link);
    }
    swaps += 1;
  }
  if (running) setImmediate(flipMany);
  else writeSync(1, `${swaps}\n`);
}
flipMany();
