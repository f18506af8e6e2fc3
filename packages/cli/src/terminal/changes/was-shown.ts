/** True where the difference of this file was shown before its call ran; there a file is named as the call named it. */
export function wasShown(path: string, shown: ReadonlySet<string>): boolean {
  return shown.has(path) || [...shown].some((name) => path.endsWith(`/${name}`));
}
