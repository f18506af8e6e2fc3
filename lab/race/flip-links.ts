/**
 * A process that swaps names as fast as it can, until its input ends; then says how often. A link is re-pointed between
 * two targets; a directory is moved away for a moment, with a link to somewhere else in its place.
 */
import { renameSync, symlinkSync, unlinkSync, writeSync } from "node:fs";
import type { Swap } from "./start-flipping.ts";

const swaps = JSON.parse(process.argv[2] ?? "[]") as readonly Swap[];

let rounds = 0;
let running = true;
process.stdin.on("end", () => {
  running = false;
});
process.stdin.resume();
writeSync(1, "ready\n");

function swapNames(swap: Swap): void {
  if (swap.kind === "link") {
    symlinkSync(swap.targets[rounds % 2] ?? swap.targets[0], `${swap.path}.next`);
    renameSync(`${swap.path}.next`, swap.path);
    return;
  }
  renameSync(swap.path, swap.away);
  symlinkSync(swap.target, swap.path);
  unlinkSync(swap.path);
  renameSync(swap.away, swap.path);
}

function swapMany(): void {
  // An odd number: each pause leaves the names the other way round.
  for (let round = 0; round < 201; round += 1) {
    for (const swap of swaps) swapNames(swap);
    rounds += 1;
  }
  if (running) setImmediate(swapMany);
  else writeSync(1, `${rounds}\n`);
}
swapMany();
