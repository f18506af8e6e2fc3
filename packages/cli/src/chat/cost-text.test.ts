import { loopSettings } from "@toolplane/agent";
import { expect, it } from "vitest";
import { costText } from "./cost-text.ts";

it("says what was used and how much context is left, where that is known", () => {
  const spent = { inputTokens: 12_300, outputTokens: 800, costMicros: 120_000 };
  const state = { spent, contextTokens: 40_000, settings: loopSettings({ compactAt: 160_000 }) };
  expect(costText(state)).toBe(
    "Used: 12,300 tokens sent, 800 answered, $0.12.\nContext: the conversation holds 40,000 tokens. 75 % is left before its beginning is shortened, at 160,000.",
  );
  const unknown = { ...state, spent: { ...spent, costMicros: 0 }, settings: loopSettings() };
  expect(costText(unknown)).toMatch(/800 answered\.\n[^\n]*not known\.$/);
});
