// `node scripts/build-for-tests.ts [NAME FOLDER]`: makes a bundle that tests start, unless it is there; both without a name.
import { join } from "node:path";
import { isBundleName, makeProgram, programFolder } from "./build/program-for-tests.ts";

const root = join(import.meta.dirname, "..");
const [name, folder] = process.argv.slice(2);
for (const each of ["cli", "programs"] as const)
  if (name === undefined) await makeProgram(root, each, programFolder(root, each));
if (name !== undefined && folder !== undefined && isBundleName(name))
  await makeProgram(root, name, folder);
