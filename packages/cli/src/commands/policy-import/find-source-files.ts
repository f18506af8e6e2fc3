/** The files of another program: those that a person named, or those that stand where the program looks. */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import type { ImportSource, SourceFile } from "@toolplane/library/rooms/rules";
import { sourcePlaces } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { isBelow, posixPath } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { readTyped } from "../../rule-files/open-rule-file.ts";

/** Finds and reads them. Throws a CliError when there is none. */
export async function findSourceFiles(
  context: CommandContext,
  source: ImportSource,
  { workspace }: Pick<Settings, "workspace">,
): Promise<readonly SourceFile[]> {
  const { arguments: given, environment, directory } = context;
  const home = homeOf(environment);
  const named = given.words.slice(1);
  const isGlobal = given.flag("global");
  const places =
    named.length > 0
      ? named.map((path) => ({ path, isPersonal: isOutside(resolve(directory, path), workspace) }))
      : sourcePlaces(source, { home, workspace: isGlobal ? null : workspace });
  const files: SourceFile[] = [];
  for (const { path, isPersonal } of places)
    for (const found of named.length > 0 ? [path] : expand(path))
      files.push({
        file: shown(found, { home, workspace }),
        text: await readTyped(context, found),
        isPersonal,
      });
  if (files.length > 0) return files;
  throw new CliError(`No files of ${source} are here.`, {
    lines: ["Looked for", ...places.map(({ path }) => `  ${shown(path, { home, workspace })}`)],
    next: [`toolplane policy import ${source} FILE`],
  });
}

export function homeOf(environment: CommandContext["environment"]): string {
  return environment.HOME || homedir();
}

function isOutside(path: string, workspace: string | null): boolean {
  return workspace === null || !isBelow(path, workspace);
}

function expand(path: string): readonly string[] {
  if (!path.includes("*")) return existsSync(path) ? [path] : [];
  const folder = dirname(path);
  const ending = basename(path).slice(1);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function shown(
  path: string,
  { home, workspace }: { readonly home: string; readonly workspace: string | null },
): string {
  if (workspace !== null && isBelow(path, workspace)) return posixPath.below(workspace, path);
  return isBelow(path, home) ? `~/${posixPath.below(home, path)}` : path;
}
