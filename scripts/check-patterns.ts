// JavaScript's expressions backtrack: one made from a call, a file name, a rule or a server's text can stop the process. Such
// patterns are read by `readings`, or run by RE2; here nothing is built from input.
import { join } from "node:path";
import { findBuiltPatterns } from "./patterns/find-built-patterns.ts";
import { type GateResult, reportGate } from "./source/gate.ts";
import { isTestFile, listSourceFiles, stripTypes } from "./source/source-file.ts";

/** Files that may build one, and why that is safe. */
export const EXCUSED: Readonly<Record<string, string>> = {
  "packages/kernel/src/redaction/look-alikes.ts":
    "from the rows of its own table, where every repetition is bounded",
  "packages/kernel/src/schema/formats/find-format.ts":
    "only to learn whether a text is an expression; it is never run",
};

/** Looks for expressions that are built from anything but literals in packages/*\/src. */
export function checkPatterns(
  root: string,
  excused: Readonly<Record<string, string>> = EXCUSED,
): GateResult {
  const files = listSourceFiles(root, { folders: ["packages"], endings: [".ts", ".tsx"] }).filter(
    (file) => file.path.split("/")[2] === "src" && !isTestFile(file.path),
  );
  const found = files
    .filter((file) => file.text.includes("RegExp"))
    .map((file) => ({ path: file.path, built: findBuiltPatterns(stripTypes(file)) }));
  const failures = found
    .filter(({ path }) => !Object.hasOwn(excused, path))
    .flatMap(({ path, built }) =>
      built.map(
        ({ line, what }) =>
          `${path}:${line} ${what}: use a reading of @toolplane/readings, or RE2 for expressions`,
      ),
    );
  const idle = Object.keys(excused).filter(
    (path) => !found.some((each) => each.path === path && each.built.length > 0),
  );
  return {
    name: "patterns",
    summary: `${files.length} files, ${Object.keys(excused).length} excused`,
    failures: [
      ...failures,
      ...idle.map((path) => `${path} builds no expression any more: take it off the list`),
    ],
  };
}

if (import.meta.main) reportGate(checkPatterns(join(import.meta.dirname, "..")));
