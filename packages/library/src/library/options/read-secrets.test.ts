import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { HeldSecret } from "../../ground/held-secret.ts";
import { readSecrets, textSecrets } from "./read-secrets.ts";

const HELD: HeldSecret = { for: ["api.example.com"], as: "bearer" };

describe("a secret that no command holds", () => {
  it("has its value from the variable of its name, another, a file or a program", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "token");
    writeFileSync(file, "from-file\n");
    const options = await readSecrets({
      environment: { OWN: "from-own", OTHER: "from-other" },
      secrets: {
        plain: "text",
        OWN: HELD,
        NAMED: { ...HELD, from: { env: "OTHER" } },
        FILE: { ...HELD, from: { file } },
        PRINTED: { ...HELD, from: { command: ["printf", "from-program\n"] } },
      },
    });
    expect(textSecrets(options)).toEqual({
      plain: "text",
      OWN: "from-own",
      NAMED: "from-other",
      FILE: "from-file",
      PRINTED: "from-program",
    });
    expect(options.credentials?.map(({ name }) => name)).toEqual([
      "OWN",
      "NAMED",
      "FILE",
      "PRINTED",
    ]);
  });

  it("is left out and told of when there is no value", async () => {
    const told: string[] = [];
    const options = await readSecrets({
      environment: {},
      secrets: { GONE: HELD, FAILED: { ...HELD, from: { command: ["false"] } } },
      onWarning: (text) => told.push(text),
    });
    expect(options.credentials).toEqual([]);
    expect(told).toEqual([
      "secrets.GONE: its value cannot be read, so it is left out.",
      "secrets.FAILED: its value cannot be read, so it is left out.",
    ]);
  });

  it.each([{}, { for: [], as: "bearer" }, { for: ["a.example"], as: "cookie" }])(
    "is refused by name in another shape (%j)",
    async (secret) => {
      const given = { secrets: { WRONG: secret as unknown as HeldSecret } };
      await expect(readSecrets(given)).rejects.toThrow(/secrets\.WRONG/);
    },
  );
});
