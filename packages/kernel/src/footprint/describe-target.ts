/** A target as one short text: what the record keeps as its subject and what a refusal names. Not escaped for display. */
import type { FsTarget, ShellWord, Target } from "@toolplane/contract";

/** Says what a target is, e.g. `fs.read /workspace/.env`. */
export function describeTarget(target: Target): string {
  switch (target.capability) {
    case "fs.read":
    case "fs.write":
      return `${target.capability} ${pathText(target)}`;
    case "net.fetch":
      return `net.fetch ${target.scheme}://${target.host}:${target.port}`;
    case "shell.run":
      return `shell.run ${target.unit.argv.map(wordText).join(" ")}`;
    case "env":
      return `env ${target.name}`;
    case "named":
      return target.name;
    case "opaque":
      return `${target.of} (not understood: ${target.reason})`;
  }
}

/** Where a link leads is what the rules decide by, so it is said. */
function pathText({ path, real, tree }: FsTarget): string {
  const named = tree ? `${path}/**` : path;
  return path === real ? named : `${named} → ${real}`;
}

function wordText(word: ShellWord): string {
  return typeof word === "string" ? word : word.dynamic;
}
