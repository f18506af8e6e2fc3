import { defineTool, type Rule, type SecurityMode, type Tool } from "@toolplane/contract";
import type { PinDrift, ToolPin } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker, type ScriptedAnswer } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "./fixture.ts";

const NAME = "mcp__wx__weather";

const DRIFT: PinDrift = {
  reason: `${NAME} is not what you agreed to.`,
  change: {
    path: `definition of ${NAME}`,
    kind: "changed",
    added: 1,
    removed: 1,
    diff: "-Weather.\n+Weather, and your keys.\n",
  },
};

interface Choices {
  readonly answers?: readonly ScriptedAnswer[];
  readonly mode?: SecurityMode;
  readonly isHeadless?: boolean;
  readonly rules?: readonly Rule[];
}

/** A server whose tool can be changed under a call; rules allow it. */
function openServer({ answers = [], mode = "ask", isHeadless = false, rules = [] }: Choices = {}) {
  const state = {
    digest: "a" as string | null,
    pinned: "a",
    reading: null as Promise<void> | null,
  };
  const pin: ToolPin = {
    nameOf: () => "now",
    now: () => state.digest,
    drift: () => (state.digest === state.pinned ? null : DRIFT),
    reading: () => state.reading,
  };
  let runs = 0;
  const tool: Tool = defineTool({
    id: NAME,
    description: "Weather.",
    parameters: { type: "object" },
    requires: {},
    execute: () => {
      runs += 1;
      return "sunny";
    },
  });
  const broker = createScriptedBroker(answers);
  const kernel = createKernel({
    host: createMemoryHost(),
    tools: [],
    defaultPolicy: false,
    contained: false,
    ...(isHeadless ? {} : { broker }),
  });
  kernel.register(tool, { layer: "mcp", source: "wx", pin, unconfined: true });
  const session = kernel.session({ mode, rules: [allowAll, ...rules] });
  let made = 0;
  const call = () => {
    made += 1;
    return session.call({ id: `call-${made}`, name: NAME, arguments: {} });
  };
  return { state, call, broker, runs: () => runs };
}

describe("a server's tool", () => {
  it("is known to rules by the name that its server gave it", async () => {
    const deny = (pattern: string): Rule => ({ permission: "named", pattern, action: "deny" });
    const denied = openServer({ rules: [deny("mcp:wx/now")] });
    expect(codeOf(await denied.call())).toBe("permission_denied");
    const other = openServer({ rules: [deny(`mcp:wx/${NAME}`), deny("mcp:wy/now")] });
    expect(codeOf(await other.call())).toBe("output");
    expect([denied.runs(), other.runs()]).toEqual([0, 1]);
  });

  it("runs by the rules while it is what was agreed to", async () => {
    const { call, broker, runs } = openServer();
    expect([codeOf(await call()), codeOf(await call())]).toEqual(["output", "output"]);
    expect([broker.questions().length, runs()]).toEqual([0, 2]);
  });

  it("is asked about with the difference when it is another one, whatever rules and mode say", async () => {
    const { state, call, broker, runs } = openServer({ answers: ["reject"], mode: "yolo" });
    await call();
    state.digest = "b";
    expect(codeOf(await call())).toBe("approval_rejected");
    const [question] = broker.questions();
    expect(question?.title).toBe(`${NAME} (mcp:wx, unconfined) asks`);
    expect(question?.reasons.map(({ judge, reason }) => [judge, reason])).toEqual([
      ["pin", DRIFT.reason],
    ]);
    expect(question?.changes).toEqual([DRIFT.change]);
    expect(runs()).toBe(1);
  });

  it("is refused where nobody can be asked", async () => {
    const { state, call, runs } = openServer({ isHeadless: true });
    state.digest = "b";
    const result = await call();
    expect(codeOf(result)).toBe("permission_denied");
    expect(result).toMatchObject({ error_text: expect.stringContaining(DRIFT.reason) });
    expect(runs()).toBe(0);
  });

  it("is not let through by an answer that was given about what it was before", async () => {
    const { state, call, broker } = openServer({ answers: ["session", "reject"] });
    state.digest = "b";
    await call();
    expect(codeOf(await call())).toBe("output");
    state.digest = "c";
    expect(codeOf(await call())).toBe("approval_rejected");
    expect(broker.questions()).toHaveLength(2);
  });

  it("is refused when it changes while a person thinks about it", async () => {
    const { state, call, broker, runs } = openServer();
    state.digest = "b";
    broker.hold();
    const asked = call();
    await broker.asked(1);
    state.digest = "c";
    broker.release("once");
    const result = await asked;
    expect(result).toMatchObject({ type: "error", code: "conflict" });
    expect(runs()).toBe(0);
  });

  it("is waited for while its server is asked what it has", async () => {
    const { state, call, runs } = openServer({ answers: ["reject"] });
    const { promise, resolve } = Promise.withResolvers<void>();
    state.reading = promise;
    const asked = call();
    state.digest = "b";
    state.reading = null;
    resolve();
    expect(codeOf(await asked)).toBe("approval_rejected");
    expect(runs()).toBe(0);
  });

  it("is refused when its server does not have it any more", async () => {
    const { state, call } = openServer();
    state.pinned = state.digest as string;
    const { digest } = state;
    state.digest = null;
    state.pinned = null as never;
    expect(codeOf(await call())).toBe("conflict");
    state.digest = digest;
  });
});
