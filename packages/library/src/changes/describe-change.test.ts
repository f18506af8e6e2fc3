import { describe, expect, it } from "vitest";
import { describeChange } from "./describe-change.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

describe("describeChange", () => {
  it("shows the lines of an older encoding, as the tool that edits it reads it", async () => {
    const text = "Gr\u00fc\u00dfe aus M\u00fcnchen\nZeile zwei\nf\u00fcr den Test\n".repeat(3);
    const change = await describeChange({
      path: "a.txt",
      before: latin(text),
      after: latin(text.replace("Zeile zwei", "Zeile 2")),
    });
    expect(change).toMatchObject({ kind: "changed", added: 1, removed: 1 });
    expect(change.diff).toContain(" Gr\u00fc\u00dfe aus M\u00fcnchen\n-Zeile zwei\n+Zeile 2\n");
  });

  it("shows no lines of what is no text", async () => {
    const before = Buffer.from([0x61, 0, 0x62]);
    const after = Buffer.from("ab\n");
    expect(await describeChange({ path: "a", before, after })).toMatchObject({
      added: 0,
      removed: 0,
      diff: "",
    });
  });
});
