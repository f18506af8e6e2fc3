/** One of several for a session, the same at every call and after a restart: a hash of the session's id decides. */
export function chooseProvider<T>(providers: readonly T[], sessionId: string): T | undefined {
  return providers[hash(sessionId) % Math.max(1, providers.length)];
}

/** FNV-1a: short, even enough to spread sessions, and no secret hangs on it. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value ^= text.charCodeAt(at);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
