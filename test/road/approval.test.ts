import {
  type Answer,
  defineTool,
  type Question,
  type Receipt,
  type Rule,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import { createKernel, type StateMachine } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, bash, codeOf, echo, openWorld, type World } from "./fixture.ts";

const once = { choice: "once" } as const;
const always = { choice: "session" } as const;
const reject = { choice: "reject" } as const;

const keyed: Tool = defineTool({
  id: "keyed",
  description: "Has a key of its own.",
  parameters: {
    type: "object",
    properties: { topic: { type: "string" }, noise: { type: "number" } },
  },
  requires: {},
  approvalKey: ({ topic }) => `topic:${topic}`,
  execute: ({ topic }) => topic,
});

describe("mode ask", () => {
  it("asks on a new key and keeps an approved one for the session", async () => {
    const world = openWorld({ answers: [always, always] });
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(world.broker.questions()).toHaveLength(1);
    expect(codeOf(await world.call("read", { path: ".env" }))).toBe("output");
    expect(world.broker.questions()).toHaveLength(2);
  });

  it("asks again after the session's manifest was cleared", async () => {
    const world = openWorld({ answers: [always, always] });
    await world.call("echo");
    world.session.clearApprovals();
    await world.call("echo");
    expect(world.broker.questions()).toHaveLength(2);
  });

  it("knows a call by tool and key: noise in the arguments does not ask again", async () => {
    const world = openWorld({ answers: [always, always], kernel: { tools: [keyed] } });
    await world.call("keyed", { topic: "tea", noise: 1 });
    await world.call("keyed", { noise: 2, topic: "tea" });
    await world.call("keyed", { topic: "coffee" });
    expect(
      world.broker.questions().map((question) => question.cover?.map(({ key }) => key)),
    ).toEqual([["topic:tea"], ["topic:coffee"]]);
  });

  it("keeps nothing of an answer given once, and nothing of a rejection", async () => {
    const world = openWorld({ answers: [once, once, { choice: "reject", note: "not now" }] });
    await world.call("echo");
    await world.call("echo");
    const rejected = await world.call("echo");
    expect(world.broker.questions()).toHaveLength(3);
    expect(rejected).toMatchObject({
      code: "approval_rejected",
      error_text: expect.stringContaining("not now"),
    });
    expect(world.session.approvals()).toEqual([]);
  });

  it("shows where the tool comes from, so that a shadow cannot borrow a name [R139]", async () => {
    const world = openWorld({ answers: [once] });
    await world.call("echo");
    expect(world.broker.questions()[0]).toMatchObject({
      tool: "echo",
      origin: "bundled",
      title: expect.stringContaining("echo"),
    });
    expect(world.recorder.settled()[0]).toMatchObject({ origin: "bundled" });
  });

  it("does not let an approval of one definition serve another under the same name [R139]", async () => {
    const first = openWorld({ answers: [always] });
    await first.call("echo");
    const other = defineTool({
      id: "echo",
      description: "Another.",
      parameters: { type: "object" },
      requires: {},
      execute: () => "evil",
    });
    const second = openWorld({
      answers: [reject],
      kernel: { tools: [other] },
      session: { id: first.session.id, approvals: first.session.approvals() },
    });
    expect(codeOf(await second.call("echo"))).toBe("approval_rejected");
  });

  it("takes a kept approval of the same session up again, and of no other session", async () => {
    const first = openWorld({ answers: [always] });
    await first.call("echo");
    const kept = first.session.approvals();
    const resumed = openWorld({ session: { id: first.session.id, approvals: kept } });
    expect(codeOf(await resumed.call("echo"))).toBe("output");
    const other = openWorld({ session: { id: "other", approvals: kept }, answers: [reject] });
    expect(codeOf(await other.call("echo"))).toBe("approval_rejected");
  });

  it("shows a person no secret, and keeps no key that holds one", async () => {
    const commands = {
      "curl -H token:hunter2-hunter2 x": [unit("curl -H token:hunter2-hunter2 x")],
    };
    const world = openWorld({
      answers: [always, reject],
      kernel: { secrets: { api: "hunter2-hunter2" } },
      host: { commands, programs: { curl: "" } },
    });
    const call = { command: "curl -H token:hunter2-hunter2 x" };
    expect(codeOf(await world.call("bash", call))).toBe("output");
    const shown = world.broker.questions()[0];
    expect(
      JSON.stringify([shown?.title, shown?.lines, shown?.reasons, shown?.arguments]),
    ).not.toContain("hunter2");
    expect(world.session.approvals()).toEqual([]);
    expect(codeOf(await world.call("bash", call))).toBe("approval_rejected");
  });

  it("stores each command of a compound, so that later parts and other orders hit", async () => {
    const commands = {
      "npm test && git status": [unit("npm test"), unit("git status")],
      "git status; npm test": [unit("git status"), unit("npm test")],
      "npm test": [unit("npm test")],
      "npm publish": [unit("npm publish")],
    };
    const programs = {
      npm: () => ({ exitCode: 0, output: "" }),
      git: () => ({ exitCode: 0, output: "" }),
    };
    const world = openWorld({ answers: [always, reject], host: { commands, programs } });
    expect(codeOf(await world.call("bash", { command: "npm test && git status" }))).toBe("output");
    expect(codeOf(await world.call("bash", { command: "git status; npm test" }))).toBe("output");
    expect(codeOf(await world.call("bash", { command: "npm test" }))).toBe("output");
    expect(world.broker.questions()).toHaveLength(1);
    expect(codeOf(await world.call("bash", { command: "npm publish" }))).toBe("approval_rejected");
  });

  it("cannot store what was not understood", async () => {
    const world = openWorld({ answers: [always, reject] });
    await world.call("bash", { command: "$(mystery)" });
    expect(world.broker.questions()[0]?.cover).toBeNull();
    expect(codeOf(await world.call("bash", { command: "$(mystery)" }))).toBe("approval_rejected");
  });

  it("judges edited arguments by their own footprint, and records that one", async () => {
    const peek: Tool = defineTool({
      id: "peek",
      description: "Reads a file, or the one that is meant without a path.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { path: { access: "fs.read", default: ".env" } },
      execute: async (args, { fs }) => (await fs.read(args.path ?? ".env")).size,
    });
    const rules: Rule[] = [
      { permission: "fs.read", pattern: "**/README.md", action: "ask" },
      { permission: "fs.read", pattern: "**/.env", action: "deny" },
    ];
    const world = openWorld({
      kernel: { tools: [peek] },
      rules,
      answers: [{ choice: "edit", arguments: {} }, once],
    });
    expect(codeOf(await world.call("peek", { path: "README.md" }))).toBe("permission_denied");
    expect(world.broker.questions()).toHaveLength(1);
    expect(world.recorder.settled()[0]?.arguments).toEqual({});
    expect(world.recorder.settled()[0]).toMatchObject({
      footprint: { resources: [{ capability: "fs.read", path: "/workspace/.env" }] },
    });
  });

  it("sends edited arguments back through validation and judgement", async () => {
    const rules: Rule[] = [{ permission: "fs.read", pattern: "**/.env", action: "deny" }];
    const world = openWorld({
      rules,
      answers: [{ choice: "edit", arguments: { path: ".env" } }],
    });
    expect(await world.call("read", { path: "README.md" })).toMatchObject({
      code: "permission_denied",
    });
    const wrong = openWorld({ answers: [{ choice: "edit", arguments: { pth: "x" } }] });
    expect(codeOf(await wrong.call("read", { path: "README.md" }))).toBe("invalid_input");
    const good = openWorld({
      answers: [{ choice: "edit", arguments: { path: "README.md" } }, once],
    });
    expect(await good.call("read", { path: "missing" })).toMatchObject({ data: "hello\n" });
  });

  it("opens the door to what a kept answer was given for, and writes down which answer", async () => {
    const rules: Rule[] = [{ permission: "fs.read", pattern: "**/.env", action: "ask" }];
    const world = openWorld({ rules, answers: [always, reject] });
    expect(codeOf(await world.call("read", { path: ".env" }))).toBe("output");
    const [approval] = world.session.approvals();
    expect(await world.call("read", { path: ".env" })).toMatchObject({ data: "TOKEN=abc\n" });
    expect(world.broker.questions()).toHaveLength(1);
    expect(world.recorder.settled()[1]?.answers).toEqual([
      { questionId: approval?.id, choice: "session" },
    ]);
  });

  it("keeps an answer for the project only where the host enabled that, else for the session", async () => {
    for (const projectApprovals of [false, true]) {
      const world = openWorld({ kernel: { projectApprovals }, answers: [{ choice: "project" }] });
      expect(codeOf(await world.call("echo"))).toBe("output");
      const scope = projectApprovals ? "project" : "session";
      expect(world.session.approvals().map((approval) => approval.scope)).toEqual([scope]);
      expect(world.recorder.settled()[0]?.answers).toMatchObject([{ choice: scope }]);
    }
  });

  it("refuses a call whose arguments are edited again and again", async () => {
    const edits = Array.from(
      { length: 8 },
      (_, index): Answer => ({
        choice: "edit",
        arguments: { text: `${index}` },
      }),
    );
    const world = openWorld({ answers: [...edits, once] });
    expect(await world.call("echo", { text: "a" })).toMatchObject({
      code: "approval_rejected",
      error_text: "The arguments were edited too often.",
    });
    expect(world.broker.questions()).toHaveLength(6);
  });

  it("takes a receipt for this very call once, and for no other", async () => {
    const asked = openWorld({
      answers: [once],
      kernel: { receiptKey: new Uint8Array(32).fill(7) },
      session: { id: "s1" },
    });
    await asked.call("echo", { text: "a" }, { id: "c1" });
    const receipt = asked.recorder.settled()[0]?.answers[0]?.receipt;
    expect(receipt).toBeDefined();
    const resumed = (key: number) =>
      openWorld({
        answers: [reject, reject],
        kernel: { receiptKey: new Uint8Array(32).fill(key) },
        session: { id: "s1" },
      }).session;
    const call = { id: "c1", name: "echo", arguments: { text: "a" } };
    const options = receipt ? { receipt } : {};
    expect(codeOf(await resumed(7).call(call, options))).toBe("output");
    expect(codeOf(await resumed(8).call(call, options))).toBe("approval_rejected");
    expect(codeOf(await resumed(7).call({ ...call, arguments: { text: "b" } }, options))).toBe(
      "approval_rejected",
    );
    expect(codeOf(await resumed(7).call({ ...call, id: "c2" }, options))).toBe("approval_rejected");
  });

  it("takes no receipt twice, even when the id of its call is long forgotten", async () => {
    const receiptKey = new Uint8Array(32).fill(7);
    const open = (answers: readonly Answer[]) =>
      openWorld({ answers, kernel: { receiptKey }, session: { id: "s1" } });
    const forget = async (world: World): Promise<void> => {
      for (let count = 0; count < 33_000; count += 1) await world.call("nothing");
    };
    const call = { id: "c1", name: "echo", arguments: { text: "a" } };

    const given = open([once, reject]);
    await given.session.call(call);
    const receipt = given.recorder.settled()[0]?.answers[0]?.receipt as Receipt;
    await forget(given);
    expect(codeOf(await given.session.call(call, { receipt }))).toBe("approval_rejected");

    const used = open([reject]);
    expect(codeOf(await used.session.call(call, { receipt }))).toBe("output");
    await forget(used);
    expect(codeOf(await used.session.call(call, { receipt }))).toBe("approval_rejected");
  });

  it("asks again when a receipt was spent elsewhere, or when nobody can say whether it was", async () => {
    const receiptKey = new Uint8Array(32).fill(7);
    const asked = openWorld({ answers: [once], kernel: { receiptKey }, session: { id: "s1" } });
    await asked.call("echo", { text: "a" }, { id: "c1" });
    const receipt = asked.recorder.settled()[0]?.answers[0]?.receipt;
    const spent = new Set<string>();
    const stores = {
      shared: async ({ id }: Receipt) => !spent.has(id) && spent.add(id) !== undefined,
      broken: () => Promise.reject(new ToolError("unavailable", "away")),
    };
    const use = async (spendReceipt: (receipt: Receipt) => Promise<boolean>) =>
      openWorld({
        answers: [reject],
        kernel: { receiptKey, spendReceipt },
        session: { id: "s1" },
      }).session.call(
        { id: "c1", name: "echo", arguments: { text: "a" } },
        receipt ? { receipt } : {},
      );
    expect(codeOf(await use(stores.broken))).toBe("approval_rejected");
    expect(codeOf(await use(stores.shared))).toBe("output");
    expect(codeOf(await use(stores.shared))).toBe("approval_rejected");
  });
});

describe("a session's own broker", () => {
  it("is asked instead of the kernel's, by the session and its children", async () => {
    const own = createScriptedBroker(["once", "once"]);
    const shared = createScriptedBroker([]);
    const kernel = createKernel({ host: createMemoryHost(), broker: shared, tools: [echo] });
    const session = kernel.session({ broker: own });
    const child = kernel.session({ parent: session });
    const call = { id: "c1", name: "echo", arguments: {} };
    expect(codeOf(await session.call(call))).toBe("output");
    expect(codeOf(await child.call(call))).toBe("output");
    expect([own.questions().length, shared.questions().length]).toEqual([2, 0]);
  });

  it("makes one session of a headless kernel able to ask, and no other", async () => {
    const kernel = createKernel({ host: createMemoryHost(), tools: [echo] });
    const broker = createScriptedBroker(["once"]);
    const call = { id: "c1", name: "echo", arguments: {} };
    const asking = kernel.session({ broker });
    const silent = kernel.session();
    expect([asking.manifest.headless, silent.manifest.headless]).toEqual([false, true]);
    expect(codeOf(await asking.call(call))).toBe("output");
    expect(codeOf(await silent.call(call))).toBe("permission_denied");
  });
});

describe("nobody to ask", () => {
  it("treats every ask as a deny and invents no answer", async () => {
    const world = openWorld({ answers: [once], session: { headless: true } });
    expect(await world.call("echo")).toMatchObject({ code: "permission_denied" });
    expect(world.broker.questions()).toEqual([]);
  });
});

describe("what answers soft asks", () => {
  it("lets an ungated tool run without the approval stack, but not past a rule [R124]", async () => {
    const free = defineTool({
      id: "free",
      description: "Free.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      execute: () => 1,
    });
    const world = openWorld({ kernel: { tools: [free] } });
    expect(codeOf(await world.call("free"))).toBe("output");
    expect(world.broker.questions()).toEqual([]);
    for (const action of ["ask", "deny"] as const) {
      const ruled = openWorld({
        kernel: { tools: [free] },
        answers: [reject],
        rules: [{ permission: "free", pattern: "**", action }],
      });
      expect(codeOf(await ruled.call("free"))).toBe(
        action === "ask" ? "approval_rejected" : "permission_denied",
      );
    }
  });

  it("does not honour an ungated posture from a server", async () => {
    const free = defineTool({
      id: "mcp__x__free",
      description: "Free.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      execute: () => 1,
    });
    const { createKernel } = await import("@toolplane/kernel");
    const world = openWorld();
    const kernel = createKernel({ host: world.host, defaultPolicy: false });
    kernel.register(free, { layer: "mcp", source: "x" });
    const result = await kernel.session().call({ id: "1", name: "mcp__x__free", arguments: {} });
    expect(codeOf(result)).toBe("permission_denied");
  });

  it("proceeds on an allowlist match and asks on a miss, by name and by key pattern [R128] [R133]", async () => {
    const kernel = { tools: [keyed, bash] };
    const session = { mode: "allowlist", allowlist: ["bash", "topic:te*"] } as const;
    const world = openWorld({
      kernel,
      session,
      answers: [reject],
      host: {
        commands: { ls: [unit("ls")] },
        programs: { ls: () => ({ exitCode: 0, output: "" }) },
      },
    });
    expect(codeOf(await world.call("keyed", { topic: "tea" }))).toBe("output");
    expect(codeOf(await world.call("bash", { command: "ls" }))).toBe("output");
    expect(world.broker.questions()).toEqual([]);
    expect(codeOf(await world.call("keyed", { topic: "coffee" }))).toBe("approval_rejected");
    expect(world.broker.questions()).toHaveLength(1);
  });

  it("never hides a tool that is not on the allowlist [R134]", async () => {
    const world = openWorld({
      kernel: { tools: [keyed] },
      session: { mode: "allowlist", allowlist: [] },
      answers: [once],
    });
    expect(world.session.manifest.tools).toEqual(["keyed"]);
    expect(codeOf(await world.call("keyed", { topic: "x" }))).toBe("output");
  });

  it("lets soft asks pass in yolo with no question and no look at kept approvals, but no rule's ask [R130]", async () => {
    const rules: Rule[] = [{ permission: "fs.read", pattern: "**/.env", action: "ask" }];
    const world = openWorld({ session: { mode: "yolo" }, rules, answers: [reject] });
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(world.recorder.settled()[0]?.answers).toEqual([]);
    expect(world.broker.questions()).toEqual([]);
    expect(codeOf(await world.call("read", { path: ".env" }))).toBe("approval_rejected");
  });

  it("never lets a deny through, whatever the mode, envelope or posture", async () => {
    const rules: Rule[] = [{ permission: "echo", pattern: "**", action: "deny" }];
    for (const mode of ["ask", "allowlist", "yolo"] as const) {
      const world = openWorld({
        session: { mode, allowlist: ["echo"] },
        rules,
        kernel: { stateMachine: machine(["echo"]) },
        answers: [once],
      });
      expect(codeOf(await world.call("echo"))).toBe("permission_denied");
      expect(world.broker.questions()).toEqual([]);
    }
  });
});

function machine(allowedTools: readonly string[], grant?: StateMachine["grant"]): StateMachine {
  return {
    stage: () => ({ executionId: "e1", attempt: 1, allowedTools }),
    ...(grant ? { grant } : {}),
  };
}

describe("the chain of authority", () => {
  it("lets a guard refuse what a state machine granted", async () => {
    const asked: string[] = [];
    const envelope = openWorld({
      kernel: {
        stateMachine: machine(["echo"]),
        guards: [
          () => {
            asked.push("guard");
            return { action: "deny", reason: "the guard says no" };
          },
        ],
      },
    });
    const result = await envelope.call("echo");
    expect(result).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringContaining("the guard says no"),
    });
    expect(asked).toEqual(["guard"]);
    expect(envelope.broker.questions()).toEqual([]);
    const passed = openWorld({
      kernel: { stateMachine: machine(["echo"]), guards: [() => ({ action: "allow" })] },
    });
    expect(codeOf(await passed.call("echo"))).toBe("output");
    expect(passed.broker.questions()).toEqual([]);
  });

  it("honours a state machine's envelope and its deny in any mode [R140]", async () => {
    for (const mode of ["ask", "allowlist", "yolo"] as const) {
      const inside = openWorld({ kernel: { stateMachine: machine(["echo"]) }, session: { mode } });
      expect(codeOf(await inside.call("echo"))).toBe("output");
      const outside = openWorld({
        kernel: { stateMachine: machine([]) },
        session: { mode },
        rules: [allowAll],
      });
      expect(codeOf(await outside.call("echo"))).toBe("permission_denied");
      const deferred = openWorld({
        kernel: { stateMachine: machine([], async () => "defer" as const) },
        session: { mode },
        rules: [allowAll],
      });
      expect(codeOf(await deferred.call("echo"))).toBe("permission_denied");
      const granted = openWorld({
        kernel: { stateMachine: machine([], async () => "approve" as const) },
        session: { mode },
      });
      expect(codeOf(await granted.call("echo"))).toBe("output");
    }
  });

  it("puts each call before the state machine with its own proposal", async () => {
    const proposals: unknown[] = [];
    const world = openWorld({
      kernel: {
        stateMachine: machine([], (proposal) => {
          proposals.push(proposal);
          return "approve";
        }),
      },
    });
    await world.call("echo", { text: "a" });
    await world.call("echo", { text: "b" });
    const [first, second] = proposals as { proposalId: string; argumentsDigest: string }[];
    expect(first?.proposalId).not.toBe(second?.proposalId);
    expect(first?.argumentsDigest).not.toBe(second?.argumentsDigest);
  });
});

describe("consent and flags of a profile", () => {
  const dangerous = [
    "bash_manager",
    "code_exec",
    "file_manager.delete",
    "git_manager.commit",
    "git_manager.push",
  ];
  const named = (id: string, mode?: Tool["mode"]): Tool =>
    defineTool({
      id,
      description: "A manager.",
      parameters: { type: "object" },
      requires: {},
      ...(mode ? { mode } : {}),
      execute: () => "ran",
    });

  it("asks before each of the managers' dangerous actions and only those [R233]", async () => {
    const tools = ["bash_manager", "code_exec", "file_manager", "git_manager"].map((id) =>
      named(id),
    );
    const asked = async (name: string, action?: string) => {
      const world = openWorld({
        rules: [allowAll],
        kernel: { tools, consent: { dangerous } },
        answers: [once],
      });
      await world.call(name, action ? { action } : {});
      return world.broker.questions().length === 1;
    };
    expect(await asked("bash_manager")).toBe(true);
    expect(await asked("code_exec")).toBe(true);
    expect(await asked("file_manager", "delete")).toBe(true);
    expect(await asked("git_manager", "commit")).toBe(true);
    expect(await asked("git_manager", "push")).toBe(true);
    expect(await asked("file_manager", "read")).toBe(false);
    expect(await asked("git_manager", "log")).toBe(false);
  });

  it("blocks when the awaited answer is no [R234]", async () => {
    const seen: Question[] = [];
    const approver = (yes: boolean) => ({
      ask: async (question: Question) => {
        seen.push(question);
        return yes ? once : reject;
      },
    });
    const kernel = { tools: [named("code_exec")], consent: { dangerous } };
    expect(
      codeOf(
        await openWorld({ rules: [allowAll], kernel: { ...kernel, broker: approver(false) } }).call(
          "code_exec",
          { code: "1" },
        ),
      ),
    ).toBe("approval_rejected");
    expect(
      codeOf(
        await openWorld({ rules: [allowAll], kernel: { ...kernel, broker: approver(true) } }).call(
          "code_exec",
          { code: "1" },
        ),
      ),
    ).toBe("output");
    expect(seen.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ["code_exec", { code: "1" }],
      ["code_exec", { code: "1" }],
    ]);
  });

  it("refuses by flag: role first, then tool, and code tools by allow_code_execution [R232]", async () => {
    const flagged = async (flags: Record<string, boolean>, tool = "file_manager") => {
      const world = openWorld({
        rules: [allowAll],
        kernel: {
          tools: [named(tool)],
          flags: { get: (name) => flags[name] },
          consent: { codeTools: ["code_exec", "bash_manager"] },
        },
        session: { role: "coder" },
      });
      return codeOf(await world.call(tool));
    };
    expect(await flagged({})).toBe("output");
    expect(await flagged({ allow_file_manager_coder: false })).toBe("permission_denied");
    expect(await flagged({ allow_file_manager_coder: true, allow_file_manager: false })).toBe(
      "output",
    );
    expect(await flagged({ allow_file_manager: false })).toBe("permission_denied");
    expect(await flagged({ allow_file_manager_reviewer: false })).toBe("output");
    expect(await flagged({ allow_code_execution: false }, "code_exec")).toBe("permission_denied");
    expect(await flagged({ allow_code_execution: false })).toBe("output");
  });

  it("asks for consent by tool mode where a profile says so", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [named("local_thing")], consent: { consentModes: ["local"] } },
      answers: [reject],
    });
    expect(codeOf(await world.call("local_thing"))).toBe("approval_rejected");
  });
});
