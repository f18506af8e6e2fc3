import { join } from "node:path";
import type { ViteUserConfig } from "vitest/config";
import root from "../../vitest.config.ts";

const folder = import.meta.dirname;
const project = join(folder, "../..");
// Without `module`: what some packages keep under it is for bundlers, and Node cannot read it.
const conditions = ["@toolplane/source", "node"];

// The tests here need what `package.json` beside this file names; `npm run frameworks` installs it.
const config: ViteUserConfig = {
  root: folder,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    ...root.test,
    include: ["test/**/*.test.ts"],
    globalSetup: join(project, "test/setup/draw-seed.ts"),
    setupFiles: join(project, "test/setup/use-seed.ts"),
    outputFile: { json: join(project, "reports/frameworks.json") },
  },
};

export default config;
