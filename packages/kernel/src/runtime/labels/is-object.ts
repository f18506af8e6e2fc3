/** True for a file or folder that git keeps content in, under names that say nothing about it. */
export function isObject(path: string): boolean {
  return /\/objects(?:\/(?:[0-9a-f]{2}|pack)(?:\/|$)|$)/.test(path);
}
