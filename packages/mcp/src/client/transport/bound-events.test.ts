import { describe, expect, it } from "vitest";
import { boundEvents } from "./bound-events.ts";

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function passed(maxBytes: number, ...texts: readonly string[]): Promise<string> {
  let text = "";
  for await (const piece of boundEvents(pieces(...texts), maxBytes)) text += String(piece);
  return text;
}

describe("boundEvents", () => {
  it("passes any number of events that are small, however they are cut", async () => {
    const events = "data: 12345\n\n".repeat(50);
    expect(await passed(20, events)).toBe(events);
    expect(await passed(20, ...events)).toBe(events);
    expect(
      await passed(20, "data: 1\r\n\r\n", "data: 2\r\n\r\n", "data: 3333333333\r\n\r\n"),
    ).toContain("3333");
  });

  it("fails at one that is too long, over lines and over pieces", async () => {
    await expect(passed(20, `data: ${"x".repeat(30)}`)).rejects.toThrow("longer than 20");
    await expect(passed(20, "data: 12345\n", "data: 12345\n", "data: 1")).rejects.toThrow();
  });
});
