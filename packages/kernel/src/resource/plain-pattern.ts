/** A name as the pattern of a rule; null where a pattern would read more into it. */
export function plainPattern(name: string): string | null {
  return name.includes("*") ? null : name;
}
