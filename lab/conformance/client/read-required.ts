/** The scenarios that a revision requires of a client, from the suite's own list; what it only runs beside them is not in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readRequired(bin: string, revision: string): readonly string[] {
  const file = join(bin, "../@modelcontextprotocol/conformance/requirements", `${revision}.yaml`);
  const names: string[] = [];
  let isClient = false;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (/^\S/.test(line)) isClient = line.startsWith("client:");
    const name = /^ {2}- (\S+)$/.exec(line)?.[1];
    if (isClient && name !== undefined) names.push(name);
  }
  return names;
}
