/**
 * The language servers of a toolplane. One is started with the first question about its language, in the confinement of the
 * kernel's rules, reading only and without a network. It ends after a while without questions, when rules close something to it,
 * or when it misbehaves, and starts again with the next question, within a bound. Where rules open more to it, the next question
 * that finds it idle starts it again.
 */
import { isAbsolute, posix, resolve } from "node:path";
import {
  ConfigurationError,
  isToolError,
  type LanguageService,
  ToolError,
} from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Kernel } from "@toolplane/kernel";
import type { ProgramGround } from "../sources/start/plan-program.ts";
import type { LanguageServer } from "./language-servers.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { planServer } from "./plan-server.ts";

export interface LanguagesOptions {
  /** In the order in which they are tried; read when the first question comes. */
  readonly servers: () => readonly LanguageServer[];
  readonly ground: ProgramGround;
  readonly clock: Pick<Clock, "setTimer" | "nowMs">;
  readonly openChannel: Kernel["openChannel"];
  /** Without a question for so long a server is ended; 5 minutes unless given. */
  readonly idleMs?: number;
}

export interface Languages extends Pick<LanguageService, "ask"> {
  close(): Promise<void>;
}

const IDLE_MS = 300_000;
const MAX_STARTS = 3;
const STARTS_WITHIN_MS = 60_000;

interface Kept {
  readonly server: Promise<OpenServer>;
  rest: () => void;
  /** Questions that it is busy with. */
  asking: number;
  /** It could read more if it were started again. */
  isStale: boolean;
}

const PLACES: readonly string[] = ["{workspace}/**"];

export function createLanguages(options: LanguagesOptions): Languages {
  const { ground, clock, idleMs = IDLE_MS } = options;
  const kept = new Map<LanguageServer, Kept>();
  const starts = new Map<LanguageServer, number[]>();
  let known: readonly LanguageServer[] | null = null;
  let over = false;

  const drop = async (which: LanguageServer, one: Kept): Promise<void> => {
    one.rest();
    if (kept.get(which) === one) kept.delete(which);
    await one.server.then((server) => server.close()).catch(() => {});
  };
  const running = async (which: LanguageServer): Promise<Kept> => {
    // Another question may have started it again meanwhile.
    for (let one = kept.get(which); one !== undefined; one = kept.get(which)) {
      const server = await one.server.catch(() => null);
      const isUsable = !one.isStale || one.asking > 0;
      if (server !== null && server.ended() === null && isUsable) return one;
      await drop(which, one);
    }
    countStart(which, { starts, clock });
    const changes: RuleChanges = {
      // An end by rules says nothing against the server.
      onRules: () => void starts.delete(which),
      onWider: () => {
        next.isStale = true;
        starts.delete(which);
      },
    };
    const server = start(which, options, changes);
    const next: Kept = { server, rest: () => {}, asking: 0, isStale: false };
    kept.set(which, next);
    return next;
  };
  return {
    async ask({ question, path, text, signal }) {
      if (over) throw new ToolError("cancelled", "The language servers are closed.");
      known ??= options.servers().filter((one) => planServer(one, ground).ok);
      const which = known.find(({ endings }) => endings.includes(endingOf(path)));
      if (which === undefined)
        throw new ToolError("unavailable", missingServer(endingOf(path), options.servers()));
      const one = await running(which);
      one.rest();
      one.asking += 1;
      try {
        const server = await one.server;
        const file = isAbsolute(path) ? path : resolve(ground.workspace, path);
        return await server.ask(question, { path: file, text, signal });
      } catch (error) {
        // One that does not answer any more is not asked again.
        if (isTimeout(error)) await drop(which, one);
        throw error;
      } finally {
        one.asking -= 1;
        one.rest();
        one.rest = clock.setTimer(idleMs, () => void drop(which, one));
      }
    },
    async close() {
      over = true;
      await Promise.all([...kept].map(([which, one]) => drop(which, one)));
    },
  };
}

function missingServer(ending: string, servers: readonly LanguageServer[]): string {
  const programs = servers
    .filter(({ endings }) => endings.includes(ending))
    .map(({ command }) => posix.basename(command[0] ?? ""));
  const known = [...new Set(programs)].join(" or ");
  const install =
    known === "" ? "" : `Install ${known}, in the project or on PATH, or name another in `;
  const named = `${install || "Name one in "}tools.lsp.servers of the configuration.`;
  return `No language server for ${ending || "this"} files is installed. ${named}`;
}

type RuleChanges = Required<Pick<Parameters<Kernel["openChannel"]>[0], "onRules" | "onWider">>;

async function start(
  which: LanguageServer,
  options: LanguagesOptions,
  { onRules, onWider }: RuleChanges,
): Promise<OpenServer> {
  const { ground, clock, openChannel } = options;
  const plan = planServer(which, ground);
  if (!plan.ok) throw new ToolError("unavailable", plan.message);
  const { argv, cwd, shows = [] } = plan.spec;
  try {
    const channel = await openChannel({
      name: `lsp__${which.name}`,
      layer: "bundled",
      argv,
      cwd,
      installed: shows,
      requires: { fs: { read: PLACES } },
      unconfined: which.unconfined === true,
      onRules,
      onWider,
    });
    return await openServer(channel, { workspace: ground.workspace, clock });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ToolError("unavailable", error.message);
    throw error;
  }
}

/** A server that ends as often as it is started is left alone for a while. */
function countStart(
  which: LanguageServer,
  {
    starts,
    clock,
  }: {
    readonly starts: Map<LanguageServer, number[]>;
    readonly clock: Pick<Clock, "nowMs">;
  },
): void {
  const now = clock.nowMs();
  const recent = (starts.get(which) ?? []).filter((at) => now - at < STARTS_WITHIN_MS);
  if (recent.length >= MAX_STARTS)
    throw new ToolError(
      "unavailable",
      `The language server ${which.name} ended ${MAX_STARTS} times in a minute and is not started again yet.`,
    );
  starts.set(which, [...recent, now]);
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1) : "";
}

function isTimeout(error: unknown): boolean {
  return isToolError(error) && error.code === "timeout";
}
