/** Every program, from the root. Tests start one by its path (test-program.ts). */
export const TEST_PROGRAMS: readonly string[] = [
  "packages/toolplane/src/index.ts",
  "packages/toolplane/src/cli/card-program.fixture.ts",
  "packages/toolplane/src/cli/cut-off-program.fixture.ts",
  "scripts/chaos/worker.ts",
  "test/attack/run-attack.ts",
  "test/host/bounds/bounded-run.ts",
  "test/host/landing/landing-child.ts",
  "test/host/processes/crashing-host.ts",
  "test/host/sandbox/plain-run.ts",
  "test/host/sandbox/unprivileged-run.ts",
  "test/host/sidecars/cut-off.fixture.ts",
  "test/host/store/contender.fixture.ts",
  "test/host/store/writer.fixture.ts",
  "test/host/view/bound-run.ts",
  "test/host/view/killed-run.ts",
  "test/host/view/unprivileged-run.ts",
  "test/mcp/locked-server.ts",
];

/** The name of a program's file in the bundle. */
export function bundledName(program: string): string {
  return `${program.replaceAll("/", "-").replace(/\.ts$/, "")}.mjs`;
}
