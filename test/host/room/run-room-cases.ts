/** Runs cases of `room-cases.ts` through the product, each in a session of its own, and tells what came of them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import type { ProductLevel } from "../../sandbox-levels.ts";
import { ENDED_MS, MAX_BYTES, MAX_FILES, type RoomCase } from "./room-cases.ts";

export interface RoomAnswer {
  /** Everything the last command was answered. */
  readonly said: string;
  readonly tookMs: number;
  /** Bytes that all sessions' scratch and homes hold afterwards, and how many names. */
  readonly bytes: number;
  readonly names: number;
  /** What landed. */
  readonly landed: readonly string[];
  /** What the next command of the session was answered. */
  readonly next: string;
}

const MAX_SAID = 2_000;
const OWN_DATA = ".data";

export async function runRoomCases(
  cases: readonly RoomCase[],
  { level, sandbox, userDataInside }: ProductLevel,
): Promise<Readonly<Record<string, RoomAnswer>>> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-room-")));
  const workspace = join(base, "ws");
  const scratch = join(base, "scratch");
  for (const folder of [workspace, scratch]) mkdirSync(folder);
  const toolplane = await createToolplane({
    workspace,
    userData: join(userDataInside ? workspace : base, OWN_DATA),
    scratchParent: scratch,
    sandbox,
    preset: "everyday",
    contained: true,
    onWarning: () => {},
    landing: { maxBytes: MAX_BYTES, maxFiles: MAX_FILES },
  });
  // Nothing is contained where no view can be made, so a rule has to allow the commands.
  const rules: readonly Rule[] =
    level === "bound" ? [{ permission: "*", pattern: "**", action: "allow" }] : [];
  const answers: Record<string, RoomAnswer> = {};
  try {
    for (const { name, lines, background } of cases) {
      const session = toolplane.session({ rules });
      let calls = 0;
      const call = async (tool: string, args: Readonly<Record<string, string>>) => {
        calls += 1;
        const result = await session.call({ id: `c${calls}`, name: tool, arguments: args });
        const text = JSON.stringify(result.type === "output" ? result.data : result);
        return text.length > MAX_SAID ? text.slice(0, MAX_SAID) : text;
      };
      if (background !== undefined)
        await call("background", { action: "start", command: background });
      let said = "";
      let startedMs = 0;
      for (const command of lines) {
        // A script: what its words say is not read, what it does counts.
        writeFileSync(join(workspace, "case.sh"), `${command}\n`);
        startedMs = performance.now();
        said = await call("bash", { command: "bash case.sh" });
      }
      const tookMs = performance.now() - startedMs;
      const held = heldIn(scratch);
      const next = await call("bash", { command: "echo next" });
      answers[name] = {
        said,
        tookMs,
        // Hidden names are what holds others back where there is no view.
        landed: readdirSync(workspace).filter(
          (each) => each !== "case.sh" && !each.startsWith("."),
        ),
        next,
        ...held,
      };
      await session.close();
      // One that was not ended is enough: with all of them the test would take an hour.
      if (tookMs > ENDED_MS) break;
    }
    return answers;
  } finally {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  }
}

function heldIn(folder: string): Pick<RoomAnswer, "bytes" | "names"> {
  const say = (...words: readonly string[]) =>
    execFileSync("du", [...words, folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  return {
    bytes: Number.parseInt(say("-s", "-B1"), 10),
    names: Number.parseInt(say("-s", "--inodes"), 10),
  };
}
