/** Lists the modules that a file uses, down to the last, without those that it only imports when it comes to them. */
import { type InputOptions, type Plugin, rolldown } from "rolldown";

/** Names the files, and the modules of which something is left when what is not used is taken out. */
export async function usedModules(
  files: readonly string[],
  options: InputOptions,
): Promise<ReadonlySet<string>> {
  const bundle = await rolldown({
    ...options,
    input: [...files],
    plugins: [options.plugins, withoutLazy],
  });
  const { output } = await bundle.generate({ format: "cjs", minify: "dce-only" });
  await bundle.close();
  const modules = output.flatMap((file) =>
    file.type === "chunk" ? Object.entries(file.modules) : [],
  );
  const left = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
  return new Set([...files, ...left]);
}

const withoutLazy: Plugin = {
  name: "without-lazy",
  resolveDynamicImport: (id) => (typeof id === "string" ? { id, external: true } : null),
};
