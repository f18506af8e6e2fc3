/** Sessions that work in views of their own, beside sessions that work in the project. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "@toolplane/kernel";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { withDirectory } from "./open-product.ts";

export type Where = "project" | "own";

const OPENED = 15;
const CALLS = 400;
const WARM = 40;
const TEXT = `${"a line of a file that is read and written\n".repeat(50)}`;

/** A new session and its first command, which is the first that needs a view; its own is opened before. */
export function opened(where: Where): () => Promise<Figures> {
  return () =>
    withSessions(async ({ open, close }) => {
      const times: number[] = [];
      for (let round = 0; round < OPENED; round += 1) {
        const start = performance.now();
        const session = await open(where);
        await well(session, `run-${round}`, "bash", { command: "true" });
        times.push(performance.now() - start);
        await close(session);
      }
      return { p50Ms: median(times), bestMs: Math.min(...times) };
    });
}

/** Calls of a file tool, one after the other, with the road before and after them. */
export function door(where: Where, tool: "read" | "write"): () => Promise<Figures> {
  return () =>
    withSessions(async ({ open, close }) => {
      const session = await open(where);
      await well(session, "first", "write", { path: "file.txt", content: TEXT });
      const times: number[] = [];
      for (let call = 0; call < CALLS + WARM; call += 1) {
        const more = tool === "write" ? { content: `${TEXT}${call}\n` } : {};
        const start = performance.now();
        await well(session, `call-${call}`, tool, { path: "file.txt", ...more });
        if (call >= WARM) times.push(performance.now() - start);
      }
      await close(session);
      return { p50Ms: median(times), bestMs: Math.min(...times) };
    });
}

async function well(
  session: Session,
  id: string,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const result = await session.call({ id, name, arguments: given });
  if (result.type === "error") throw new TypeError(result.error_text);
}

interface Sessions {
  open(where: Where): Promise<Session>;
  close(session: Session): Promise<void>;
}

function withSessions(measure: (sessions: Sessions) => Promise<Figures>): Promise<Figures> {
  return withDirectory(async (base) => {
    // Loaded here, so that rows which measure something else do not carry the product along.
    const { createToolplane } = await import("toolplane");
    const workspace = join(base, "workspace");
    mkdirSync(workspace);
    const product = await createToolplane({
      workspace,
      userData: join(base, "data"),
      scratchParent: base,
      policy: [{ permission: "*", pattern: "**", action: "allow" }],
      record: false,
      onWarning: () => {},
    });
    const { views } = product.host;
    if (views === undefined) throw new TypeError("this machine holds no views");
    try {
      return await measure({
        async open(where) {
          const session = product.session();
          if (where === "own") await views.open(session.id);
          return session;
        },
        async close(session) {
          const view = views.of(session.id);
          await session.close();
          const isLeft = (await views.list()).some(({ id }) => id === view?.id);
          if (view !== null && isLeft) await views.discard(view.id);
        },
      });
    } finally {
      await product.close();
    }
  });
}
