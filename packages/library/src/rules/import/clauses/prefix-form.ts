/** `x:*` is the old way to write `x *`. */
export function prefixForm(what: string): string {
  return what.endsWith(":*") ? `${what.slice(0, -2)} *` : what;
}
