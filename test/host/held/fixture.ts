/** A host over a small workspace, and sessions that work in views of their own beside those that work in the project. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FsDoor, JournalDoor } from "@toolplane/contract";
import type { LandingJudge, ProcessContext, Views } from "@toolplane/contract/ports";
import { createHost, type OpenHost } from "@toolplane/host/inside";
import { compileConfinement } from "@toolplane/kernel";
import { createDoorContext, createScriptedGate } from "@toolplane/testkit";
import { onTestFinished } from "vitest";

const ALL: LandingJudge = async () => ({ land: "all" });

export interface HeldPlace {
  readonly base: string;
  readonly workspace: string;
  readonly host: OpenHost;
  readonly views: Views;
  /** Opens the same data and workspace again, as another process would after this one. */
  again(): Promise<HeldPlace>;
  files(sessionId: string): FsDoor;
  journal(sessionId: string): JournalDoor;
  run(
    sessionId: string,
    line: string,
    context?: Partial<ProcessContext>,
  ): ReturnType<OpenHost["processes"]["run"]>;
  start(
    sessionId: string,
    line: string,
    writes?: readonly string[],
  ): ReturnType<OpenHost["processes"]["start"]>;
  /** Lands what the session's view holds. */
  land(sessionId: string, judge?: LandingJudge): ReturnType<Views["land"]>;
}

export async function openHeldPlace(
  content: Readonly<Record<string, string>> = { "src/a.txt": "one\ntwo\nthree\n", "b.txt": "b\n" },
): Promise<HeldPlace> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-held-")));
  const workspace = join(base, "ws");
  mkdirSync(join(base, "person"));
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  onTestFinished(() => {
    spawnSync("chmod", ["-R", "u+rwx", base]);
    rmSync(base, { recursive: true, force: true });
  });
  return openPlace(base);
}

async function openPlace(base: string): Promise<HeldPlace> {
  const workspace = join(base, "ws");
  const host = await createHost({
    workspace,
    userData: join(base, "data"),
    readConfinement: compileConfinement,
    environment: { PATH: process.env.PATH, HOME: join(base, "person"), LANG: "C.UTF-8" },
  });
  onTestFinished(() => host.close());
  const { views } = host;
  if (views === undefined) throw new TypeError("This host holds no views.");
  let calls = 0;
  const contextOf = (sessionId: string): ProcessContext => {
    calls += 1;
    const { scratch = [], workspace: roots = [] } = host.variables();
    const reach = [[...roots, ...scratch].map((root) => `${root}/**`)];
    const files = { reach, masks: [], opened: [] };
    return {
      ...createDoorContext({ gate: createScriptedGate() }),
      sessionId,
      callId: `${sessionId}-${calls}`,
      landing: ALL,
      confinement: {
        read: files,
        write: files,
        network: { access: "none", reach: [], masks: [], opened: [] },
        env: [],
        contained: true,
      },
    };
  };
  return {
    base,
    workspace,
    host,
    views,
    again: () => openPlace(base),
    journal: (sessionId) => host.journal(contextOf(sessionId)),
    files: (sessionId) => host.files(contextOf(sessionId)),
    run: (sessionId, line, context = {}) =>
      host.processes.run(
        { command: { shell: line }, cwd: workspace, env: {} },
        { ...contextOf(sessionId), ...context },
      ),
    start: (sessionId, line, writes = []) =>
      host.processes.start(
        { command: { shell: line }, cwd: workspace, env: {}, writes },
        contextOf(sessionId),
      ),
    land(sessionId, judge = ALL) {
      calls += 1;
      const { signal } = new AbortController();
      const id = views.of(sessionId)?.id ?? "";
      return views.land(id, { callId: `land-${calls}`, judge, signal });
    },
  };
}
