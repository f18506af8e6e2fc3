/** Calls made by a program of `code_mode`, and the same calls made directly. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "@toolplane/contract";
import type { Figures } from "../harness/section.ts";
import { withDirectory } from "../host/open-product.ts";
import { type CallTool, withTools } from "./open-tools.ts";
import { type CallTimes, timeCalls } from "./time-calls.ts";

/** Calls of one round. */
export const CALLS = 100;
export const FILES = 10_000;

const TIMES: CallTimes = { warmUp: 2, runs: 7 };
const FEW: CallTimes = { warmUp: 1, runs: 3 };
const FOLDERS = 100;
const LOOP = `let seen = 0; for (let n = 0; n < ${CALLS}; n += 1) seen += (await tools.read({ path: "a.txt" })).length > 0 ? 1 : 0; return seen;`;

/** One small file read again and again, each time by a call of its own. */
export function directReads(): Promise<Figures> {
  return withSmallFile(async (call) => {
    const times = await timeCalls(
      TIMES,
      async () => {
        let seen = 0;
        for (let n = 0; n < CALLS; n += 1)
          seen += (await call("read", { path: "a.txt" })).length > 0 ? 1 : 0;
        return seen;
      },
      (seen) => expectText(String(seen), String(CALLS)),
    );
    return { ...times, callUs: ((times.p50Ms ?? 0) * 1_000) / CALLS };
  });
}

/** The same in one program. What its start costs is measured beside it and is no part of `callUs`. */
export function programReads(): Promise<Figures> {
  return withSmallFile(async (call) => {
    const empty = await timePrograms(call, "return 1;", "1");
    const times = await timePrograms(call, LOOP, String(CALLS));
    const spentMs = (times.p50Ms ?? 0) - (empty.p50Ms ?? 0);
    return { ...times, callUs: (spentMs * 1_000) / CALLS };
  });
}

/** A program that does nothing: the worker, the engine, and the road of one call. */
export function emptyProgram(): Promise<Figures> {
  return withSmallFile((call) => timePrograms(call, "return 1;", "1"));
}

/** One read, for comparison with a program that does nothing. */
export function oneRead(): Promise<Figures> {
  return withSmallFile((call) =>
    timeCalls(TIMES, () => call("read", { path: "a.txt" }), refuseEmpty),
  );
}

/** The names of a tree, and nothing made of them. */
export function listedNames(): Promise<Figures> {
  return withTree((workspace) =>
    timeCalls(
      FEW,
      async () => readdirSync(workspace, { recursive: true }).length,
      (found) => expectText(String(found), String(FILES + FOLDERS)),
    ),
  );
}

export function overview(): Promise<Figures> {
  return withTree(async (workspace) => {
    const { repoOverviewTool } = await import("@toolplane/tools");
    return withTools({ workspace, tools: [repoOverviewTool as Tool] }, (call) =>
      timeCalls(FEW, () => call("repo_overview", {}), refuseEmpty),
    );
  });
}

function timePrograms(call: CallTool, program: string, result: string): Promise<Figures> {
  return timeCalls(
    TIMES,
    () => call("code_mode", { program }),
    (text) => expectText(text, `{"result":${result}}`),
  );
}

function withSmallFile(measure: (call: CallTool) => Promise<Figures>): Promise<Figures> {
  return withDirectory(async (base) => {
    const workspace = join(base, "ws");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "a.txt"), "one\ntwo\n");
    const { codeModeTool } = await import("@toolplane/tools");
    return withTools({ workspace, tools: [codeModeTool as Tool] }, measure);
  });
}

function withTree(measure: (workspace: string) => Promise<Figures>): Promise<Figures> {
  return withDirectory(async (base) => {
    const workspace = join(base, "ws");
    for (let folder = 0; folder < FOLDERS; folder += 1) {
      const path = join(workspace, `part-${folder}`);
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < FILES / FOLDERS; file += 1)
        writeFileSync(
          join(path, `module-${file}.ts`),
          `/** Adds. */\nexport function add${folder}of${file}(one: number): number {\n  return one + ${file};\n}\n`,
        );
    }
    return measure(workspace);
  });
}

function refuseEmpty(text: string): void {
  if (text === "") throw new Error("it brought nothing");
}

function expectText(found: string, expected: string): void {
  if (found !== expected) throw new Error(`${found.slice(0, 200)} instead of ${expected}`);
}
