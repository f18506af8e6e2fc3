/**
 * Ids of entries say where the change was made. What was made in a view that a session holds reaches the project by the landing of
 * the view, which has entries of its own: those can be taken back, and these tell what a call did.
 */
const PREFIXES = { project: "journal", view: "inview" } as const;

export function changeIdPrefix(place: keyof typeof PREFIXES): string {
  return PREFIXES[place];
}

export function isChangeInView({ id }: { readonly id: string }): boolean {
  return id.startsWith(`${PREFIXES.view}_`);
}
