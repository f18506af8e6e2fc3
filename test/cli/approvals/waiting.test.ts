/** A call waits in one process and is answered in another. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { openSqliteStore } from "@toolplane/host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runInPty } from "./pty.fixture.ts";

const WRITE = ["call", "write", "--path", "a.txt", "--content", "hello"];

let world: CliWorld;
beforeEach(() => {
  // An edit that can be undone would run unasked.
  world = openCliWorld({ "../config/config.jsonc": '{ "contained": false }' });
});
afterEach(() => world.remove());

interface Listed {
  readonly waiting: readonly { readonly id: string; readonly state: string }[];
  readonly standing: readonly { readonly id: string; readonly sessionId: string }[];
}

async function list(): Promise<Listed> {
  return JSON.parse((await world.run(["approvals", "--json"])).stdout) as Listed;
}

/** Looks until a question waits. */
async function waitingId(): Promise<string> {
  let id: string | undefined;
  const look = async (): Promise<boolean> => {
    id = (await list()).waiting[0]?.id;
    return id !== undefined;
  };
  await expect.poll(look).toBe(true);
  return id ?? "";
}

function startWaiting() {
  const child = world.spawn([...WRITE, "--wait"]);
  let said = "";
  child.stderr?.on("data", (data: Buffer) => {
    said += data.toString();
  });
  // What it said may be read only after it has ended.
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, said: () => said };
}

const isWritten = (): boolean => existsSync(join(world.workspace, "a.txt"));

describe("a call that waits", () => {
  it("runs when another process answers, and nobody can answer twice", async () => {
    const { ended } = startWaiting();
    const id = await waitingId();
    expect(isWritten()).toBe(false);
    const listed = await world.run(["approvals"]);
    expect(listed.stdout).toMatch(/◆ write {2}a\.txt .*\n +a\.txt new \+1; No rule is about /);
    expect((await world.run(["approvals", "answer", id, "once"])).code).toBe(0);
    expect(await ended).toBe(0);
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("hello");
    const late = await world.run(["approvals", "answer", id, "once"]);
    expect(late.code).toBe(1);
    expect(late.stderr).toMatch(/It was answered .* ago by .*process \d+: once\./);
  });

  it("is not asked about again in its session, unless that was revoked", async () => {
    const { ended } = startWaiting();
    const id = await waitingId();
    await world.run(["approvals", "answer", id, "session"]);
    expect(await ended).toBe(0);
    const [approval] = (await list()).standing;
    expect(approval).toMatchObject({ scope: "session", tool: "write" });
    // The program itself: a tool is known by its definition, and a test runner's transformed one is another.
    const again = async (path: string): Promise<number> => {
      const session = approval?.sessionId ?? "";
      const words = ["call", "write", "--path", path, "--content", "again", "--session", session];
      const [code] = await once(world.spawn(words), "exit");
      return code as number;
    };
    expect(await again("a.txt")).toBe(0);
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("again");
    expect(await again("b.txt")).toBe(4);
    const shown = await world.run(["approvals"]);
    expect(shown.stdout).toMatch(/session {2}write/);
    expect(shown.stdout).toContain("covers fs.write a.txt");
    expect((await world.run(["approvals", "revoke", approval?.id ?? ""])).code).toBe(0);
    expect((await list()).standing).toEqual([]);
    expect(await again("a.txt")).toBe(4);
  });

  it("is refused with the note of whoever rejects it", async () => {
    const { ended, said } = startWaiting();
    const id = await waitingId();
    // Every id of this minute begins like it, and an empty word ends all of them.
    for (const word of ["", id.slice(0, 3), id.slice(0, -12), id.slice(0, -1)])
      expect((await world.run(["approvals", "answer", word, "once"])).code).toBe(2);
    const short = id.slice(-6);
    const answered = await world.run([
      "approvals",
      "answer",
      short,
      "reject",
      "--note",
      "not today",
    ]);
    expect(answered.code).toBe(0);
    expect(await ended).toBe(3);
    expect(said()).toContain("not today");
    expect(isWritten()).toBe(false);
  });

  it("is refused when somebody writes an answer into the store without the key", async () => {
    const { ended } = startWaiting();
    const id = await waitingId();
    const store = await openSqliteStore({ path: join(world.data, "record.sqlite") });
    const forged = JSON.stringify({ answer: { choice: "once" }, by: "x", seal: "0".repeat(64) });
    expect(await store.paused.resolve(id, forged, Date.now())).toBe(true);
    await store.close();
    // Nobody of ours has answered: it still needs a person.
    expect(await ended).toBe(4);
    expect(isWritten()).toBe(false);
  });

  it("is shown as gone when its process was killed, and is not answered", async () => {
    const { child, ended } = startWaiting();
    const id = await waitingId();
    child.kill("SIGKILL");
    await ended;
    expect((await list()).waiting).toMatchObject([{ id, state: "gone" }]);
    const answered = await world.run(["approvals", "answer", id, "once"]);
    expect(answered.code).toBe(1);
    expect(answered.stderr).toContain("gone");
    expect((await world.run(["approvals"])).stdout).toMatch(/– write .*gone/);
  });

  it("takes its question back when it is cancelled", async () => {
    const { child, ended } = startWaiting();
    const id = await waitingId();
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect((await list()).waiting).toEqual([]);
    expect((await world.run(["approvals", "answer", id, "once"])).stderr).toContain(
      "no longer asked",
    );
  });

  it("takes its card away when it was answered elsewhere", async () => {
    const run = runInPty(world, WRITE);
    await run.shows(/write asks[\s\S]*then Enter/);
    const id = await waitingId();
    expect((await world.run(["approvals", "answer", id, "once"])).code).toBe(0);
    expect(await run.ended).toBe(0);
    expect(run.raw()).toContain("answered elsewhere");
    expect(isWritten()).toBe(true);
  });

  it("is answered with the card in another terminal", async () => {
    const { ended } = startWaiting();
    await waitingId();
    const run = runInPty(world, ["approvals", "answer"]);
    await run.shows(/write asks[\s\S]*then Enter/);
    await run.typesUntil("o", /› o/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(await ended).toBe(0);
    expect(isWritten()).toBe(true);
  });

  it("appears in a watch, and goes", async () => {
    const watch = world.spawn(["approvals", "--watch", "--plain"]);
    let seen = "";
    watch.stdout?.on("data", (data: Buffer) => {
      seen += data.toString();
    });
    const { ended } = startWaiting();
    const id = await waitingId();
    await expect.poll(() => seen).toContain(`waits ${id} write a.txt`);
    await world.run(["approvals", "answer", id, "reject"]);
    expect(await ended).toBe(3);
    await expect.poll(() => seen).toContain(`over ${id}`);
    watch.kill("SIGINT");
    expect(await once(watch, "exit").then(([code]) => code as number)).toBe(130);
  });
});

describe("bad input", () => {
  it.each([
    [["approvals", "answer", "qst_none", "once"], "No question waits"],
    [["approvals", "answer", "qst_none", "fly"], 'There is no choice "fly"'],
    [["approvals", "answer", "qst_none", "project"], "Approvals for a project are off"],
    [["approvals", "answer", "qst_none", "edit"], "edit needs --arguments"],
    [["approvals", "answer", "qst_none", "edit", "--arguments", "{"], "is not JSON"],
    [["approvals", "answer", "qst_none", "once", "--note", "x"], "--note goes with reject"],
    [["approvals", "revoke"], "Which approvals?"],
    [["approvals", "revoke", "apr_none"], "No approval is called"],
    [["approvals", "revoke", "apr_none", "--all"], "not both"],
    [["approvals", "nonsense"], "approvals"],
  ])("%j is refused with 2", async (words, message) => {
    const run = await world.run(words);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
    expect(run.stdout).toBe("");
  });
});
