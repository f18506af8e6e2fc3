/** A project's tools that are swapped after a person agreed to them: what runs is what was agreed to, or nothing. */
import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findUnits } from "@toolplane/host/tool-folders";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openFolderWorld, outcomeOf, toolText } from "./fixture.ts";

const FOLDER = "ws/.toolplane/tools/mine";
const index = (value: string): string =>
  toolText("mine", value, { before: 'import { word } from "./dep.ts";' });
const FILES = {
  [`${FOLDER}/package.json`]: '{"type":"module","tool":"index.ts"}',
  [`${FOLDER}/index.ts`]: index("return word;"),
  [`${FOLDER}/dep.ts`]: 'export const word = "agreed";\n',
};
const EVIL = 'export const word = "evil";\n';

type Swap = (folder: string) => void;

const put =
  (name: string, text: string): Swap =>
  (folder) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

const SWAPS: Readonly<Record<string, Swap>> = {
  "a file that it imports": put("dep.ts", EVIL),
  "its own file": put("index.ts", toolText("mine", 'return "evil";')),
  "its manifest": (folder) => {
    put("other.ts", toolText("mine", 'return "evil";'))(folder);
    put("package.json", '{"type":"module","tool":"other.ts"}')(folder);
  },
  "a link in the place of a file": (folder) => {
    writeFileSync(join(folder, "../../../evil.ts"), EVIL);
    rmSync(join(folder, "dep.ts"));
    symlinkSync("../../../evil.ts", join(folder, "dep.ts"));
  },
  "a hard link in the place of a file": (folder) => {
    writeFileSync(join(folder, "../../../evil.ts"), EVIL);
    rmSync(join(folder, "dep.ts"));
    linkSync(join(folder, "../../../evil.ts"), join(folder, "dep.ts"));
  },
  "another folder under its name": (folder) => {
    renameSync(folder, `${folder}-old`);
    for (const [path, text] of Object.entries(FILES))
      put(path.slice(FOLDER.length + 1), text)(folder);
    put("dep.ts", EVIL)(folder);
  },
  "a file of the same length and time": (folder) => {
    const file = join(folder, "dep.ts");
    writeFileSync(file, 'export const word = "evil!!";\n');
    utimesSync(file, 1, 1);
  },
  "packages beside it": (folder) => {
    put("node_modules/dep/index.js", 'export const word = "evil";')(folder);
    put(
      "node_modules/dep/package.json",
      '{"name":"dep","type":"module","main":"index.js"}',
    )(folder);
    put(
      "index.ts",
      toolText("mine", "return word;", { before: 'import { word } from "dep";' }),
    )(folder);
  },
  "a package.json that maps its import": (folder) =>
    put(
      "package.json",
      '{"type":"module","tool":"index.ts","imports":{"./dep.ts":"./evil.ts"}}',
    )(folder),
};

for (const sandbox of ["none", "auto"] as const)
  describe.skipIf(sandbox === "auto" && !hasSandbox)(
    `a tool that was agreed to, sandbox ${sandbox}${sandbox === "auto" ? " (needs bubblewrap)" : ""}`,
    () => {
      // The files are read and copied in the same way at every level; a start in a sandbox takes longer.
      const swaps = Object.entries(SWAPS).slice(0, sandbox === "auto" ? 2 : undefined);

      it("runs as it was, or not at all, whatever is swapped after it was agreed to", async () => {
        for (const [name, swap] of swaps) {
          const trusted = new Set<string>();
          const { call, folders, projectFolder } = await openFolderWorld({
            sandbox,
            unconfinedTools: true,
            files: FILES,
            isTrusted: ({ digest }) => trusted.has(digest),
          });
          for (const { unit } of findUnits(projectFolder)) trusted.add(unit?.digest ?? "");
          await folders.reload();
          expect([name, outcomeOf(await call("mine"))]).toEqual([name, "agreed"]);
          swap(join(projectFolder, "mine"));
          expect([name, outcomeOf(await call("mine"))]).toEqual([name, "agreed"]);
          await folders.reload();
          expect(String(outcomeOf(await call("mine"))), name).not.toContain("evil");
        }
      });

      it("runs as it was looked at, whatever is swapped between that and its start", async () => {
        for (const [name, swap] of swaps) {
          let times = 0;
          const { call } = await openFolderWorld({
            sandbox,
            unconfinedTools: true,
            files: FILES,
            isTrusted: ({ path }) => {
              times += 1;
              if (times === 1) swap(path);
              return times === 1;
            },
          });
          expect([name, outcomeOf(await call("mine"))]).toEqual([name, "agreed"]);
        }
      });
    },
  );
