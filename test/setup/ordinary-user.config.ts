/**
 * The tests of this checkout, run by somebody who can read it and not write it: nothing is built, and no report is left. What the
 * run that starts it has built is used, by its environment. For `test/attack/ordinary-user.test.ts`.
 */
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import config from "../../vitest.config.ts";

const ordinary: ViteUserConfig = defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: Object.assign({}, config.test, {
    globalSetup: ["test/setup/draw-seed.ts"],
    reporters: ["json"],
    maxWorkers: 1,
  }),
});

export default ordinary;
