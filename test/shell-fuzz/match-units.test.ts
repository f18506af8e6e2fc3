import type { ShellWord } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { foresee } from "./match-units.ts";
import { readLog } from "./read-log.ts";

const unit = (argv: readonly ShellWord[], cwd: string | null = "/w") => ({ argv, cwd, text: "" });
const spawn = (...argv: readonly string[]) => ({ argv, cwd: "/w" });

describe("foresee", () => {
  it("takes a literal word for itself only, and a dynamic one for any words", () => {
    expect(foresee(spawn("ab", "x"), [unit(["ab", "x"])])).toBe("seen");
    expect(foresee(spawn("ab", "x"), [unit(["ab"])])).toBe("unseen");
    expect(foresee(spawn("ab"), [unit(["ab", "x"])])).toBe("unseen");
    expect(foresee(spawn("ab", "x", "y", "z"), [unit(["ab", { dynamic: "$q" }, "z"])])).toBe(
      "seen",
    );
    expect(foresee(spawn("ab", "z"), [unit(["ab", { dynamic: "$q" }, "z"])])).toBe("seen");
    expect(foresee(spawn("ab", "x"), [unit(["ab", { dynamic: "$q" }, "z"])])).toBe("unseen");
  });

  it("tells another directory from a command that was not named", () => {
    expect(foresee(spawn("ab"), [unit(["ab"], "/elsewhere")])).toBe("elsewhere");
    expect(foresee(spawn("ab"), [unit(["ab"], null)])).toBe("seen");
  });
});

describe("readLog", () => {
  it("gives each line what was spawned before its end, and leaves out a line that never ended", () => {
    const fields = [
      "run",
      "/w",
      "2",
      "ab",
      "end",
      "end",
      "0",
      "yes",
      "end",
      "2",
      "no",
      "run",
      "/w",
      "1",
      "kel",
    ];
    const runs = readLog(new TextEncoder().encode(`${fields.join("\0")}\0`));
    expect(runs).toEqual([
      { outcome: "parsed", spawned: [{ cwd: "/w", argv: ["ab", "end"] }] },
      { outcome: "unparsable", spawned: [] },
    ]);
  });
});
