import type { Opinion, Tool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { judgeSwitches, type SwitchView } from "./judge-switches.ts";
import { NO_CONSENT } from "./judges.ts";

function opinionsOf(
  more: Partial<SwitchView> & { readonly off?: readonly string[]; readonly on?: readonly string[] },
) {
  const { off = [], on = [], ...view } = more;
  const get = (name: string): boolean | undefined =>
    off.includes(name) ? false : on.includes(name) ? true : undefined;
  const opinions: Opinion[] = [];
  const tool = { id: "run", mode: "local" } as Tool;
  judgeSwitches(
    { tool, args: {}, role: "dev", flags: { get }, consent: NO_CONSENT, ...view },
    opinions,
  );
  return opinions.map(({ judge, action, reason }) => `${judge} ${action}: ${reason}`);
}

describe("judgeSwitches", () => {
  it("says nothing where no flag is off and nothing needs consent", () => {
    expect(opinionsOf({})).toEqual([]);
    expect(opinionsOf({ flags: null, off: ["allow_run"] })).toEqual([]);
  });

  it("denies by the flag of tool and role, else by that of the tool", () => {
    expect(opinionsOf({ off: ["allow_run"] })).toEqual(["flag deny: The flag allow_run is off."]);
    expect(opinionsOf({ off: ["allow_run", "allow_run_dev"] })).toEqual([
      "flag deny: The flag allow_run_dev is off.",
    ]);
    expect(opinionsOf({ off: ["allow_run"], on: ["allow_run_dev"] })).toEqual([]);
  });

  it("denies tools that run code by their own flag first", () => {
    const consent = { ...NO_CONSENT, codeTools: ["run"] };
    expect(opinionsOf({ consent, off: ["allow_code_execution"], on: ["allow_run_dev"] })).toEqual([
      "flag deny: The flag allow_code_execution is off.",
    ]);
    expect(opinionsOf({ off: ["allow_code_execution"] })).toEqual([]);
  });

  it("asks for consent by mode, by name and by action", () => {
    const consent = {
      ...NO_CONSENT,
      consentModes: ["local" as const],
      dangerous: ["run.delete"],
    };
    expect(opinionsOf({ consent })).toEqual(["consent ask: Tools of mode local need consent."]);
    expect(opinionsOf({ consent, args: { action: "delete" } })).toHaveLength(2);
    expect(opinionsOf({ consent: { ...NO_CONSENT, dangerous: ["run"] } })).toEqual([
      "consent ask: run is listed as dangerous.",
    ]);
    expect(opinionsOf({ consent: { ...consent, consentModes: [] }, args: { action: 1 } })).toEqual(
      [],
    );
  });
});
