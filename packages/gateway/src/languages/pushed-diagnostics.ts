/** Diagnostics of servers that tell them by themselves: the newest of each file, and a wait for those of a version. */
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { ServerTalk } from "./connect-server.ts";

export interface Pushed {
  /** Those of this version or a later one. Rejects with `timeout` when none come in time. */
  next(
    uri: string,
    version: number,
    wait: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<unknown>;
  forget(uri: string): void;
}

interface Told {
  readonly version: number | null;
  readonly diagnostics: unknown;
}

/** A server tells of other files too; so many are kept. */
const MAX_FILES = 500;

export function createPushed(
  talk: Pick<ServerTalk, "onNotification" | "ended">,
  clock: Pick<Clock, "setTimer">,
): Pushed {
  const newest = new Map<string, Told>();
  const waiting = new Map<string, Set<() => void>>();
  talk.onNotification("textDocument/publishDiagnostics", (parameters) => {
    if (typeof parameters !== "object" || parameters === null || !("uri" in parameters)) return;
    const { uri, version, diagnostics } = parameters as Readonly<Record<string, unknown>>;
    if (typeof uri !== "string") return;
    newest.delete(uri);
    newest.set(uri, { version: typeof version === "number" ? version : null, diagnostics });
    const [oldest] = newest.keys();
    if (newest.size > MAX_FILES && oldest !== undefined) newest.delete(oldest);
    for (const wake of waiting.get(uri) ?? []) wake();
  });
  // Without a version it is unknown of which text they are: only what comes after the question counts.
  const fits = (told: Told | undefined, version: number): boolean =>
    told?.version !== null && (told?.version ?? 0) >= version;
  return {
    forget: (uri) => void newest.delete(uri),
    next(uri, version, { timeoutMs, signal }) {
      const known = newest.get(uri);
      if (known !== undefined && fits(known, version)) return Promise.resolve(known.diagnostics);
      return new Promise((resolve, reject) => {
        const wakes = waiting.get(uri) ?? new Set();
        waiting.set(uri, wakes);
        const settle = (act: () => void): void => {
          disarm();
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(uri);
          signal.removeEventListener("abort", stop);
          act();
        };
        const wake = (): void => {
          const told = newest.get(uri);
          if (told !== undefined && (told.version === null || fits(told, version)))
            settle(() => resolve(told.diagnostics));
        };
        const stop = (): void =>
          settle(() => reject(new ToolError("cancelled", "The question was cancelled.")));
        const disarm = clock.setTimer(timeoutMs, () => settle(() => reject(late(talk, timeoutMs))));
        if (signal.aborted) return stop();
        wakes.add(wake);
        signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}

function late({ ended }: Pick<ServerTalk, "ended">, timeoutMs: number): ToolError {
  const why = ended();
  return why === null
    ? new ToolError("timeout", `The language server told no diagnostics in ${timeoutMs} ms.`)
    : new ToolError("unavailable", why);
}
