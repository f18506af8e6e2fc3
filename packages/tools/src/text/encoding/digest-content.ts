/** The address of a content, as the file door compares it in `expect`: SHA-256 in hexadecimal. */

export async function digestContent(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
