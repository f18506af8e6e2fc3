/** Words by error code. The system's own texts name the address, and a resolved address is not for the model to see. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "reset the connection",
  EHOSTUNREACH: "cannot be reached from this network",
  ENETUNREACH: "cannot be reached from this network",
  ETIMEDOUT: "did not answer",
};

/** Says how a connection failed, to follow "host:port". */
export function describeConnectFailure(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return (typeof code === "string" ? WORDS[code] : undefined) ?? "cannot be reached";
}
