import { type Opinion, winnerOf } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { decide, type SoftAnswers } from "./decide.ts";

const NOBODY: SoftAnswers = {
  ungated: false,
  mode: "ask",
  onAllowlist: () => false,
  containedBy: null,
};

function says(
  action: Opinion["action"],
  hard: boolean,
  judge: Opinion["judge"] = "rules",
): Opinion {
  return { judge, action, hard, reason: `${judge} ${action}` };
}

const allow = says("allow", false);
const soft = says("ask", false);
const hard = says("ask", true);
const deny = says("deny", true, "guard");
const granted = says("allow", false, "state-machine");

describe("decide", () => {
  it("lets the severest win, the first of equals", () => {
    const cases: readonly [readonly Opinion[], number][] = [
      [[allow, soft, hard, deny], 3],
      [[deny, hard, soft, allow], 0],
      [[soft, hard, allow], 1],
      [[allow, soft], 1],
      [[hard, says("ask", true, "watchdog")], 0],
    ];
    for (const [opinions, winner] of cases) {
      const verdict = decide(opinions, NOBODY);
      expect(verdict.winner).toBe(winner);
      expect(verdict).toMatchObject({
        action: winnerOf(verdict).action,
        hard: winnerOf(verdict).hard,
      });
      expect(verdict.opinions).toBe(opinions);
    }
  });

  it("allows a call without opinions, and says so", () => {
    const verdict = decide([], NOBODY);
    expect(verdict.action).toBe("allow");
    expect(winnerOf(verdict).reason).toBe("Nothing in it needs a rule.");
  });

  it("answers a soft ask by the first that may, and names it", () => {
    const everybody: SoftAnswers = {
      ungated: true,
      mode: "yolo",
      onAllowlist: () => true,
      containedBy: "contained",
    };
    const answeredBy = (opinions: readonly Opinion[], more: Partial<SoftAnswers>) =>
      decide(opinions, { ...everybody, ...more }).answeredBy;
    expect(answeredBy([soft, granted], {})).toBe("ungated");
    expect(answeredBy([soft, granted], { ungated: false })).toBe("state-machine");
    expect(answeredBy([soft], { ungated: false })).toBe("yolo");
    expect(answeredBy([soft], { ungated: false, mode: "allowlist" })).toBe("allowlist");
    expect(answeredBy([soft], { ungated: false, mode: "ask" })).toBe("contained");
    expect(decide([soft], NOBODY)).toEqual({
      action: "ask",
      hard: false,
      opinions: [soft],
      winner: 0,
    });
  });

  it("lets nothing answer a hard ask or a deny", () => {
    const everybody: SoftAnswers = {
      ...NOBODY,
      ungated: true,
      mode: "yolo",
      containedBy: "contained",
    };
    expect(decide([soft, hard, granted], everybody)).toMatchObject({ action: "ask", hard: true });
    expect(decide([soft, deny, granted], everybody)).toMatchObject({ action: "deny" });
  });

  it("asks for the allowlist only where it may answer", () => {
    const onAllowlist = (): never => {
      throw new Error("asked");
    };
    for (const mode of ["ask", "yolo"] as const) decide([soft], { ...NOBODY, mode, onAllowlist });
    expect(() => decide([soft], { ...NOBODY, mode: "allowlist", onAllowlist })).toThrow("asked");
  });
});
