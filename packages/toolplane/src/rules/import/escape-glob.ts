/** Text that our path patterns read as itself. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?{},\\]/g, "\\$&");
}
