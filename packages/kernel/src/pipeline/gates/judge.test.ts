import type { Opinion, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { NO_CONSENT } from "../../judge/judges.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import type { SessionJudges } from "../../session/session-state.ts";
import { createStubCall } from "../stage/stub-call.fixture.ts";
import { judge } from "./judge.ts";

/** Runs every judge, noting when it is asked; the mode shows which of them answered the soft ask of the rules. */
async function judged(
  more: {
    readonly judges?: Partial<SessionJudges>;
    readonly rules?: readonly Rule[];
    readonly mode?: string;
    readonly later?: boolean;
  } = {},
): Promise<{
  readonly asked: readonly string[];
  readonly opinions: readonly string[];
  readonly answeredBy: string | undefined;
  readonly outcome: unknown;
}> {
  const asked: string[] = [];
  const says = <T>(who: string, value: T): T | Promise<T> => {
    asked.push(who);
    return more.later ? Promise.resolve(value) : value;
  };
  const judges: SessionJudges = {
    consent: NO_CONSENT,
    flags: { get: (name) => (asked.includes("flag") ? undefined : noteFlag(asked, name)) },
    stateMachine: {
      stage: () => ({ executionId: "e", attempt: 1, allowedTools: [] }),
      grant: () => says("state machine", "approve" as const),
    },
    guards: [
      () => says("guard 1", { action: "allow" } as const),
      () => says("guard 2", { action: "allow" } as const),
    ],
    watchdog: () => says("watchdog", { action: "allow" } as const),
    watchdogTimeoutMs: 1_000,
    guardOrder: "before-mode",
    ...more.judges,
  };
  const named = { capability: "named", name: "stub", origin: "direct", via: "argument" };
  const { call } = createStubCall({
    entry: { named },
    session: {
      judges,
      agentManifest: null,
      mode: { now: () => more.mode ?? "ask" },
      sandboxed: false,
      containing: false,
      policies: {
        base: compilePolicy({
          layers: [{ scope: "session", rules: more.rules ?? [] }],
          variables: {},
        }),
        restrictions: [],
      },
      manifest: {
        sessionId: "s",
        role: "agent",
        workspace: "w",
        mode: more.mode ?? "ask",
        allowlist: [],
      },
    },
  });
  call.tool = call.session.tools("stub");
  call.args = {};
  call.footprint = { resources: [] };
  const outcome = await judge(call);
  const { verdict } = call;
  return {
    asked,
    opinions: verdict?.opinions.map(({ judge: who }: Opinion) => who) ?? [],
    answeredBy: verdict?.answeredBy,
    outcome,
  };
}

function noteFlag(asked: string[], name: string): undefined {
  if (name === "allow_stub") asked.push("flag");
  return undefined;
}

describe.each([false, true])("judge, with judges that answer later: %s", (later) => {
  it("asks rules, then flags, state machine, guards and watchdog, each once, and the mode last", async () => {
    const { asked, opinions, answeredBy } = await judged({ later });
    expect(asked).toEqual(["flag", "state machine", "guard 1", "guard 2", "watchdog"]);
    expect(opinions).toEqual(["rules", "state-machine", "watchdog"]);
    expect(answeredBy).toBe("state-machine");
  });

  it("answers what is still a soft ask by the mode, after every judge has given its opinion", async () => {
    const { asked, answeredBy } = await judged({
      later,
      mode: "yolo",
      judges: { stateMachine: null },
    });
    expect(asked).toEqual(["flag", "guard 1", "guard 2", "watchdog"]);
    expect(answeredBy).toBe("yolo");
  });

  it("lets no mode answer what a judge behind the rules asks or denies", async () => {
    for (const action of ["ask", "deny"] as const) {
      const watchdog = () => ({ action, reason: "w" });
      const { answeredBy } = await judged({ later, mode: "yolo", judges: { watchdog } });
      expect(answeredBy).toBe(undefined);
    }
  });

  it("asks no judge of the host about what the rules deny", async () => {
    const rules: readonly Rule[] = [{ permission: "stub", pattern: "**", action: "deny" }];
    const { asked, outcome } = await judged({ later, rules });
    expect(asked).toEqual(["flag"]);
    expect(outcome).toMatchObject({ code: "permission_denied" });
  });

  it("does not ask the guards behind one that denies, nor the watchdog", async () => {
    const guards = [() => ({ action: "deny", reason: "no" }) as const];
    const { asked, outcome } = await judged({ later, judges: { guards } });
    expect(asked).toEqual(["flag", "state machine"]);
    expect(outcome).toMatchObject({ code: "permission_denied" });
  });
});
