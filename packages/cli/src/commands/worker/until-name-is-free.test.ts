import { ToolError } from "@toolplane/contract";
import { expect, it } from "vitest";
import type { CommandContext } from "../../command/command.ts";
import { untilNameIsFree } from "./until-name-is-free.ts";

const LEASE_MS = 15_000;

/** Joins under a name that is free from that moment on; time passes while it rests. */
async function joining(freeAtMs: number, fault = new ToolError("conflict", "we is at work.")) {
  let nowMs = 0;
  const said: string[] = [];
  const ends = new AbortController();
  const terminal = { note: (text: string) => said.push(text) };
  const context = { terminal, signal: ends.signal } as unknown as CommandContext;
  const rest = async (ms: number) => {
    nowMs += ms;
  };
  const end = await untilNameIsFree(
    context,
    { name: "we", leaseMs: LEASE_MS, nowMs: () => nowMs, pause: rest },
    async () => {
      if (nowMs < freeAtMs) throw fault;
    },
  ).then(
    () => "joined",
    (error: Error) => error.message,
  );
  return { end, said, nowMs };
}

it("waits for a name until the lease of a killed worker has run out, and says so once", async () => {
  expect(await joining(0)).toMatchObject({ end: "joined", said: [] });
  const { end, said, nowMs } = await joining(LEASE_MS);
  expect([end, nowMs]).toEqual(["joined", LEASE_MS]);
  expect(said).toEqual([
    "Waits: an earlier worker named we has not let go of the name; at most 17 s.",
  ]);
});

it("is refused a name that a living worker has, and waits for nothing else", async () => {
  const living = await joining(Number.POSITIVE_INFINITY);
  expect(living.end).toBe("we is at work.");
  expect(living.nowMs).toBe(LEASE_MS + 2_000);
  const away = await joining(1, new ToolError("unavailable", "The database is away."));
  expect(away).toMatchObject({ end: "The database is away.", nowMs: 0, said: [] });
});
