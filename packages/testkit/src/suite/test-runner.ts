/** The functions of a test runner: vitest's, node:test's or any other's `describe` and `it`. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
}
