import { tmpdir } from "node:os";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCommand } from "./plan-command.ts";
import type { CheckEffects } from "./run-check.ts";

const scripts: Readonly<Record<string, string>> = {
  test: "npm run unit",
  unit: "cross-env CI=1 vitest run",
  both: "jest && pytest",
  types: "tsc --noEmit",
  first: "vitest run && eslint .",
  late: "tsc && vitest run",
  silent: "vitest run || true",
  hidden: "$RUNNER run",
  round: "npm run round",
  node: "node --import ./a.mjs --test src",
};

let host: Awaited<ReturnType<typeof createHost>>;
let effects: Pick<CheckEffects, "readLine" | "readText">;
beforeAll(async () => {
  host = await createHost({
    workspace: tmpdir(),
    sandbox: "none",
    readConfinement: compileConfinement,
  });
  effects = {
    readLine: (text, cwd) => host.analyzer.shell(text, cwd),
    readText: async () => JSON.stringify({ scripts }),
  };
});
afterAll(() => host.close());

describe("the runner behind a check's command", () => {
  it.each([
    ["vitest run", { runner: "vitest", before: [] }],
    ["npx vitest run", { runner: "vitest", before: [] }],
    ["npm test", { runner: "vitest", before: ["--", "--"] }],
    ["npm test -- src", { runner: "vitest", before: ["--"] }],
    ["yarn late", { runner: "vitest", before: [] }],
    ["npm run node", { runner: "node", before: ["--"] }],
    ["npm run first", { runner: "vitest", before: null }],
    ["npm run silent", { runner: "vitest", before: null }],
    ["npm run both", null],
    ["npm run types", null],
    ["npm run round", null],
    ["npm run nothing", null],
    ["npm --prefix a test", null],
    ["npm test -w a", null],
    ["python3 -m pytest -q", { runner: "pytest", before: [] }],
    ["make test", null],
    ["", null],
  ])("of %j", async (command, plan) => {
    expect(await planCommand(command, effects)).toMatchObject({ plan, isRead: true });
  });

  it.each(["if (((", "$RUNNER run", "npm run hidden"])("is not known of %j", async (command) => {
    expect(await planCommand(command, effects)).toMatchObject({ plan: null, isRead: false });
  });

  it("is not known of any line where no parser is loaded", async () => {
    const readLine = () => ({ ok: true, value: { units: [], resources: [], opaque: [] } }) as const;
    const planned = await planCommand("vitest run", { ...effects, readLine });
    expect(planned).toMatchObject({ plan: null, isRead: false });
  });

  it.each([
    ["npm run nothing", "nothing"],
    ["npm test", null],
    ["yarn nothing", null],
  ])("names the script that is not there: %j", async (command, missing) => {
    expect(await planCommand(command, effects)).toMatchObject({ missing });
  });
});
