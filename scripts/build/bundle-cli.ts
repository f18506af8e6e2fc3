/**
 * The command line as a bundle: one small entry, one chunk for each lazy import, workspace packages and small dependencies
 * folded in. A command then reads a handful of files instead of some three hundred, which is most of what starting costs.
 *
 * Left outside: programs that come as files of their own (ripgrep), and what only other platforms use. What a module finds
 * beside itself (workers, the holder) is run from the package it belongs to, which is installed anyway.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeSplittingGroup, type InputOptions, rolldown } from "rolldown";
import { lazyBuiltins } from "./lazy-builtins.ts";
import { outsideImports } from "./outside-imports.ts";
import { packageUrls } from "./package-urls.ts";
import { thirdPartyLicences } from "./third-party-licences.ts";
import { usedModules } from "./used-modules.ts";

/** Never bundled. The command line's manifest must name each that it loads itself: needed, optional, or an optional peer. */
export const EXTERNAL: readonly string[] = [
  "@vscode/ripgrep",
  "@anthropic-ai/sandbox-runtime",
  "@lydell/node-pty",
  // Installed by those whose record is a database.
  "@toolplane/fleet",
  // Only parsed in a worker, which runs from the package of the tools.
  "unpdf",
];

/**
 * The modules that every command needs, and those a call needs beyond them: one file each, for each further one costs a start a
 * millisecond.
 */
const MAIN = ["cli/src/program/main.ts", "cli/src/commands/version/run-version.ts"];
const CALL = [
  "cli/src/commands/call/run-call.ts",
  "host/src/index.ts",
  "tools/src/index.ts",
  "library/src/library/options/join-preset.ts",
  "library/src/state/prune-state.ts",
];

/** Writes the bundle; by itself to `dist/program` of its package. */
export async function bundleCli(
  root: string,
  out: string = join(root, "packages/cli/dist/program"),
): Promise<{ readonly bytes: number }> {
  const packages = join(root, "packages");
  const options: InputOptions = {
    cwd: root,
    platform: "node",
    external: (id) => id.startsWith("node:") || EXTERNAL.includes(id),
    resolve: {
      conditionNames: ["@toolplane/source", "node", "import", "default"],
      // An older package's modules rather than its wrapper, whose requires no bundler can follow.
      mainFields: ["module", "main"],
    },
    treeshake: true,
    plugins: [packageUrls(packages)],
    onwarn: (warning, tell) => {
      // One chunk for all that a call uses makes some lazy imports of a library's no lazier: that is the intention.
      if (warning.code !== "INEFFECTIVE_DYNAMIC_IMPORT") tell(warning);
    },
  };
  const bundle = await rolldown({
    ...options,
    input: { main: join(packages, "cli/src/program/main.ts") },
    preserveEntrySignatures: "allow-extension",
    plugins: [options.plugins, lazyBuiltins(), outsideImports()],
  });
  rmSync(out, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: out,
    // Node loads this kind in a third of the time, and its uses of other modules can be seen (lazy-builtins.ts).
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    // Text of one byte a character need not be decoded.
    charset: "ascii",
    // Names and lines stay: a stack that a person sends us must be readable, and compiled code is kept anyway.
    minify: "dce-only",
    codeSplitting: { groups: await groups(packages, options) },
    comments: false,
  });
  await bundle.close();
  const modules = output.flatMap((file) =>
    file.type === "chunk" ? Object.keys(file.modules) : [],
  );
  writeFileSync(join(out, "LICENSES.txt"), thirdPartyLicences(modules));
  const sizes = output.map((file) => (file.type === "chunk" ? file.code.length : 0));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Left to itself the bundler puts a module that two chunks share into either, and a call would load the protocol's server for it. */
async function groups(packages: string, options: InputOptions): Promise<CodeSplittingGroup[]> {
  const used = (files: readonly string[]) =>
    usedModules(
      files.map((file) => join(packages, file)),
      options,
    );
  const [main, call] = await Promise.all([used(MAIN), used(CALL)]);
  const exactly = { includeDependenciesRecursively: false };
  return [
    { name: "main", test: (id) => main.has(id), priority: 3, ...exactly },
    { name: "call", test: (id) => call.has(id), priority: 2 },
    {
      name: "mcp",
      test: /packages\/mcp\/|node_modules\/(?:@modelcontextprotocol|zod)\//,
      priority: 1,
    },
  ];
}
