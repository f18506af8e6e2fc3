/**
 * Finds the digests of contents with payloads of their own. Found in the text: a false one names nothing and costs one
 * look.
 */
export function contentDigests(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  return [...text.matchAll(/\{"bytes":\d+,"digest":"([0-9a-f]{64})"\}/g)].map(
    ([, digest]) => digest as string,
  );
}
