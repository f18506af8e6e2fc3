/** Writes a text so that path patterns read it as itself: roots and approved paths may hold any character. */
export function escapeGlob(text: string): string {
  return /[*?{},\\]/.test(text) ? text.replace(/[*?{},\\]/g, "\\$&") : text;
}
