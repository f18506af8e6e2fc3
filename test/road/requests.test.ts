/** Rules about requests, at the gate that a process's connections pass: what is known of a request, and what an answer covers. */
import {
  defineTool,
  type KeptRules,
  type NetTarget,
  type Rule,
  type Tool,
} from "@toolplane/contract";
import type { GateDecision } from "@toolplane/contract/ports";
import { command, LANDING_SANDBOX, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, type WorldOptions } from "./fixture.ts";

const rule = (action: Rule["action"], pattern: string): Rule => ({
  permission: "net.fetch",
  pattern,
  action,
});

/** `POST api.test/v1`; a host alone is a tunnel. */
function target(text: string): NetTarget {
  const [, method, host = "", urlPath] = /^(?:(\S+) )?([^/]*)(\/.*)?$/.exec(text) ?? [];
  return {
    capability: "net.fetch",
    scheme: "https",
    host,
    port: 443,
    ...(method === undefined ? {} : { method }),
    ...(urlPath === undefined ? {} : { urlPath }),
  };
}

const runner: Tool = defineTool({
  id: "runner",
  description: "Runs a program that connects.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: { access: "shell", default: "fetch" } },
  execute: async (_args, { shell }) => (await shell.run("fetch")).exitCode,
});

interface Asked extends WorldOptions {
  readonly requests: readonly NetTarget[];
  /** Hosts that its command line names. */
  readonly named?: readonly string[];
  /** It is known to send. */
  readonly sends?: true;
  readonly sandbox?: typeof LANDING_SANDBOX;
}

function openRunner({ requests, named = [], sends, sandbox = LANDING_SANDBOX, ...options }: Asked) {
  const decisions: GateDecision[] = [];
  const needs: boolean[] = [];
  const world = openWorld({
    ...options,
    kernel: { tools: [runner], ...options.kernel },
    host: {
      sandbox,
      commands: {
        fetch: command({ units: [unit("fetch", sends ? { effect: "send" } : {})], hosts: named }),
      },
      programs: {
        fetch: async () => {
          const gate = world.host.spawned().at(-1)?.context.gate;
          for (const request of requests) {
            if (!gate) continue;
            needs.push(gate.needsRequests?.(request) ?? false);
            decisions.push(await gate.ask(request));
          }
          return { exitCode: 0 };
        },
      },
    },
  });
  return { world, decisions, needs, opened: () => decisions.map(({ allowed }) => allowed) };
}

const RUNS: Rule = { permission: "shell.run", pattern: "fetch", action: "allow" };

describe("a rule about requests", () => {
  it("is judged by method and path, and an unknown one counts as the severest", async () => {
    const requests = [
      "GET api.test/v1/users",
      "GET api.test/v1/../admin",
      "GET api.test/admin",
      "POST api.test/v1/users",
      "post api.test/v1/users",
      "api.test",
    ].map(target);
    const { world, opened, needs } = openRunner({
      requests,
      rules: [RUNS, rule("allow", "GET api.test/v1/**"), rule("deny", "WRITE *")],
      session: { headless: true },
    });
    expect(codeOf(await world.call("runner"))).toBe("output");
    expect(opened()).toEqual([true, false, false, false, false, false]);
    expect(needs).toEqual(requests.map(() => true));
  });

  it("has requests read only of the hosts that it is about", async () => {
    const { world, needs } = openRunner({
      requests: [target("api.test"), target("other.test")],
      rules: [allowAll, rule("ask", "POST api.test")],
      session: { headless: true },
    });
    await world.call("runner");
    expect(needs).toEqual([true, false]);
  });

  it("lets nothing unknown pass that a narrower ask could hide from a deny", async () => {
    const { world, decisions } = openRunner({
      requests: [target("api.test"), target("GET api.test/x"), target("POST api.test/x")],
      rules: [RUNS, rule("deny", "api.test"), rule("ask", "POST api.test")],
      answers: [{ choice: "once" }],
    });
    await world.call("runner");
    expect(decisions.map(({ allowed }) => allowed)).toEqual([false, false, true]);
    expect(world.broker.questions()).toHaveLength(1);
  });

  it("of a file without trust restricts and opens nothing", async () => {
    const rules = [rule("allow", "GET api.test/v1/**"), rule("deny", "POST *")];
    const { world, opened, needs } = openRunner({
      requests: [target("GET api.test/v1/x"), target("POST api.test/v1/x")],
      kernel: {
        policy: [
          { scope: "session", rules: [RUNS] },
          { scope: "project", rules, untrusted: true },
        ],
      },
      session: { headless: true },
    });
    await world.call("runner");
    expect(opened()).toEqual([false, false]);
    expect(needs).toEqual([true, true]);
  });
});

describe("a command that names a host", () => {
  const opens = rule("allow", "GET api.test/v1/**");
  const readOnly = rule("deny", "WRITE *");
  const contained = { kernel: { contained: true } } as const;

  it("runs unasked where a rule opens some requests, and gets those", async () => {
    const { world, opened } = openRunner({
      ...contained,
      named: ["api.test"],
      requests: [
        target("GET api.test/v1/x"),
        target("GET api.test/x"),
        target("POST api.test/v1/x"),
        target("api.test"),
      ],
      rules: [opens, readOnly],
      answers: [],
    });
    expect(codeOf(await world.call("runner"))).toBe("output");
    expect(opened()).toEqual([true, false, false, false]);
    expect(world.broker.questions()).toEqual([]);
  });

  it("is not closed beforehand by a rule that denies some requests", async () => {
    const { world, opened } = openRunner({
      named: ["api.test"],
      requests: [target("GET api.test/x"), target("POST api.test/x"), target("api.test")],
      rules: [RUNS, readOnly],
      answers: [],
    });
    expect(codeOf(await world.call("runner"))).toBe("output");
    expect(opened()).toEqual([true, false, false]);
  });

  it.each([
    ["the rule is for another host", { named: ["other.test"] }],
    ["another host is named beside it", { named: ["api.test", "other.test"] }],
    ["a rule asks about some requests", { rules: [opens, rule("ask", "POST *")] }],
    ["it is known to send", { sends: true }],
    ["no rule of a person opens it", { rules: [readOnly] }],
  ] as const)("is asked about where %s", async (_why, given) => {
    const { world, opened } = openRunner({
      ...contained,
      named: ["api.test"],
      requests: [target("POST api.test/v1/x")],
      rules: [opens],
      answers: [{ choice: "reject" }],
      ...given,
    });
    expect(codeOf(await world.call("runner"))).toBe("approval_rejected");
    expect(opened()).toEqual([]);
  });

  it("is denied by what denies some requests where nobody would see them", async () => {
    const { world } = openRunner({
      named: ["api.test"],
      requests: [],
      rules: [RUNS, readOnly],
      sandbox: { ...LANDING_SANDBOX, facts: { ...LANDING_SANDBOX.facts, asksAboutHosts: false } },
    });
    expect(codeOf(await world.call("runner"))).toBe("permission_denied");
  });
});

describe("an answer while a connection waits", () => {
  it("about a host is kept for the session, and asked once", async () => {
    const { world, opened } = openRunner({
      requests: [target("GET api.test/a"), target("POST api.test/b")],
      rules: [RUNS],
      answers: [{ choice: "session" }],
    });
    await world.call("runner");
    await world.call("runner");
    expect(opened()).toEqual([true, true, true, true]);
    expect(world.broker.questions()).toHaveLength(1);
    expect(world.broker.questions()[0]).toMatchObject({
      kind: "egress",
      lines: expect.arrayContaining([expect.stringContaining("https://api.test:443 (GET /a)")]),
    });
  });

  it("that a rule about requests asked for covers that method and path only", async () => {
    const { world, opened } = openRunner({
      requests: [
        target("POST api.test/a"),
        target("POST api.test/a"),
        target("POST api.test/b"),
        target("GET api.test/a"),
      ],
      rules: [allowAll, rule("ask", "POST api.test")],
      answers: [{ choice: "session" }, { choice: "reject" }],
    });
    await world.call("runner");
    expect(opened()).toEqual([true, true, false, true]);
    expect(world.broker.questions()).toHaveLength(2);
  });

  it("is written down as the rule that it is about", async () => {
    const kept: KeptRules[] = [];
    const keepRules = async (given: KeptRules): Promise<void> => void kept.push(given);
    const wanted = {
      ...target("GET registry.test/left-pad"),
      package: { manager: "npm", name: "left-pad", version: "1.3.0", near: "left-pads" },
    } as const;
    const { world, opened } = openRunner({
      requests: [target("api.test"), wanted, target("GET registry.test/other")],
      rules: [RUNS],
      kernel: { keepRules },
      answers: [{ choice: "rule" }, { choice: "rule" }, { choice: "reject" }],
    });
    await world.call("runner");
    expect(opened()).toEqual([true, true, false]);
    expect(kept.flatMap(({ rules }) => rules)).toEqual([
      rule("allow", "api.test"),
      rule("allow", "GET registry.test/left-pad"),
    ]);
    expect(world.broker.questions()[1]?.lines[0]).toBe(
      "install left-pad 1.3.0 from registry.test (not in the lock file; one letter away from left-pads, which the lock file names) (destination)",
    );
  });

  it("is not offered for longer where a person's rule asks about the host each time", async () => {
    const { world } = openRunner({
      requests: [target("api.test")],
      rules: [allowAll, rule("ask", "api.test")],
      kernel: { keepRules: async () => {} },
      answers: [{ choice: "once" }],
    });
    await world.call("runner");
    expect(world.broker.questions()[0]).toMatchObject({ kind: "egress", cover: null });
    expect(world.broker.questions()[0]).not.toHaveProperty("offer");
  });

  it("is asked for of a contained command about a package alone", async () => {
    const wanted = {
      ...target("GET registry.test/left-pad"),
      package: { manager: "npm", name: "left-pad" },
    } as const;
    const { world, opened } = openRunner({
      requests: [
        target("api.test"),
        wanted,
        target("GET registry.test/other"),
        target("registry.test"),
      ],
      kernel: { contained: true },
      answers: [{ choice: "once" }],
    });
    await world.call("runner");
    expect(opened()).toEqual([false, true, false, false]);
    expect(world.broker.questions().map(({ kind }) => kind)).toEqual(["egress"]);
  });
});
