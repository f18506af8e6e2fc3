// `node make-folder.fixture.ts FOLDER`: makes a folder of two files. It says what it is about to do, and writes the second file
// once a line comes in.
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderOnce } from "./make-folder-once.ts";

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

say("asks");
const made = await makeFolderOnce(process.argv[2] ?? "", async (folder) => {
  mkdirSync(folder);
  writeFileSync(join(folder, "first"), "");
  say("writes");
  await once(process.stdin, "data");
  writeFileSync(join(folder, "second"), "");
});
say(made ? "made" : "found");
process.stdin.destroy();
