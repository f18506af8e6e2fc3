/** Where a worker has its repositories from: a folder of its machine, or an address. */
export type RepositorySource =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "address"; readonly address: string };

/** For people. */
export function sourceText(source: RepositorySource): string {
  return source.kind === "folder" ? source.path : source.address;
}
