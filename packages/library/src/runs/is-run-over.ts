const ENDS: ReadonlySet<string> = new Set(["done", "stopped", "failed"]);

/** Tells from its kept status that nobody goes on with a run. */
export function isRunOver({ status }: { readonly status: string }): boolean {
  return ENDS.has(status);
}
