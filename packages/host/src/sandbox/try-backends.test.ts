import { describe, expect, it } from "vitest";
import type { SandboxBackend } from "./backend/sandbox-backend.ts";
import { tryBackends } from "./try-backends.ts";

const never = (): never => {
  throw new TypeError("not looked at");
};
const backend = (name: string, ...platforms: NodeJS.Platform[]) => ({
  name,
  platforms,
  inspect: never,
  open: never,
});
const backends = [backend("best", "linux"), backend("other", "darwin"), backend("next", "linux")];

const tryWith = (works: readonly string[], platform: NodeJS.Platform = "linux") =>
  tryBackends({
    platform,
    backends,
    attempt: async (tried: SandboxBackend & { readonly name?: string }) => {
      const name = tried.name ?? "";
      if (works.includes(name)) return { ok: true, found: name };
      return { ok: false, reason: `${name} is missing`, remedy: `install ${name}` };
    },
  });

describe("tryBackends", () => {
  it("takes the first of this system that works", async () => {
    expect(await tryWith(["best", "other", "next"])).toEqual({ ok: true, found: "best" });
    expect(await tryWith(["other", "next"])).toEqual({ ok: true, found: "next" });
    expect(await tryWith(["best", "other"], "darwin")).toEqual({ ok: true, found: "other" });
  });

  it("says what keeps the best one from working when none does", async () => {
    const best = { ok: false, reason: "best is missing", remedy: "install best" };
    expect(await tryWith(["other"])).toEqual(best);
  });

  it("says so where there is none for the system", async () => {
    expect(await tryWith([], "aix")).toEqual({ ok: false, reason: "There is none for aix yet." });
  });
});
