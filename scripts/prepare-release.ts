/**
 * `npm run release:prepare -- [--date DAY]`: turns the changes that wait in `.changeset` into the next version, in every package, in
 * the lock and in CHANGELOG.md. It commits nothing and publishes nothing.
 */
import { join } from "node:path";
import { runProgram } from "./packed/run-program.ts";
import { readOptions } from "./read-options.ts";
import { prepareRelease } from "./release/prepare-release.ts";

const root = join(import.meta.dirname, "..");
const { values } = readOptions("npm run release:prepare -- [--date DAY]", {
  options: { date: { type: "string", default: new Date().toISOString().slice(0, 10) } },
});
const prepared = await prepareRelease(root, values.date);
if ("faults" in prepared) {
  for (const fault of prepared.faults) console.error(`! ${fault}`);
  process.exitCode = 1;
} else {
  await runProgram("npm", ["install", "--package-lock-only", "--ignore-scripts"], { cwd: root });
  const { version } = prepared;
  console.log(
    `Prepared ${version}. Read CHANGELOG.md, run npm test, commit, and push the tag v${version}.`,
  );
}
