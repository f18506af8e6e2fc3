/** True where a resource lies somewhere, so that it can lie outside of what is reached: a file or a host. */
export function isPlace({ capability }: { readonly capability: string }): boolean {
  return capability === "fs.read" || capability === "fs.write" || capability === "net.fetch";
}
