import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Session } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

async function open() {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-stale-")));
  const userData = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-stale-data-")));
  const tp = await createToolplane({
    workspace,
    userData,
    preset: "everyday",
    record: false,
    sandbox: "none",
    session: { mode: "yolo" },
    onWarning: () => {},
  });
  onTestFinished(async () => {
    await tp.close();
    for (const path of [workspace, userData]) rmSync(path, { recursive: true, force: true });
  });
  let calls = 0;
  const call = (session: Session, name: string, args: Readonly<Record<string, string>>) =>
    session.call({ id: `call_${++calls}`, name, arguments: { path: "a.txt", ...args } });
  return { tp, call, file: join(workspace, "a.txt") };
}

describe("a file that somebody changed after the session read it", () => {
  it("is not overwritten until the session has read it again", async () => {
    const { tp, call, file } = await open();
    writeFileSync(file, "first\n");
    const session = tp.session();
    await call(session, "read", {});
    writeFileSync(file, "mine, by hand\n");
    expect(await call(session, "write", { content: "model\n" })).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("was changed since this session read it: read it again"),
    });
    expect(readFileSync(file, "utf8")).toBe("mine, by hand\n");
    await call(session, "read", {});
    expect(await call(session, "write", { content: "model\n" })).toMatchObject({ type: "output" });
    expect(readFileSync(file, "utf8")).toBe("model\n");
  });

  it("is written by a session that never read it, and after the session's own changes", async () => {
    const { tp, call, file } = await open();
    writeFileSync(file, "first\n");
    const session = tp.session();
    await call(session, "read", {});
    const edit = { old_string: "first", new_string: "second" };
    expect(await call(session, "edit", edit)).toMatchObject({ type: "output" });
    expect(await call(session, "write", { content: "third\n" })).toMatchObject({ type: "output" });
    writeFileSync(file, "by hand\n");
    const other = tp.session();
    expect(await call(other, "write", { content: "fourth\n" })).toMatchObject({ type: "output" });
    expect(readFileSync(file, "utf8")).toBe("fourth\n");
    expect(await call(session, "write", { content: "fifth\n" })).toMatchObject({
      code: "conflict",
    });
  });
});
