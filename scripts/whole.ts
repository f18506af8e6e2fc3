/**
 * `npm run whole`: the test files of which `npm test` takes a sample, with nothing left out. They are found by what they import, so
 * no list has to be kept. A file that another script of package.json runs whole is left to that script.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "./read-options.ts";
import { listSourceFiles } from "./source/source-file.ts";
import { findSampling } from "./whole/find-sampling.ts";

readOptions("npm run whole -- ", {});
const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const files = listSourceFiles(root, {
  folders: ["packages", "test", "scripts", "lab"],
  endings: [".test.ts"],
});
const sampling = findSampling(files, Object.values(scripts));
const child = spawn("vitest", ["run", ...sampling], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, TOOLPLANE_WHOLE: "1" },
});
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});
