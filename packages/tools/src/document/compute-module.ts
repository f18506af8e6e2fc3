/** Finds a module for `runtime.compute`: beside the file that names it, in source (.ts) and in the package (.js). */
export function computeModule(name: string, from: string): string {
  const ending = from.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.${ending}`, from).href;
}
