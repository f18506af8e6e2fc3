/**
 * Finds what a set touches of a check: tests and what only tests import, scripts, configuration, files that these name, and what is
 * installed. A second run has the base's versions of these. What a file is to the check is decided by its place, by its name and by who
 * imports it; a file that none of these explains, and that a program could look for, may be configuration.
 */
import type { SetChange } from "./expand-folders.ts";
import { findHelpers } from "./find-helpers.ts";
import {
  folderOf,
  installedPart,
  isCode,
  isConfigurationName,
  isForEditors,
  isInert,
  isInTestFolder,
  isOfGit,
  isTestFile,
  isTestPath,
  lastName,
} from "./name-roles.ts";
import { type NamingTexts, namingTexts } from "./naming-texts.ts";
import { type Project, readProject } from "./read-project.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";
import { scriptParts } from "./script-parts.ts";
import { testTail } from "./test-tail.ts";

/** One thing that a set touches. */
export interface TouchedPart {
  readonly path: string;
  readonly kind: CheckChange["kind"];
  /** `helper`: only tests import it, so it may be a part of them, or what they test. */
  readonly role:
    | "test"
    | "helper"
    | "script"
    | "configuration"
    | "named"
    | "installed"
    /** Nothing of the project uses it, and a program may look for it. */
    | "unexplained";
}

export interface Touched {
  readonly parts: readonly TouchedPart[];
  /** Source files whose own tests changed: source and test cannot be parted. */
  readonly inseparable: readonly string[];
}

type Ground = Pick<CheckEffects, "readText" | "listNames">;

/** What is known of a check. */
export interface CheckFacts {
  readonly command: string;
  /** Files that hold its tests, by a report. */
  readonly testFiles: readonly string[];
  /** No report says which tests ran: anything may be read by what it runs. */
  readonly isByExitCode: boolean;
  /** Every test passed on the base, so whatever they import is there. */
  readonly isGood: boolean;
}

interface Looked extends Ground, CheckFacts {
  /** The command where its scripts are known by it. */
  readonly line: string | null;
  readonly texts: NamingTexts;
  readonly project: () => Promise<Project>;
}

export async function findTouched(
  changes: readonly SetChange[],
  given: Ground & CheckFacts,
): Promise<Touched> {
  const { command, isByExitCode } = given;
  const line = isByExitCode ? null : command;
  let project: Promise<Project> | null = null;
  const looked: Looked = {
    ...given,
    line,
    texts: await namingTexts(changes, { ...given, line }),
    project() {
      project ??= readProject(given);
      return project;
    },
  };
  const parts = new Map<string, TouchedPart>();
  const inseparable: string[] = [];
  const rest: SetChange[] = [];
  for (const change of changes) {
    const installed = change.names.map(installedPart).find((part) => part !== null);
    const path = installed ?? change.path;
    const role =
      installed === undefined
        ? await roleOf(change, looked)
        : await installedRole(installed, change, looked);
    if (role === "inseparable") inseparable.push(path);
    else if (role === "source") rest.push(change);
    else if (role !== "inert" && (!parts.has(path) || role === "installed"))
      parts.set(path, { path, kind: change.kind, role });
  }
  const isAlone = rest.length === 1 && parts.size === 0;
  const helpers = isAlone ? [] : findHelpers(rest, await looked.project(), looked.texts.ownNames);
  for (const { path, kind } of helpers) parts.set(path, { path, kind, role: "helper" });
  return { parts: [...parts.values()], inseparable };
}

type Role = TouchedPart["role"] | "inseparable" | "source" | "inert";

/** A new package by a name that the base finds nowhere from there upward is imported by nothing that the base has. */
async function installedRole(
  part: string,
  { kind }: SetChange,
  { listNames, isGood }: Looked,
): Promise<Role> {
  if (kind !== "added" || !isGood) return "installed";
  // A program by a name that the base has too would have changed; one by the name of the system's is found by the further run.
  if (/(?:^|\/)node_modules\/\.bin$/.test(part)) return "unexplained";
  const [, around, name] = /^(.*?)node_modules\/(@?[^/.@][^/]*(?:\/[^/]+)?)$/.exec(part) ?? [];
  if (around === undefined || name === undefined) return "installed";
  for (let folder: string | null = around.replace(/\/$/, ""); folder !== null; ) {
    const below = folder === "" ? "node_modules" : `${folder}/node_modules`;
    if ((await listNames(`${below}/${name}`)).length > 0) return "installed";
    const beside = await listNames(folderOf(`${below}/${name}`));
    if (beside.includes(lastName(name))) return "installed";
    folder = folder === "" ? null : folderOf(folder);
  }
  return "inert";
}

async function roleOf(change: SetChange, looked: Looked): Promise<Role> {
  const { path, names } = change;
  const { testFiles, texts, project } = looked;
  // What lies in a folder is in the set by itself; what git keeps is compared with the files.
  if (change.type === "directory" || isOfGit(path)) return "inert";
  if (lastName(path) === "package.json")
    return (await saysOther(path, looked)) ? "script" : "inert";
  if (names.some(isTestFile)) return "test";
  if (!looked.isByExitCode && isForEditors(path)) return "inert";
  const asked = await withPlaces(change, looked);
  if (asked.some(isConfigurationName) && !(await isTestData(names, looked))) return "configuration";
  if (names.some((name) => testFiles.includes(name))) return roleOfTests(path, looked);
  if (asked.some(texts.names)) {
    const users = await importersOf(names, project);
    // What it tests may be named too; a test can import what runs it, and other code does not.
    const explaining = asked.some(texts.ownNames) ? users.filter((by) => !isTestPath(by)) : users;
    if (explaining.length === 0) return "named";
  }
  if (names.some(isInTestFolder)) return "test";
  if (await isOfProgram(names, looked)) return "named";
  if (await shadows(change, looked)) return "configuration";
  if (isInert(path)) return "inert";
  if (await isUnexplained(change, looked)) return "unexplained";
  return (await hasOtherTests(path, looked)) ? "inseparable" : "source";
}

/**
 * A new file may be found in the place of one of the base that has the same name but for its ending or letter case: `makefile` beside
 * `Makefile`. So it is asked what that one is, too.
 */
async function withPlaces(
  { names, kind, path }: SetChange,
  { listNames }: Ground,
): Promise<readonly string[]> {
  if (kind !== "added" || isInert(path)) return names;
  const folder = folderOf(path);
  const stem = stemOf(path);
  const beside = (await listNames(folder))
    .map((name) => (folder === "" ? name : `${folder}/${name}`))
    .filter((other) => other !== path && stemOf(other) === stem);
  return [...names, ...beside];
}

function stemOf(path: string): string {
  return lastName(path)
    .toLowerCase()
    .replace(/(?<=.)\.[^.]+$/, "");
}

/** A test folder holds configuration for the tests beside and below it; elsewhere in one it is data. */
async function isTestData(names: readonly string[], looked: Looked): Promise<boolean> {
  if (looked.isByExitCode || !names.some(isInTestFolder)) return false;
  const tests = [...(await looked.project()).tests.filter(isTestFile), ...looked.testFiles];
  return !names.some((name) => tests.some((test) => isBelow(test, folderOf(name))));
}

/**
 * A file by a name of its own that holds tests. One that imports the project's code and gives nothing to others is a test. Any other is
 * source with its tests inside, and these cannot be put back without it.
 */
async function roleOfTests(path: string, { readText, project }: Looked): Promise<Role> {
  const before = await readText("base", path);
  const after = await readText("view", path);
  const isOnlyTests =
    before !== null &&
    /\.[cm]?[jt]sx?$/.test(path) &&
    /['"`]\.{1,2}\//.test(before) &&
    !/^\s*export\b|\bexports\b/m.test(before) &&
    (await project()).importers(path).length === 0;
  if (isOnlyTests) return "test";
  const tail = testTail(before, { holdsTests: true });
  return tail !== null && tail === testTail(after, { holdsTests: true }) ? "source" : "inseparable";
}

/** True for a file of a folder that is run as a program, where nothing outside of it imports the file. */
async function isOfProgram(names: readonly string[], { texts, project }: Looked): Promise<boolean> {
  const folder = names.map(texts.programFolder).find((found) => found !== null) ?? null;
  if (folder === null) return false;
  return (await importersOf(names, project)).every((by) => isBelow(by, folder));
}

async function importersOf(
  names: readonly string[],
  project: Looked["project"],
): Promise<readonly string[]> {
  const { importers } = await project();
  return names.flatMap(importers);
}

/** A new file that takes the name of a module which the base's tests import from elsewhere, as one that is installed. */
async function shadows({ names, kind }: SetChange, { isGood, project }: Looked): Promise<boolean> {
  if (kind !== "added" || !isGood || !names.some((name) => name.endsWith(".py"))) return false;
  const { tests } = await project();
  return (await importersOf(names, project)).some((by) => tests.includes(by));
}

/**
 * True for a file beside or above the tests, or at the top, which no program's words or pictures and no code of the project's: something
 * that the check starts may look for it there. Where only an exit code tells, that may be code that nothing imports, too.
 */
async function isUnexplained(
  { path, names, kind, type }: SetChange,
  { isByExitCode, testFiles, project, readText }: Looked,
): Promise<boolean> {
  // Without an ending there is no format that a program could look for.
  if (!lastName(path).includes(".")) return false;
  const folder = folderOf(path);
  const isFile = type ?? (await readText(kind === "removed" ? "base" : "view", path));
  if (isFile === null) return false;
  if (isCode(path) && !(isByExitCode && folder === "")) return false;
  const { tests } = await project();
  const isNear = folder === "" || [...tests, ...testFiles].some((test) => isBelow(test, folder));
  if (!isNear) return false;
  // What it is to the base decides: a set could bring an import along with it.
  return kind === "added" && isCode(path) ? true : (await importersOf(names, project)).length === 0;
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

async function saysOther(path: string, { readText, line }: Looked): Promise<boolean> {
  const before = await readText("base", path);
  return scriptParts(before, line) !== scriptParts(await readText("view", path), line);
}

async function hasOtherTests(path: string, { readText }: Ground): Promise<boolean> {
  if (!isCode(path)) return false;
  const before = testTail(await readText("base", path));
  return before !== null && before !== testTail(await readText("view", path));
}
