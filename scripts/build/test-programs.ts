/** The packages that examples import, by name: examples run as they are, and only the packages behind them are bundled. */
export const TEST_PACKAGES: Readonly<Record<string, string>> = {
  "@toolplane/compat": "packages/compat/src/index.ts",
  "@toolplane/contract": "packages/contract/src/index.ts",
  "@toolplane/contract/ports": "packages/contract/src/ports/index.ts",
  "@toolplane/kernel": "packages/kernel/src/index.ts",
  "@toolplane/kernel/record": "packages/kernel/src/record/index.ts",
  "@toolplane/testkit": "packages/testkit/src/index.ts",
  "@toolplane/tools": "packages/tools/src/index.ts",
  toolplane: "packages/library/src/index.ts",
};

/** Every program, from the root. Tests start one by its path (test-program.ts). */
export const TEST_PROGRAMS: readonly string[] = [
  ...Object.values(TEST_PACKAGES),
  // A file of its own: a program that loads it late must not load another program that happens to hold it.
  "packages/agent/src/index.ts",
  "packages/cli/src/scenarios/card-program.fixture.ts",
  "packages/cli/src/scenarios/cut-off-program.fixture.ts",
  "lab/chaos/worker.ts",
  "lab/chaos/fleet/machine.ts",
  "test/attack/effects/rows-run.ts",
  "test/attack/run-attack.ts",
  "test/host/bounds/bounded-run.ts",
  "test/host/landing/killed-product-child.ts",
  "test/views/killed-run-child.ts",
  "test/host/landing/landing-child.ts",
  "test/host/landing/outputs-child.ts",
  "test/host/landing/namespace-child.ts",
  "test/host/processes/crashing-host.ts",
  "test/host/room/full-disk-run.ts",
  "test/host/room/ordinary-run.ts",
  "test/host/sandbox/plain-run.ts",
  "test/host/sandbox/unprivileged-run.ts",
  "test/host/sidecars/cut-off.fixture.ts",
  "test/host/store/contender.fixture.ts",
  "test/host/store/opener.fixture.ts",
  "test/host/store/writer.fixture.ts",
  "test/host/view/bound-run.ts",
  "test/host/view/killed-run.ts",
  "test/host/view/unclosed-run.ts",
  "test/host/view/unprivileged-run.ts",
  "test/mcp/locked-server.ts",
];

/** The name of a program's file in the bundle. */
export function bundledName(program: string): string {
  return `${program.replaceAll("/", "-").replace(/\.ts$/, "")}.mjs`;
}
