/**
 * Attempts at what rules close, each judged by the product over a real repository: none may pass unasked, and what only looks
 * alike may not ask. What is judged here is the text of commands; what a sandbox holds has tests of its own.
 */
import type { Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import * as commands from "./commands.ts";
import { unasked, type World } from "./unasked.ts";

const deny = (permission: string, pattern: string): Rule => ({
  permission,
  pattern,
  action: "deny",
});
const SECRET = deny("fs.read", "**/.env");
/** Writing asks without a sandbox: here it does not, so that only what is run can. */
const WRITES: Rule = { permission: "fs.write", pattern: "**", action: "allow" };

describe.skipIf(!hasSandbox)("commands in a sandbox (need bubblewrap)", () => {
  it("reach no use of a program that a rule denies in part", async () => {
    const world = {
      rules: [deny("shell.run", "git push *"), deny("shell.run", "npm publish *")],
      // What a program is fed by a name that is not there may be made by the line itself, and asks.
      files: { "x.m4": "" },
    };
    expect(await unasked(world, commands.PARTIAL_ATTACKS)).toEqual([]);
    expect(await unasked(world, commands.COPY_ATTACKS)).toEqual([]);
    expect(await unasked(world, commands.PARTIAL_EVERYDAY)).toEqual(commands.PARTIAL_EVERYDAY);
  });

  it("bring no denied file out of git's history", async () => {
    const world = { rules: [SECRET], tracked: true };
    expect(await unasked(world, commands.HISTORY_ATTACKS)).toEqual([]);
    expect(await unasked(world, commands.HISTORY_EVERYDAY)).toEqual(commands.HISTORY_EVERYDAY);
  });
});

describe("commands without a sandbox", () => {
  it("read no denied file, and nothing outside, because their words name it", async () => {
    const allow: Rule = { permission: "bash", pattern: "*", action: "allow" };
    const world = { rules: [SECRET, allow], sandbox: "none" } as const;
    expect(await unasked(world, commands.EXPOSED_ATTACKS)).toEqual([]);
    expect(await unasked(world, commands.EXPOSED_EVERYDAY)).toEqual(commands.EXPOSED_EVERYDAY);
    const linked = { ...world, links: { "sub/up": ".." } };
    expect(await unasked(linked, commands.FOLLOWING_ATTACKS)).toEqual([]);
    expect(await unasked(linked, commands.FOLLOWING_EVERYDAY)).toEqual(commands.FOLLOWING_EVERYDAY);
  });

  it("send no commits and run no denied program by another name", async () => {
    const allow: Rule = { permission: "bash", pattern: "*", action: "allow" };
    const sending: World = {
      rules: [deny("shell.run", "git push *"), allow, WRITES],
      sandbox: "none",
      links: { input: "/dev/stdin", devices: "/dev" },
    };
    expect(await unasked(sending, commands.SENDING_ATTACKS)).toEqual([]);
    expect(await unasked(sending, commands.COPY_ATTACKS)).toEqual([]);
    expect(await unasked(sending, commands.SENDING_EVERYDAY)).toEqual(commands.SENDING_EVERYDAY);
    const whole = { rules: [deny("shell.run", "git *"), allow], sandbox: "none" } as const;
    expect(await unasked(whole, commands.DENIED_PROGRAM_ATTACKS)).toEqual([]);
    expect(await unasked(whole, commands.DENIED_PROGRAM_EVERYDAY)).toEqual(
      commands.DENIED_PROGRAM_EVERYDAY,
    );
  });

  it("write nothing that rules close, by whatever program; what cannot be known asks", async () => {
    const allow: Rule = { permission: "bash", pattern: "*", action: "allow" };
    const rules = [deny("fs.write", "**/locked/**"), deny("fs.write", "**/locked.txt"), allow];
    const world = { rules, sandbox: "none" } as const;
    expect(await unasked(world, commands.WRITING_ATTACKS)).toEqual([]);
    expect(await unasked(world, commands.WRITING_EVERYDAY)).toEqual(commands.WRITING_EVERYDAY);
  });
});
