/**
 * The command line as a bundle: one small entry, one chunk for each lazy import, workspace packages and small dependencies
 * folded in. A command then reads a handful of files instead of some three hundred, which is most of what starting costs.
 *
 * Left outside: programs that come as files of their own (ripgrep), and what only other platforms use. What a module finds
 * beside itself (workers, the holder) is run from the package it belongs to, which is installed anyway.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { packageUrls } from "./package-urls.ts";
import { plainBuiltins } from "./plain-builtins.ts";

/** Never bundled. Each must be in the dependencies of `toolplane`, or be optional there. */
export const EXTERNAL: readonly string[] = [
  "@vscode/ripgrep",
  "@anthropic-ai/sandbox-runtime",
  "@lydell/node-pty",
  // Only parsed in a worker, which runs from the package of the tools.
  "unpdf",
];

/**
 * Left to itself the bundler puts modules that two chunks share into either of them, and a call would load the protocol's
 * server for the sake of one function. The lowest floor is taken first, with all it needs.
 */
const GROUPS = [
  { name: "kernel", test: /packages\/(?:kernel|contract)\//, priority: 3 },
  { name: "host", test: /packages\/host\/|node_modules\/unbash\//, priority: 2 },
  {
    name: "mcp",
    test: /packages\/mcp\/|node_modules\/(?:@modelcontextprotocol|zod)\//,
    priority: 1,
  },
];

/** Writes the bundle; by itself to `dist/cli` of the package, in place of what tsc put there. */
export async function bundleCli(
  root: string,
  out: string = join(root, "packages/toolplane/dist/cli"),
): Promise<{ readonly bytes: number }> {
  const folder = join(root, "packages/toolplane");
  const bundle = await rolldown({
    cwd: root,
    input: { main: join(folder, "src/cli/main.ts") },
    platform: "node",
    external: (id) => id.startsWith("node:") || EXTERNAL.includes(id),
    resolve: {
      conditionNames: ["@toolplane/source", "node", "import", "default"],
      // An older package's modules rather than its wrapper, whose requires no bundler can follow.
      mainFields: ["module", "main"],
    },
    plugins: [packageUrls(join(root, "packages")), plainBuiltins()],
    treeshake: true,
  });
  rmSync(out, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Names and lines stay: a stack that a person sends us must be readable, and compiled code is kept anyway.
    minify: "dce-only",
    codeSplitting: { groups: GROUPS },
    comments: { legal: false },
  });
  await bundle.close();
  const sizes = output.map((file) => (file.type === "chunk" ? file.code.length : 0));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
