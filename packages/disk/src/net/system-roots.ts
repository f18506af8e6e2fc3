import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/** What the system trusts; what Node brings where there is nothing. */
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
