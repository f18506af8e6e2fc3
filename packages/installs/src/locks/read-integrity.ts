/** Reads the sums of npm's kind, `sha512-BASE64 sha1-BASE64`: those of the strongest algorithm count, as npm itself has it. */
const STRONGEST_FIRST = ["sha512", "sha384", "sha256", "sha1"];

const ONE = /^(sha512|sha384|sha256|sha1)-([A-Za-z0-9+/]+={0,2})(?:\?.*)?$/;

export function readIntegrity(text: string): readonly string[] {
  const found = text
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const [, algorithm, base64] = ONE.exec(word) ?? [];
      if (algorithm === undefined || base64 === undefined) return [];
      return [{ algorithm, sum: `${algorithm}:${Buffer.from(base64, "base64").toString("hex")}` }];
    });
  const best = STRONGEST_FIRST.find((name) => found.some(({ algorithm }) => algorithm === name));
  return found.filter(({ algorithm }) => algorithm === best).map(({ sum }) => sum);
}
