/** Options and settings that open what a call reaches outside the workspace. */
import type { Opinion, Resource } from "@toolplane/contract";
import { quoteVisibly } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";

/** For every ask of that kind, the same one once. */
export function openingWords(
  opinions: readonly Opinion[],
  resources: readonly Resource[],
): readonly string[] {
  const words = opinions.flatMap(({ judge, action, resource }) => {
    const found = resource === undefined ? undefined : resources[resource];
    return judge === "reach" && action === "ask" && found ? [wordsFor(found)] : [];
  });
  return [...new Set(words)];
}

function wordsFor(resource: Resource): string {
  if (resource.capability === "net.fetch")
    return `"reach": { "hosts": ["${escapeText(resource.host)}:${resource.port}"] } in your own config.jsonc`;
  if (resource.capability !== "fs.read" && resource.capability !== "fs.write") return "";
  const folder = resource.tree === true ? resource.real : parentOf(resource.real);
  const write = resource.capability === "fs.write" ? ":write" : "";
  return `--add-dir ${quoteVisibly(escapeText(`${folder}${write}`))}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
