/** Compares the end of a project with what its landings, one after the other, make of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Marks, marksIn, type Task } from "./task.ts";

/** In words, one line for each file in which a mark is missing, is there twice, or should be gone. */
export function findLost(
  folder: string,
  { before, landed }: { readonly before: Marks; readonly landed: readonly Task[] },
): readonly string[] {
  const expected: Marks = new Map([...before].map(([path, marks]) => [path, new Set(marks)]));
  for (const { apply } of landed) apply(expected);
  const faults: string[] = [];
  const found = new Map<string, readonly string[]>();
  for (const path of filesIn(folder))
    found.set(path, marksIn(uniqueUses(path, readFileSync(join(folder, path), "utf8"))));
  for (const path of new Set([...expected.keys(), ...found.keys()])) {
    const wanted = [...(expected.get(path) ?? [])].toSorted().join(" ");
    const there = found.get(path)?.toSorted().join(" ");
    if (!expected.has(path)) faults.push(`${path} should be gone`);
    else if (there === undefined) faults.push(`${path} is gone: ${wanted}`);
    else if (there !== wanted) faults.push(`${path} holds "${there}" and not "${wanted}"`);
  }
  return faults;
}

/** The files of a project as it is before anybody works in it. */
export function marksOf(folder: string): Marks {
  return new Map(filesIn(folder).map((path) => [path, new Set()]));
}

/** A module says a name three times to use it once; a part says its own name twice. */
function uniqueUses(path: string, text: string): string {
  if (path.startsWith("src/hub-")) {
    const imports = text.match(/^import .*$/gm) ?? [];
    const uses = text.match(/^used\.push\((\w+)\);$/gm) ?? [];
    const imported = imports.flatMap((line) => marksIn(line).slice(0, 1));
    const used = uses.flatMap((line) => marksIn(line));
    const isSame = imported.toSorted().join() === used.toSorted().join();
    return isSame ? used.join(" ") : `imports ${imported.join(" ")} and uses ${used.join(" ")}`;
  }
  return path.startsWith("src/parts/") ? text.replace(/"a\d\dt\d\d\d"/, "") : text;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    return entry.isFile() && !path.startsWith(".") ? [path] : [];
  });
}
