/** A session that is narrowed for a while, seen from outside: through a service of skills, as the tool `skill` uses it. */
import type { Narrowing, Rule, SessionServices } from "@toolplane/contract";
import {
  createKernel,
  type KernelOptions,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
import { command, createScriptedBroker, unit } from "@toolplane/testkit";
import { skillTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { allowAll, bash, codeOf, echo, openWorld, readFile, writeFile } from "./fixture.ts";

const READ_ONLY: readonly Rule[] = [
  { permission: "fs.read", pattern: "*", action: "allow" },
  { permission: "skill", pattern: "*", action: "allow" },
];

function skillsOf(narrowings: Readonly<Record<string, Narrowing>>): SessionServices {
  return {
    skills: {
      list: () => Object.keys(narrowings).map((name) => ({ name, description: "" })),
      async load(name, use) {
        const narrowing = narrowings[name];
        if (narrowing) use?.narrow(narrowing);
        return name === "plain" || narrowing ? `How to ${name}.` : null;
      },
    },
  };
}

const SERVICES = skillsOf({
  look: { by: "skill look", rules: READ_ONLY },
  tag: {
    by: "skill tag",
    rules: [
      { permission: "bash", pattern: "git tag *", action: "allow" },
      { permission: "skill", pattern: "*", action: "allow" },
    ],
  },
  loose: { by: "skill loose", rules: [{ permission: "*", pattern: "*", action: "deny" }] },
});

const COMMANDS = {
  ls: [unit("ls")],
  "git tag v1": [unit("git tag v1")],
  "git push": [unit("git push")],
  "git tag v1 && ls": [unit("git tag v1"), unit("ls")],
  "git tag v1 > out.txt": command({ units: ["git tag v1"], redirects: { writes: ["out.txt"] } }),
};

function open(options: Partial<KernelOptions> = {}, session: SessionOptions = {}) {
  const { host } = openWorld({ host: { commands: COMMANDS } });
  const kernel = createKernel({
    host,
    tools: [readFile, writeFile, bash, echo, skillTool],
    defaultPolicy: false,
    services: SERVICES,
    ...options,
  });
  return { kernel, session: kernel.session({ rules: [allowAll], ...session }) };
}

let made = 0;
function call(session: Session, name: string, args: object) {
  made += 1;
  return session.call({ id: `c${made}`, name, arguments: args as never });
}

const read = (session: Session, path = "README.md") => call(session, "read", { path });
const write = (session: Session) => call(session, "write", { path: "new.txt", content: "x" });
const run = (session: Session, command: string) => call(session, "bash", { command });
const use = (session: Session, name: string) => call(session, "skill", { name });

describe("a skill that says which tools it takes", () => {
  it("closes all others while it is in use, and opens them again when it is left", async () => {
    const { session } = open();
    expect(codeOf(await write(session))).toBe("output");
    expect(codeOf(await use(session, "look"))).toBe("output");
    expect(session.narrowings()).toEqual([{ by: "skill look", rules: READ_ONLY }]);
    expect(codeOf(await read(session))).toBe("output");
    expect(await write(session)).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringContaining("The skill look is in use and does not permit"),
    });
    expect(codeOf(await run(session, "ls"))).toBe("permission_denied");
    expect(codeOf(await call(session, "echo", { text: "x" }))).toBe("permission_denied");
    expect(session.lift("skill look")).toBe(true);
    expect(session.lift("skill look")).toBe(false);
    expect(codeOf(await write(session))).toBe("output");
    expect(session.narrowings()).toEqual([]);
  });

  it("takes back what was decided of the same file before", async () => {
    const { session } = open();
    expect(codeOf(await write(session))).toBe("output");
    await use(session, "look");
    expect(codeOf(await write(session))).toBe("permission_denied");
    session.lift("skill look");
    expect(codeOf(await write(session))).toBe("output");
  });

  it("holds every command of a line, its redirects, and what cannot be read, against its patterns", async () => {
    const { session } = open();
    await use(session, "tag");
    expect(codeOf(await run(session, "git tag v1"))).toBe("output");
    expect(codeOf(await run(session, "git push"))).toBe("permission_denied");
    expect(codeOf(await run(session, "git tag v1 && ls"))).toBe("permission_denied");
    expect(codeOf(await run(session, "git tag v1 > out.txt"))).toBe("permission_denied");
    expect(codeOf(await run(session, "git tag $(ls)"))).toBe("permission_denied");
    expect(codeOf(await read(session))).toBe("permission_denied");
  });

  it("adds to what another one in use closes: nothing that either closes is open", async () => {
    const { session } = open();
    await use(session, "look");
    await use(session, "tag");
    await use(session, "plain");
    expect(codeOf(await read(session))).toBe("permission_denied");
    expect(codeOf(await run(session, "git tag v1"))).toBe("permission_denied");
    session.lift("skill look");
    expect(codeOf(await run(session, "git tag v1"))).toBe("output");
    expect(codeOf(await read(session))).toBe("permission_denied");
  });

  it("permits nothing by itself: a deny stays, and what asks is asked about", async () => {
    const broker = createScriptedBroker(() => "reject");
    const rules: readonly Rule[] = [{ permission: "fs.read", pattern: "**/.env", action: "deny" }];
    const { session } = open({ broker }, { rules });
    await use(session, "look");
    const asked = broker.questions().length;
    expect(codeOf(await read(session, ".env"))).toBe("permission_denied");
    expect(codeOf(await read(session))).toBe("approval_rejected");
    expect(broker.questions()).toHaveLength(asked + 1);
  });

  it("holds in every mode, and for subagents, but for no other session", async () => {
    const { kernel, session } = open({}, { mode: "yolo" });
    const child = kernel.session({ parent: session });
    const other = kernel.session({ rules: [allowAll] });
    await use(session, "look");
    expect(codeOf(await write(session))).toBe("permission_denied");
    expect(codeOf(await write(child))).toBe("permission_denied");
    expect(codeOf(await write(kernel.session({ parent: session })))).toBe("permission_denied");
    expect(codeOf(await write(other))).toBe("output");
    expect(child.lift("skill look")).toBe(false);
    session.lift("skill look");
    expect(codeOf(await write(child))).toBe("output");
  });

  it("is told by explain", async () => {
    const { session } = open();
    await use(session, "look");
    const { verdict } = await session.explain({
      id: "e",
      name: "write",
      arguments: { path: "new.txt", content: "" },
    });
    expect(verdict?.action).toBe("deny");
  });

  it("is not loaded where its rules do more than allow", async () => {
    const { session } = open();
    expect(codeOf(await use(session, "loose"))).toBe("internal");
    expect(session.narrowings()).toEqual([]);
  });
});
