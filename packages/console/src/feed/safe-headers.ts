/**
 * Headers of every answer. Nothing from elsewhere is loaded, nothing here can be framed or read by another page, and no script
 * runs but the files that we ship: text of a model or a tool that got into a page would still be text.
 */

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CSP,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** For every answer that holds data: it stays in no cache. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  "cache-control": "no-store",
};
