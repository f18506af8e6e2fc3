/**
 * Carries out the set-up of a case: what stands in the file system before the call, and what goes on beside it. Paths are
 * relative to the workspace. Programs that run here are the harness's own (git, mkfifo, node), never the case's.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SetupStep } from "../attack-case.ts";
import { repeatText } from "../expand-case.ts";
import type { Fixture } from "../fixture.ts";
import { harnessFault } from "../harness-fault.ts";
import { commitAll, initRepository, setGitConfig } from "./git-verbs.ts";
import { type StopSideProcess, startGrowing, startSwapping } from "./side-process.ts";

/** Runs the steps in order; servers and names are the network's business, the sidecar's link is planted later. */
export async function runSetup(
  steps: readonly SetupStep[],
  fixture: Fixture,
): Promise<readonly StopSideProcess[]> {
  const stops: StopSideProcess[] = [];
  for (const step of steps) {
    const stop = await runStep(step, fixture);
    if (stop) stops.push(stop);
  }
  return stops;
}

async function runStep(step: SetupStep, fixture: Fixture): Promise<StopSideProcess | null> {
  const path = resolve(fixture.workspace, String(step.path ?? "."));
  switch (step.do) {
    case "http":
    case "dns":
    case "plant-sidecar-symlink":
      return null;
    case "race-symlink": {
      const between = (step.between as readonly string[]).map((target) =>
        resolve(fixture.workspace, target),
      );
      return startSwapping({ path, between, forMs: Number(step.forMs) });
    }
    case "grow":
      makeFile(path, step);
      return startGrowing({ path, everyMs: Number(step.everyMs ?? 1) });
    case "git-init":
      initRepository(path, { isBare: step.bare === true });
      return null;
    case "git-config":
      setGitConfig(path, {
        isBare: step.bare === true,
        key: String(step.key),
        value: String(step.value),
      });
      return null;
    case "git-commit":
      commitAll(path);
      return null;
    default:
      makeEntry(step, path, fixture);
      return null;
  }
}

function makeEntry(step: SetupStep, path: string, fixture: Fixture): void {
  if (step.do === "file") {
    makeFile(path, step);
    return;
  }
  if (step.do === "dir" || step.do === "many") {
    mkdirSync(path, { recursive: true });
    setMode(path, step.mode);
    for (let at = 0; at < Number(step.count ?? 0); at += 1) writeFileSync(join(path, `f${at}`), "");
    return;
  }
  makeRoom(path);
  switch (step.do) {
    case "symlink":
      symlinkSync(String(step.to), path);
      break;
    case "hardlink":
      linkSync(resolve(fixture.workspace, String(step.to)), path);
      break;
    case "fifo":
      if (spawnSync("mkfifo", [path]).status !== 0) throw harnessFault("mkfifo failed");
      break;
    case "sparse":
      writeFileSync(path, "");
      truncateSync(path, Number(step.bytes));
      break;
    default:
      throw harnessFault(`set-up verb "${step.do}" is not known`);
  }
}

function makeFile(path: string, step: SetupStep): void {
  const bytes = contentOf(step);
  if (step.append === true) {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, bytes);
  } else {
    makeRoom(path);
    writeFileSync(path, bytes);
  }
  setMode(path, step.mode);
}

function contentOf(step: SetupStep): string | Uint8Array {
  if (typeof step.text === "string" && step.fill === undefined) return step.text;
  if (typeof step.base64 === "string") return Buffer.from(step.base64, "base64");
  if (typeof step.fill === "string") {
    const fill = Buffer.alloc(Number(step.bytes), step.fill);
    const tail = step.append ?? step.text;
    return typeof tail === "string" ? Buffer.concat([fill, Buffer.from(tail)]) : fill;
  }
  if (Array.isArray(step.repeat)) {
    const [text, count] = step.repeat as unknown as readonly [string, number];
    return repeatText(text, count);
  }
  return "";
}

/** What stood there before gives way: a case's own set-up wins over the standard fixture. */
function makeRoom(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
}

function setMode(path: string, mode: unknown): void {
  if (mode !== undefined) chmodSync(path, Number.parseInt(String(mode), 8));
}
