import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";

export interface TypedNameFacts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** The file that runs: `…/bin/toolplane.cjs`. */
  readonly program: string;
}

/**
 * The words that start this very program here: its name where the shell finds it, `npx toolplane` inside its checkout,
 * else the whole path. npm puts its own folders in front of PATH while a script runs; the shell that people type into has none of them.
 */
export function typedName({ environment, directory, program }: TypedNameFacts): string {
  const inScript = environment.npm_lifecycle_event !== undefined;
  const folders = (environment.PATH ?? "").split(delimiter).filter(isAbsolute);
  const typed = inScript ? folders.filter((folder) => !isOfNpm(folder)) : folders;
  const found = typed.map((folder) => join(folder, "toolplane")).find((path) => existsSync(path));
  const own = realpathSync(program);
  if (found !== undefined && realpathSync(found) === own) return "toolplane";
  const checkout = join(own, "../../../..");
  const isInCheckout = !relative(checkout, directory).split(sep).includes("..");
  const hasLink = existsSync(join(checkout, "node_modules/.bin/toolplane"));
  return isInCheckout && hasLink ? "npx toolplane" : own;
}

function isOfNpm(folder: string): boolean {
  return folder.endsWith(join("node_modules", ".bin")) || folder.endsWith("node-gyp-bin");
}
