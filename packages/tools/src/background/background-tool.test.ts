import { noSandbox } from "@toolplane/contract/ports";
import { command, createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { backgroundTool } from "./background-tool.ts";

const commands = { serve: command({ units: ["serve"] }), quit: command({ units: ["quit"] }) };
const world = {
  commands,
  programs: {
    async serve(_: unknown, at: { print(text: string): void; input(): Promise<string> }) {
      at.print("ready\n");
      for (;;) at.print(`got ${await at.input()}`);
    },
    quit: () => ({ exitCode: 2, output: "bye\n" }),
  },
};

describeToolConformance(
  { describe, it },
  {
    tool: backgroundTool,
    host: () => createMemoryHost(world),
    valid: [{ action: "start", command: "quit" }, { action: "list" }],
    invalid: [{}, { action: "run" }, { action: "start", pid: 1 }, { action: "read", offset: -1 }],
    patienceMs: 50,
  },
);

describe("the tool background", () => {
  it("starts, reads, writes to and stops a command that goes on", async () => {
    const { call } = openReadWorld(backgroundTool, world);
    const started = await call({ action: "start", command: "serve" });
    const { id } = started.details as { readonly id: string };
    expect(told(started)).toContain(`Started ${id}`);
    const read = async (more = {}) => call({ action: "read", id, ...more });
    const first = await read();
    expect([told(first), noteOf(first)]).toEqual([
      "ready\n",
      "[It is running. Read on with offset=6.]",
    ]);
    expect(noteOf(await read({ offset: 6 }))).toBe(
      "[Nothing new; it is running. Read on with offset=6.]",
    );
    expect(told(await call({ action: "write", id, text: "hello\n" }))).toBe(
      `Sent 6 characters to ${id}.`,
    );
    expect(told(await read({ offset: 6 }))).toBe("got hello\n");
    expect(told(await call({ action: "list" }))).toBe(`${id}  is running  serve`);
    expect(told(await call({ action: "stop", id }))).toBe(
      `Stopped ${id}.\nThe end of what it printed:\nready\ngot hello\n`,
    );
    expect(told(await call({ action: "list" }))).toContain(`${id}  was ended`);
  });

  it("reads as much at once as the session's answers hold", async () => {
    const printed = "0123456789".repeat(900);
    const host = {
      programs: { flood: () => ({ exitCode: 0, output: printed }) },
      commands: { flood: command({ units: ["flood"] }) },
    };
    const session = { maxResultBytes: 5_000 };
    const { call } = openSessionWorld(backgroundTool, { host, session });
    const { id } = (await call({ action: "start", command: "flood" })).details as {
      readonly id: string;
    };
    let seen = "";
    for (let windows = 0; windows < 5; windows += 1) {
      const part = await call({ action: "read", id, offset: seen.length, limit: 100_000 });
      expect(part.metadata.truncated).toBeUndefined();
      seen += String(told(part));
    }
    expect(seen).toBe(printed);
  });

  it("says how one ended by itself", async () => {
    const { call, host } = openReadWorld(backgroundTool, world);
    const { id } = (await call({ action: "start", command: "quit" })).details as {
      readonly id: string;
    };
    await host.clock.advance(0);
    expect(told(await call({ action: "list" }))).toBe(`${id}  ended with exit code 2  quit`);
    expect(told(await call({ action: "stop", id }))).toBe(
      `${id} had ended already.\n[exit code 2]\nThe end of what it printed:\nbye\n`,
    );
    expect(told(await call({ action: "write", id, text: "x" }))).toContain("conflict");
  });

  it("says what is missing, and which ids there are", async () => {
    const { call } = openReadWorld(backgroundTool, world);
    expect(told(await call({ action: "list" }))).toBe("Nothing was started in this session.");
    expect(told(await call({ action: "start" }))).toContain("needs command");
    expect(told(await call({ action: "read" }))).toContain("needs id");
    expect(told(await call({ action: "write", id: "x" }))).toContain("needs text");
    const { id } = (await call({ action: "start", command: "serve" })).details as {
      readonly id: string;
    };
    expect(told(await call({ action: "stop", id: "other" }))).toBe(
      `not_found: No process other runs in the background. There are: ${id}.`,
    );
    expect(told(await call({ action: "read", id, command: "serve" }))).toContain("belongs to");
  });

  it("is a command to rules when it starts one, and a name when it does not", async () => {
    const { call, host } = openReadWorld(backgroundTool, {
      ...world,
      kernel: { contained: false },
      rules: [
        { permission: "background", pattern: "serve", action: "deny" },
        { permission: "background", pattern: "tool:background/list", action: "allow" },
      ],
    });
    expect(await call({ action: "start", command: "serve" })).toMatchObject({
      code: "permission_denied",
    });
    expect(await call({ action: "start", command: "quit" })).toMatchObject({ type: "error" });
    expect(host.spawned()).toEqual([]);
    expect(await call({ action: "list" })).toMatchObject({ type: "output" });
    expect(await call({ action: "write", id: "x", text: "y" })).toMatchObject({
      code: "permission_denied",
    });
  });
});

describe("the tool background under the default policy", () => {
  it("asks before it starts or writes, and not before it looks or stops", async () => {
    const { call } = openReadWorld(backgroundTool, {
      ...world,
      rules: [],
      sandbox: noSandbox("none here"),
      kernel: { defaultPolicy: true, contained: false },
    });
    for (const args of [
      { action: "start", command: "serve" },
      { action: "write", id: "x", text: "y" },
    ])
      expect(await call(args), args.action).toMatchObject({ code: "permission_denied" });
    expect(await call({ action: "list" })).toMatchObject({ type: "output" });
    for (const action of ["read", "stop"])
      expect(await call({ action, id: "x" }), action).toMatchObject({ code: "not_found" });
  });
});
