/** Where commands see the certificates that they are to trust. Not below `/tmp`, for the same reason as their home. */
export const TRUST_PLACE = "/toolplane/trust";

export const TRUST_FILES = {
  authority: "authority.pem",
  bundle: "bundle.pem",
  java: "cacerts",
} as const;

/** Read in addition to what the program trusts by itself. */
const ADDED: readonly string[] = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];
/** Read in place of it. */
const INSTEAD: readonly string[] = [
  "SSL_CERT_FILE",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
  "PIP_CERT",
  "GIT_SSL_CAINFO",
  "CARGO_HTTP_CAINFO",
  "AWS_CA_BUNDLE",
  "npm_config_cafile",
  "YARN_HTTPS_CA_FILE_PATH",
  "BUNDLE_SSL_CA_CERT",
  "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
  "NIX_SSL_CERT_FILE",
];

/** The variables by which programs find them. */
export function trustVariables(): Readonly<Record<string, string>> {
  const place = (file: string) => (name: string) => [name, `${TRUST_PLACE}/${file}`];
  return Object.fromEntries([
    ...ADDED.map(place(TRUST_FILES.authority)),
    ...INSTEAD.map(place(TRUST_FILES.bundle)),
  ]);
}
