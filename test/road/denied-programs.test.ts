/** A program that a rule denies: absent for processes when all of it is, and asked about where nobody can tell when part of it is. */
import type { Rule } from "@toolplane/contract";
import { command, LANDING_SANDBOX, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { codeOf, openWorld } from "./fixture.ts";

const deny = (pattern: string): Rule => ({ permission: "shell.run", pattern, action: "deny" });

function open(rules: readonly Rule[]) {
  return openWorld({
    rules,
    kernel: { contained: true },
    session: { headless: true },
    host: {
      sandbox: LANDING_SANDBOX,
      commands: {
        make: command({ units: ["make"] }),
        "$x push": command({
          units: [],
          opaque: [{ text: "$x push", reason: "it is dynamic", unreadProgram: true }],
        }),
        "python3 -c x": command({
          units: [
            unit("python3 -c x", {
              floors: [{ floor: "F1", reason: "inline" }],
              unreadProgram: true,
            }),
          ],
        }),
        "find -exec ls": command({
          units: [unit("find -exec ls", { floors: [{ floor: "F1", reason: "runs ls" }] })],
        }),
      },
      programs: { make: "", python3: "", find: "", "$x push": "" },
    },
  });
}

const outcome = async (rules: readonly Rule[], line: string) =>
  codeOf(await open(rules).call("bash", { command: line }));

describe("a denied program", () => {
  it("is absent in the confinement when a rule denies all its uses", async () => {
    const world = open([deny("curl *"), deny("git push *")]);
    await world.call("bash", { command: "make" });
    expect(world.host.spawned()[0]?.context.confinement.absentPrograms).toEqual(["curl"]);
    const free = open([deny("git push *")]);
    await free.call("bash", { command: "make" });
    expect(free.host.spawned()[0]?.context.confinement).not.toHaveProperty("absentPrograms");
  });

  it("asks nothing more when it is absent", async () => {
    for (const line of ["make", "$x push", "python3 -c x", "find -exec ls"])
      expect([await outcome([deny("curl *")], line), line]).toEqual(["output", line]);
  });

  it("makes what nobody can read ask hard when only some uses are denied, and scripts not", async () => {
    const partial = [deny("git push *")];
    expect(await outcome(partial, "make")).toBe("output");
    expect(await outcome(partial, "find -exec ls")).toBe("output");
    expect(await outcome(partial, "$x push")).toBe("permission_denied");
    expect(await outcome(partial, "python3 -c x")).toBe("permission_denied");
  });
});
