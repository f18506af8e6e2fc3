import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/** The certificates that the system trusts; Node's own where there are none. */
export function systemRoots(): readonly string[] {
  const found = getCACertificates("system");
  // The system lists many of them under several names.
  return found.length > 0 ? [...new Set(found)] : getCACertificates("default");
}

/** Trusts what commands trust, and what the person added for Node and in the options. To make it takes some forty milliseconds. */
export function trustLikeSystem(extraCertificates: readonly string[]): SecureContext {
  const ca = [...systemRoots(), ...getCACertificates("extra"), ...extraCertificates];
  return createSecureContext({ ca });
}
