/** Where a worker has its repositories from: a folder of its machine, or an address. */
export type RepositorySource =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "address"; readonly address: string };

/** For people: of an address the machine and the path, without a user or a token. */
export function sourceText(source: RepositorySource): string {
  if (source.kind === "folder") return source.path;
  const { address } = source;
  if (!/^\w+:\/\//.test(address)) return address.replace(/^[^:]*@/, "");
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
