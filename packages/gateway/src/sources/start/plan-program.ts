/**
 * Plans the start of a source's command: the very files that are run, the variables it gets, and what it is shown beside its
 * reach. All of it is known, and can be shown to a person, before anything is started.
 */
import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { ChannelSpec } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { SourceProgram } from "../list/source.ts";
import { findPackage, readNpxLine } from "./find-package.ts";
import { readSourceValues, type SourceValues } from "./source-values.ts";

export interface ProgramGround {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder in which it is started unless the source says otherwise. */
  readonly workspace: string;
}

export type ProgramPlan =
  | {
      readonly ok: true;
      readonly spec: ChannelSpec;
      /** Variables that it declares and that are not set here. */
      readonly unset: readonly string[];
      /** The package that an npx line runs. */
      readonly package: string | null;
    }
  /** Says what is missing, and what helps. */
  | { readonly ok: false; readonly message: string };

export function planProgram(server: SourceProgram, ground: ProgramGround): ProgramPlan {
  const cwd = server.cwd === undefined ? ground.workspace : resolve(ground.workspace, server.cwd);
  const place = { cwd, path: ground.environment.PATH ?? "" };
  const program = findProgram(server.command, place);
  if (program === null)
    return { ok: false, message: `${server.command} is not a program here. Install it first.` };
  const line = basename(server.command) === "npx" ? readNpxLine(server.args) : null;
  const values = readSourceValues(server.env, ground.environment);
  if (line === null)
    return planned({
      argv: [program, ...server.args],
      cwd,
      values,
      home: ground.home,
      isOnPath: !server.command.includes("/"),
    });
  const found = findPackage(line.spec, { npx: program, cwd, home: ground.home });
  if (found === null) return { ok: false, message: notInstalled(line.spec) };
  const node = findProgram("node", place) ?? process.execPath;
  const argv = [node, found.file, ...line.args];
  return {
    ...planned({ argv, isOnPath: true, cwd, values, home: ground.home }),
    package: versionOf(found),
  };
}

function versionOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

function notInstalled(spec: string): string {
  return `npx would fetch ${spec} from the network, which a confined server does not have. Install it once: npm install --global ${spec}`;
}

function planned({
  argv,
  isOnPath,
  cwd,
  values,
  home,
}: {
  readonly isOnPath: boolean;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly values: SourceValues;
  readonly home: string;
}): Extract<ProgramPlan, { ok: true }> {
  const [program = "", ...args] = argv;
  const scripts = args.map((word) => resolve(cwd, word)).filter(isFile);
  // Every process is shown what is on PATH; a package's command is a link into the folder that it is installed with.
  const shows = [...(isOnPath ? packagedAs(program) : [program]), ...scripts].flatMap((file) =>
    homesOf(file, home),
  );
  return {
    ok: true,
    spec: { argv, cwd, env: values.values, shows: [...new Set(shows)] },
    unset: values.unset,
    package: null,
  };
}

function packagedAs(program: string): readonly string[] {
  const real = realpathSync(program);
  return real.split(sep).includes("node_modules") ? [real] : [];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Finds what a file is installed with: its own folder, and where its link leads. */
function homesOf(file: string, home: string): readonly string[] {
  return [...new Set([file, realpathSync(file)])].map((one) => installationOf(one, home));
}

/**
 * A file in `node_modules` needs what lies beside it; one of a package needs the package; any other needs its folder. A home
 * folder is no installation, and neither is the root.
 */
function installationOf(file: string, home: string): string {
  const parts = file.split(sep);
  const modules = parts.indexOf("node_modules");
  if (modules > 0) return parts.slice(0, modules + 1).join(sep);
  const folder = dirname(file);
  for (let above = folder; mayBeInstallation(above, home); above = dirname(above))
    if (lstatSync(join(above, "package.json"), { throwIfNoEntry: false })) return above;
  return mayBeInstallation(folder, home) ? folder : file;
}

/** Neither the root nor a home folder nor anything above it. */
function mayBeInstallation(folder: string, home: string): boolean {
  return dirname(folder) !== folder && !isWithin(home, folder);
}

interface ProgramPlace {
  /** The folder that relative paths begin at. */
  readonly cwd: string;
  readonly path: string;
}

/** The file behind a command, found as a shell would: by its path, or by its name on PATH. Null when none can be run. */
function findProgram(command: string, { cwd, path }: ProgramPlace): string | null {
  if (command.includes("/")) return runnable(resolve(cwd, command));
  for (const folder of path.split(delimiter)) {
    const found = isAbsolute(folder) ? runnable(join(folder, command)) : null;
    if (found !== null) return found;
  }
  return null;
}

function runnable(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
