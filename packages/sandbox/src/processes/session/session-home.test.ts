import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSessionHome, markOfHome } from "./session-home.ts";

describe("the home of sandboxed commands", () => {
  let root = "";
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-home-")));
    mkdirSync(join(root, "person"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("says who the person is to git, and nothing else of theirs", () => {
    const config = `[user]\n\tname = "O \\"Q\\" N"\n\temail = o@example.com\n\tsigningkey = K\n[credential]\n\thelper = store\n[core]\n\tfsmonitor = x\n`;
    writeFileSync(join(root, "person/.gitconfig"), config);
    writeFileSync(join(root, "person/.netrc"), "secret");
    makeSessionHome(join(root, "session/home"), join(root, "person"));
    expect(readdirSync(join(root, "session/home"))).toEqual([".gitconfig"]);
    expect(readFileSync(join(root, "session/home/.gitconfig"), "utf8")).toBe(
      `[user]\n\tname = "O \\"Q\\" N"\n\temail = "o@example.com"\n`,
    );
  });

  it("says how the person wants files and branches written, and runs nothing of theirs", () => {
    const config = `[init]\n\tdefaultBranch = main\n\ttemplateDir = /t\n[core]\n\tautocrlf = input\n\tpager = x\n\thooksPath = /h\n`;
    writeFileSync(join(root, "person/.gitconfig"), config);
    makeSessionHome(join(root, "session/home"), join(root, "person"));
    expect(readFileSync(join(root, "session/home/.gitconfig"), "utf8")).toBe(
      `[init]\n\tdefaultbranch = "main"\n[core]\n\tautocrlf = "input"\n`,
    );
  });

  it("is empty when the person told git nothing", () => {
    makeSessionHome(join(root, "session/home"), join(root, "person"));
    expect(readdirSync(join(root, "session/home"))).toEqual([]);
  });

  it("is known again until anybody touches it, or the person is somebody else", () => {
    const home = join(root, "session/home");
    const person = join(root, "person");
    const config = join(person, ".gitconfig");
    writeFileSync(config, "[user]\n\tname = N\n");
    makeSessionHome(home, person);
    const mark = markOfHome(home, person);
    expect(mark).not.toBeNull();
    expect(markOfHome(home, person)).toBe(mark);
    writeFileSync(config, "[user]\n\tname = O\n");
    expect(markOfHome(home, person)).not.toBe(mark);
    writeFileSync(config, "[user]\n\tname = N\n");
    expect(markOfHome(home, person)).toBe(mark);
    writeFileSync(join(home, ".npmrc"), "");
    expect(markOfHome(home, person)).not.toBe(mark);
    rmSync(home, { recursive: true });
    expect(markOfHome(home, person)).toBeNull();
  });

  it("is not made where a planted link leads", () => {
    writeFileSync(join(root, "person/.gitconfig"), "[user]\n\tname = N\n");
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(root, "session"));
    expect(() => makeSessionHome(join(root, "session/home"), join(root, "person"))).toThrow(
      expect.objectContaining({ code: "conflict" }),
    );
  });
});
