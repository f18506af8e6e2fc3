import { foldText, isAscii } from "../fold-text.ts";
import { expandBraces } from "./expand-braces.ts";
import { compilePathAlternative } from "./path-alternative.ts";

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

/** Copies that a project hands out to be filled in: they have the name of one and hold no value. */
export const SAMPLE_FILES: readonly string[] = [
  "**/.env.{example,sample,template,dist}",
  "**/.env.*.{example,sample,template,dist}",
];

/** Every name of one of them holds one of these: most texts are known by it to name none, at a fraction of the price. */
const SIGNS: readonly string[] = PRIVATE_FILES.flatMap((pattern) => {
  const texts = expandBraces(pattern);
  return texts.ok ? texts.value : [pattern];
}).map((text) => {
  const parts = text.split(/\*+/).map((part) => part.replace(/^\//, ""));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
});

/** False for a text in which no name of such a file stands. */
export function mayNamePrivate(text: string): boolean {
  if (!isAscii(text)) return true;
  const folded = foldText(text);
  return SIGNS.some((sign) => folded.includes(sign));
}

/** Says by its path whether a file is one of them, in whatever case its name is written. */
export function createPrivateNames(): (path: string) => boolean {
  const known = PRIVATE_FILES.flatMap((pattern) => {
    const texts = expandBraces(`/${pattern}`);
    return texts.ok ? texts.value : [];
  }).flatMap((text) => {
    const read = compilePathAlternative(text);
    return read.ok ? [read.value] : [];
  });
  return (path) => {
    if (!mayNamePrivate(path)) return false;
    const folded = foldText(path.startsWith("/") ? path : `/${path}`);
    return known.some(({ test }) => test(folded));
  };
}
