/** The name of a Python package as indexes compare it. */
export function pypiName(text: string): string {
  return text.toLowerCase().replace(/[-_.]+/g, "-");
}
