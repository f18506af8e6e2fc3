/** The host's judges: which are asked, in which order, and that none of their verdicts outlives what it was given for. */
import type { Guard, KernelOptions } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

type Answer = "allow" | "ask" | "deny";

/** A state machine, a guard and a watchdog that note when they are asked. */
function judges(
  asked: string[],
  answers: {
    machine?: "approve" | "deny";
    guard?: Answer;
    watchdog?: Answer;
    later?: boolean;
  } = {},
): Partial<KernelOptions> {
  const { machine = "approve", guard = "allow", watchdog = "allow", later = false } = answers;
  const says = <T>(who: string, value: T): T | Promise<T> => {
    asked.push(who);
    return later ? Promise.resolve(value) : value;
  };
  return {
    stateMachine: {
      stage: () => ({ executionId: "e", attempt: 1, allowedTools: [] }),
      grant: () => says("state machine", machine),
    },
    guards: [() => says("guard", { action: guard, reason: "guard" })],
    watchdog: () => says("watchdog", { action: watchdog, reason: "watchdog" }),
  };
}

describe.each([false, true])("the judges of a host, answering later: %s", (later) => {
  const EVERYONE = ["state machine", "guard", "watchdog"];

  it("are asked in one order: state machine, guards, watchdog, then the mode once", async () => {
    const asked: string[] = [];
    const world = openWorld({ rules: [allowAll], kernel: judges(asked, { later }) });
    expect(codeOf(await world.call("echo"))).toBe("output");
    expect(asked).toEqual(EVERYONE);
    const unruled: string[] = [];
    const { stateMachine: _none, ...others } = judges(unruled, { later });
    const loose = openWorld({ kernel: others, session: { mode: "yolo" } });
    expect(codeOf(await loose.call("echo"))).toBe("output");
    expect(unruled).toEqual(["guard", "watchdog"]);
    expect(loose.recorder.settled()[0]?.verdict).toMatchObject({ answeredBy: "yolo" });
    expect(loose.broker.questions()).toEqual([]);
    expect(world.recorder.settled()[0]?.verdict?.opinions.map(({ judge }) => judge)).toEqual([
      "rules",
      "state-machine",
      "watchdog",
    ]);
  });

  it("are all asked when one before them wants a person to look", async () => {
    const asked: string[] = [];
    const kernel = judges(asked, { guard: "ask", watchdog: "deny", later });
    const world = openWorld({ rules: [allowAll], kernel });
    expect(codeOf(await world.call("echo"))).toBe("watchdog_denied");
    expect(asked).toEqual(EVERYONE);
  });

  it("are not asked about what the rules deny", async () => {
    const asked: string[] = [];
    const rules = [{ permission: "echo", pattern: "**", action: "deny" }] as const;
    const world = openWorld({ rules, kernel: judges(asked, { later }) });
    expect(codeOf(await world.call("echo"))).toBe("permission_denied");
    expect(asked).toEqual([]);
  });

  it("spare the watchdog what one before it denied", async () => {
    for (const answers of [{ machine: "deny" }, { guard: "deny" }] as const) {
      const asked: string[] = [];
      const world = openWorld({ rules: [allowAll], kernel: judges(asked, { ...answers, later }) });
      expect(codeOf(await world.call("echo"))).toBe("permission_denied");
      expect(asked).not.toContain("watchdog");
    }
  });
});

describe("a verdict", () => {
  /** The outcomes of two calls with the same footprint, the second after everything changed its mind. */
  async function twice(kernel: (changed: () => boolean) => Partial<KernelOptions>) {
    let changed = false;
    const world = openWorld({
      rules: [allowAll],
      kernel: kernel(() => changed),
      answers: [{ choice: "reject" }],
    });
    const first = codeOf(await world.call("echo", { action: "list" }));
    changed = true;
    return [first, codeOf(await world.call("echo", { action: "delete" }))];
  }

  it("is not remembered past a guard, a watchdog, a flag or a state machine", async () => {
    const guard = (changed: () => boolean): Guard => {
      return () => (changed() ? { action: "deny", reason: "changed" } : { action: "allow" });
    };
    expect(await twice((changed) => ({ guards: [guard(changed)] }))).toEqual([
      "output",
      "permission_denied",
    ]);
    expect(
      await twice((changed) => ({
        watchdog: () => (changed() ? { action: "deny", reason: "changed" } : { action: "allow" }),
      })),
    ).toEqual(["output", "watchdog_denied"]);
    expect(
      await twice((changed) => ({
        flags: { get: (name) => (name === "allow_echo" ? !changed() : undefined) },
      })),
    ).toEqual(["output", "permission_denied"]);
    expect(
      await twice((changed) => ({
        stateMachine: {
          stage: () => ({
            executionId: "e",
            attempt: 1,
            allowedTools: changed() ? [] : ["echo"],
          }),
        },
      })),
    ).toEqual(["output", "permission_denied"]);
  });

  it("is not remembered where an argument decides whether a person consents", async () => {
    expect(await twice(() => ({ consent: { dangerous: ["echo.delete"] } }))).toEqual([
      "output",
      "approval_rejected",
    ]);
  });
});
