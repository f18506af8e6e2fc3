// `node scripts/build-for-tests.ts [FOLDER]`: makes the program that tests start, unless it is there.
import { join } from "node:path";
import { makeProgram, programFolder } from "./build/program-for-tests.ts";

const root = join(import.meta.dirname, "..");
await makeProgram(root, process.argv[2] ?? programFolder(root));
