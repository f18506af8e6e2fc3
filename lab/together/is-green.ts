/** Says what the check of the project says, without a program: it is asked after every landing, while others go on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function isGreen(folder: string): boolean {
  try {
    const numbers = readdirSync(join(folder, "plugins")).map(
      (name) => /number = (\d+)/.exec(readFileSync(join(folder, "plugins", name), "utf8"))?.[1],
    );
    const parts = new Set(readdirSync(join(folder, "src/parts")));
    const isWhole = readdirSync(join(folder, "src"))
      .filter((name) => name.startsWith("hub-"))
      .every((name) => resolves(readFileSync(join(folder, "src", name), "utf8"), parts));
    JSON.parse(readFileSync(join(folder, "config/features.json"), "utf8"));
    return isWhole && new Set(numbers).size === numbers.length;
  } catch {
    return false;
  }
}

function resolves(text: string, parts: ReadonlySet<string>): boolean {
  const imported = [...text.matchAll(/^import \{ (\w+) \} from "\.\/parts\/(\w+\.js)";$/gm)];
  const names = imported.map(([, name]) => name);
  const used = [...text.matchAll(/^used\.push\((\w+)\);$/gm)].map(([, name]) => name);
  return (
    imported.every(([, , file = ""]) => parts.has(file)) &&
    new Set(names).size === names.length &&
    used.every((name) => names.includes(name))
  );
}
