/**
 * The shipped rules about what a session has seen. Small, visible in `toolplane policy list --default`, and each turned off by one
 * line of a person's own: `{ "permission": "data.send", "pattern": "*", "action": "allow" }`, or with `data.change`.
 */
import type { PolicyLayer, PolicyRule } from "@toolplane/contract";

/** `default` asks once both labels were seen, `wary` after the first, and about changes of what is not held here too. */
export type FlowPreset = "default" | "wary" | "off";

const SEND = { permission: "data.send", pattern: "*", action: "ask", unless: "named" } as const;

const RULES: Readonly<Record<FlowPreset, readonly PolicyRule[]>> = {
  default: [{ ...SEND, after: ["private", "untrusted"] }],
  wary: [
    { ...SEND, after: ["untrusted"] },
    { ...SEND, permission: "data.change", after: ["untrusted"] },
  ],
  off: [],
};

export function flowPolicy(preset: FlowPreset): PolicyLayer {
  const labels: readonly PolicyRule[] =
    preset === "off"
      ? []
      : PRIVATE_FILES.map((pattern) => ({ label: "private", permission: "fs.read", pattern }));
  const rules = [...RULES[preset], ...labels];
  return { scope: "default", rules, lines: rules.map((_, index) => index + 1) };
}

/** Files that hold keys and credentials by their name, whichever program keeps them: their content is `private`. */
export const PRIVATE_FILES: readonly string[] = [
  "**/.env",
  "**/.env.*",
  "**/.envrc",
  "**/.netrc",
  "**/.npmrc",
  "**/.pypirc",
  "**/.pgpass",
  "**/.git-credentials",
  "**/.htpasswd",
  "**/id_rsa",
  "**/id_dsa",
  "**/id_ecdsa",
  "**/id_ed25519",
  "**/*.pem",
  "**/*.key",
  "**/*.p12",
  "**/*.pfx",
  "**/*.keystore",
  "**/*.kdbx",
  "**/*.tfvars",
  "**/credentials.json",
  "**/service-account*.json",
  "**/secrets.{json,yaml,yml,toml}",
  "**/.aws/credentials",
  "**/.docker/config.json",
  "**/.kube/config",
  "**/.ssh/*",
  "**/.gnupg/**",
];
