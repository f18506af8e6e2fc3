import { describe, expect, it } from "vitest";
import { createCallBudget } from "../../budget/call-budget.ts";
import { createTokenLedger } from "../../budget/token-ledger.ts";
import { createStubCall } from "../stage/stub-call.fixture.ts";
import { budget, charge, refund } from "./budget.ts";

function budgeted(session: object = {}) {
  const { call } = createStubCall({ session });
  call.tool = call.session.tools("stub");
  call.args = { text: "four words of text" };
  return call;
}

describe("budget", () => {
  it("refuses what has no place, and gives back the place of a call that did not run", () => {
    const session = { budget: createCallBudget({ maxCalls: 1 }) };
    const first = budgeted(session);
    expect(budget(first)).toBe(undefined);
    expect(budget(budgeted(session))).toMatchObject({ code: "budget_exceeded" });
    refund(first);
    expect(budget(budgeted(session))).toBe(undefined);
  });

  it("keeps the place of a call that ran", () => {
    const session = { budget: createCallBudget({ maxCalls: 1 }) };
    const ran = budgeted(session);
    budget(ran);
    ran.executed = true;
    refund(ran);
    expect(budget(budgeted(session))).toMatchObject({ code: "budget_exceeded" });
  });

  it("withholds a result that used more tokens than there were", () => {
    const call = budgeted({ tokens: createTokenLedger({ maxTokens: 50 }) });
    expect(budget(call)).toBe(undefined);
    const result = { type: "output", data: 1, metadata: { duration_ms: 0 } } as const;
    call.usedTokens = 20;
    expect(charge(call, result)).toBe(result);
    const greedy = budgeted({ tokens: createTokenLedger({ maxTokens: 50 }) });
    budget(greedy);
    greedy.usedTokens = 51;
    expect(charge(greedy, result)).toMatchObject({ code: "budget_exceeded" });
  });

  it("refuses a call that there are no tokens for", () => {
    const call = budgeted({ tokens: createTokenLedger({ maxTokens: 1 }) });
    expect(budget(call)).toMatchObject({ code: "budget_exceeded" });
  });
});
