import { createHost, openSqliteStore } from "@toolplane/host";
import { compileConfinement, createKernel } from "@toolplane/kernel";
import { createMcpServer } from "@toolplane/mcp";
import { createMemoryHost, createMemoryStore } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";
import { openLibrary } from "./fixture.ts";

/** As plain JavaScript hands it in. */
const js = (options: object): never => options as never;
const host = createMemoryHost();

describe("options that no compiler checked", () => {
  it.each([
    [{ polcy: [] }, 'createToolplane: has no option "polcy"; did you mean "policy"?'],
    [{ hosts: host }, 'createToolplane: has no option "hosts"; did you mean "host"?'],
    [{ readConfinement: () => {} }, 'createToolplane: has no option "readConfinement"'],
    [{ policy: 7 }, "createToolplane: option policy must be a text or a list or an object"],
    [{ policy: { deny: "*" } }, 'policy: has no "deny"; it is a list of rules or layers'],
    [{ policy: { rules: "no" } }, "policy: rules must be a list"],
    [
      { policy: [{ permission: "read", pattern: "*", action: "forbid" }] },
      'project rules[0]: unknown action "forbid"; use allow, ask or deny',
    ],
    [{ policy: [null] }, "project rules[0]: a rule must be an object"],
    [
      { policy: { rules: [{ permission: "fs.wirte", pattern: "*", action: "ask" }] } },
      'unknown capability "fs.wirte"',
    ],
    [
      { session: { rules: [{ permission: "read", pattern: "{nowhere}/x", action: "ask" }] } },
      "session rules[0]",
    ],
    [{ broker: () => "once" }, "createToolplane: option broker must be an object with ask()"],
    [{ contained: "no" }, "createToolplane: option contained must be true or false"],
    [{ receiptKey: "secret" }, "createToolplane: option receiptKey must be a Uint8Array"],
    [{ session: { mod: "ask" } }, 'createToolplane session: has no option "mod"; did you mean'],
    [{ session: { id: "a" } }, 'createToolplane session: has no option "id"'],
    [{ session: { mode: "yes" } }, 'createToolplane session: option mode must be one of "ask"'],
  ])("stop createToolplane: %o", async (options, text) => {
    await expect(createToolplane(js({ host, ...options }))).rejects.toThrow(text);
  });

  it.each([
    [{ sandbox: "on" }, 'createHost: option sandbox must be one of "auto", "plain", "none"'],
    [{ maxFileBytes: "10" }, "createHost: option maxFileBytes must be a number from 0"],
  ])("stop it where the host takes them: %o", async (options, text) => {
    const given = { record: false, workspace: null, ...options };
    await expect(createToolplane(js(given))).rejects.toThrow(text);
  });

  it("stop a session, a resumed one, a kernel, a host, a store and a server", async () => {
    const { tp } = await openLibrary({
      record: { store: createMemoryStore(), key: new Uint8Array(32) },
    });
    expect(() => tp.session(js({ headles: true }))).toThrow(
      'session: has no option "headles"; did you mean "headless"?',
    );
    expect(() => tp.kernel.session(js({ rules: {} }))).toThrow(
      "session: option rules must be a list",
    );
    await expect(tp.resume("ses_1", js({ modus: "yolo" }))).rejects.toThrow(
      'resume: has no option "modus"',
    );
    expect(() => createKernel(js({ host, polices: [] }))).toThrow(
      'createKernel: has no option "polices"; did you mean "policy"?',
    );
    await expect(
      createHost(js({ workspace: null, readConfinement: compileConfinement, workspce: "/" })),
    ).rejects.toThrow('createHost: has no option "workspce"; did you mean "workspace"?');
    await expect(openSqliteStore(js({ path: ":memory:", patience: 1 }))).rejects.toThrow(
      'openSqliteStore: has no option "patience"',
    );
    expect(() => createMcpServer(js({ source: tp, instruction: "" }))).toThrow(
      'createMcpServer: has no option "instruction"; did you mean "instructions"?',
    );
  });

  it("are told apart from those that are left out", async () => {
    const { tp } = await openLibrary(js({ policy: undefined, session: undefined }));
    expect(tp.session(js({ mode: undefined })).manifest.mode).toBe("ask");
  });
});
