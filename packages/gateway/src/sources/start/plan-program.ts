/**
 * Plans the start of a source's command: the very files that are run, the variables it gets, and what it is shown beside its
 * reach. All of it is known, and can be shown to a person, before anything is started.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ChannelSpec } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { SourceProgram } from "../list/source.ts";
import { readFetchedPackage } from "./fetched-package.ts";
import { findPackage } from "./find-package.ts";
import { findProgram, type ProgramPlace } from "./find-program.ts";
import { type PackageLine, readPackageLine, splitSpec } from "./package-line.ts";
import { readSourceValues, type SourceValues } from "./source-values.ts";

export interface ProgramGround {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder in which it is started unless the source says otherwise. */
  readonly workspace: string;
  /** Where packages lie that a person let toolplane fetch. Absent: none are looked for. */
  readonly userData?: string;
}

export type ProgramPlan =
  | {
      readonly ok: true;
      readonly spec: ChannelSpec;
      /** Variables that it declares and that are not set here. */
      readonly unset: readonly string[];
      /** The package that an npx line runs. */
      readonly package: string | null;
      /** The folder of ours that it was fetched into. */
      readonly fetchedInto?: string;
    }
  /** Says what is missing, and what helps; `fetch` is a package that could be fetched if a person said so. */
  | { readonly ok: false; readonly message: string; readonly fetch?: string };

export function planProgram(server: SourceProgram, ground: ProgramGround): ProgramPlan {
  const cwd = server.cwd === undefined ? ground.workspace : resolve(ground.workspace, server.cwd);
  const place = { cwd, path: ground.environment.PATH ?? "" };
  const line = readPackageLine(server.command, server.args);
  const values = readSourceValues(server.env, ground.environment);
  const facts = { cwd, values, home: ground.home };
  if (line?.of === "npm") {
    const npx = findProgram(basename(server.command) === "npx" ? server.command : "npx", place);
    return planPackage(line, { ...facts, place, npx, userData: ground.userData });
  }
  const installed = line && findProgram(splitSpec(line.spec).name, place);
  if (line && installed && splitSpec(line.spec).version === null)
    return planned({ ...facts, argv: [installed, ...line.args], isOnPath: true });
  // One that was given hosts may fetch from them itself, at each start.
  if (line && server.hosts.length === 0) return { ok: false, message: installFirst(server, line) };
  const program = findProgram(server.command, place);
  if (program === null)
    return { ok: false, message: `${server.command} is not a program here. Install it first.` };
  const isOnPath = !server.command.includes("/");
  return planned({ ...facts, argv: [program, ...server.args], isOnPath });
}

interface PlanFacts {
  readonly cwd: string;
  readonly values: SourceValues;
  readonly home: string;
}

/** Prefers what a person agreed to fetch to what lies around: of that one they know which version it is. */
function planPackage(
  { spec, args }: PackageLine,
  {
    place,
    npx,
    userData,
    ...facts
  }: PlanFacts & {
    readonly place: ProgramPlace;
    readonly npx: string | null;
    readonly userData: string | undefined;
  },
): ProgramPlan {
  const fetched = userData === undefined ? null : readFetchedPackage(userData, spec);
  const found = fetched ?? findPackage(spec, { npx, cwd: place.cwd, home: facts.home });
  if (found === null) return { ok: false, message: notFetched(spec), fetch: spec };
  const node = findProgram("node", place) ?? process.execPath;
  const argv = [node, found.file, ...args];
  return {
    ...planned({ ...facts, argv, isOnPath: true }),
    package: `${found.name}@${found.version}`,
    ...(fetched === null ? {} : { fetchedInto: fetched.folder }),
  };
}

function notFetched(spec: string): string {
  return `${spec} is not installed here, and a confined server has no network to fetch it with. Fetch it once: toolplane sources fetch ${spec}`;
}

function installFirst({ command }: SourceProgram, { spec }: PackageLine): string {
  const { name, version } = splitSpec(spec);
  const asked = version === null || version === "latest" ? name : `${name}==${version}`;
  const install = command.endsWith("pipx") ? "pipx install" : "uv tool install";
  return `${command} would fetch ${spec} from the network, which a confined server does not have. Install it once: ${install} ${asked}. Then its command is ${name}.`;
}

function planned({
  argv,
  isOnPath,
  cwd,
  values,
  home,
}: PlanFacts & { readonly isOnPath: boolean; readonly argv: readonly string[] }): Extract<
  ProgramPlan,
  { ok: true }
> {
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
