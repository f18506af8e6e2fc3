// data table: strings that look like secrets without being registered.
/**
 * Shapes of secrets that were not registered. Each row is a literal that starts it, the characters it can be made of,
 * and the exact shape; the shape is tried only where the literal is found, and every repetition in it is bounded, so
 * the scan is linear. Precision counts as much as coverage: a mask in ordinary code breaks the model's next edit. So
 * shapes are those that the issuers document, short literals need a word border before them, and the loose ones
 * (`sk-…`, a password in a URL) must also look random or not like a placeholder.
 */

import type { Alphabet, Shape } from "./text-tails.ts";

/** One kind of secret-looking string. */
export interface LookAlike extends Shape {
  /** Shown in the mask. */
  readonly label: string;
  readonly anchors: readonly string[];
  /** Sticky; tried at the anchor. Group 1, where there is one, ends the match and is what is masked; else all of it is. */
  readonly pattern: RegExp;
  /** False where the anchor by itself differs from ordinary words. */
  readonly needsBorder: boolean;
  /** A second look at what would be masked. */
  readonly accepts?: (found: string) => boolean;
}

const BODY = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9_-])";

export const LOOK_ALIKES: readonly LookAlike[] = [
  token("api-key", ["sk-"], `sk-${BODY}{20,500}${END}`, { accepts: looksRandom }),
  token(
    "stripe-key",
    ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
    `[a-z_]{8}[A-Za-z0-9]{16,255}${END}`,
  ),
  token("stripe-key", ["whsec_"], `whsec_[A-Za-z0-9+/=]{24,255}`, { alphabet: "base64" }),
  token("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `gh[a-z]_[A-Za-z0-9]{20,255}`),
  token("github-token", ["github_pat_"], `github_pat_[A-Za-z0-9_]{22,255}`),
  token(
    "gitlab-token",
    ["glpat-", "gldt-", "glrt-", "glptt-", "glsoat-", "glcbt-", "glft-", "glimt-", "glagent-"],
    `gl[a-z]{2,5}-${BODY}{20,255}`,
  ),
  token("google-key", ["AIza"], `AIza${BODY}{30,45}${END}`),
  token("google-token", ["ya29."], `ya29\\.${BODY}{20,2000}`, { maxLength: 2048 }),
  token("google-secret", ["GOCSPX-"], `GOCSPX-${BODY}{20,64}${END}`),
  token("aws-key-id", ["AKIA", "ASIA"], `A[KS]IA[A-Z0-9]{16}${END}`),
  token(
    "aws-secret",
    ["aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "ecretAccessKey"],
    `\\w{14,21}[ \\t"'\\\\:=]{1,8}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    { alphabet: "line", needsBorder: false },
  ),
  token(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    `xox[a-z]-[A-Za-z0-9-]{10,255}`,
  ),
  token("slack-token", ["xapp-"], `xapp-[0-9]-[A-Za-z0-9-]{20,255}`),
  token(
    "slack-webhook",
    ["hooks.slack.com/services/"],
    `hooks\\.slack\\.com/services/(T[A-Z0-9]{6,16}/B[A-Z0-9]{6,16}/[A-Za-z0-9]{16,64})`,
    { alphabet: "base64" },
  ),
  token("jwt", ["eyJ"], `eyJ${BODY}{8,4096}\\.${BODY}{8,8192}\\.${BODY}{8,2048}`, {
    alphabet: "dotted",
    maxLength: 14_400,
  }),
  token("npm-token", ["npm_"], `npm_[A-Za-z0-9]{36}${END}`),
  token("pypi-token", ["pypi-AgE"], `pypi-AgE${BODY}{50,500}`),
  token("sendgrid-key", ["SG."], `SG\\.${BODY}{16,32}\\.${BODY}{32,64}${END}`, {
    alphabet: "dotted",
  }),
  token("huggingface-token", ["hf_"], `hf_[A-Za-z0-9]{34}${END}`),
  token("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], `do[a-z]_v1_[a-f0-9]{64}${END}`),
  token(
    "shopify-token",
    ["shpat_", "shpca_", "shppa_", "shpss_"],
    `shp[a-z]{2}_[a-fA-F0-9]{32}${END}`,
  ),
  token("groq-key", ["gsk_"], `gsk_[A-Za-z0-9]{40,64}${END}`),
  token("xai-key", ["xai-"], `xai-[A-Za-z0-9]{60,100}${END}`),
  token("replicate-token", ["r8_"], `r8_[A-Za-z0-9]{37}${END}`),
  token("databricks-token", ["dapi"], `dapi[a-f0-9]{32}(?:-[0-9])?${END}`),
  token("linear-key", ["lin_api_"], `lin_api_[A-Za-z0-9]{40}${END}`),
  token("notion-token", ["ntn_"], `ntn_[A-Za-z0-9]{40,64}${END}`),
  token("docker-token", ["dckr_pat_", "dckr_oat_"], `dckr_[a-z]{3}_${BODY}{24,64}${END}`),
  token("supabase-token", ["sbp_"], `sbp_[a-f0-9]{40}${END}`),
  token("vault-token", ["hvs.", "hvb."], `hv[a-z]\\.${BODY}{24,500}`),
  token("doppler-token", ["dp.pt.", "dp.st.", "dp.sa."], `dp\\.[a-z]{2}\\.[A-Za-z0-9._-]{40,100}`, {
    alphabet: "dotted",
  }),
  token("postman-key", ["PMAK-"], `PMAK-[a-f0-9]{24}-[a-f0-9]{34}${END}`),
  token("atlassian-token", ["ATATT3"], `ATATT3[A-Za-z0-9_=-]{50,500}`, { alphabet: "base64" }),
  token(
    "tailscale-key",
    ["tskey-"],
    `tskey-[a-z]{2,12}-[A-Za-z0-9]{8,32}-[A-Za-z0-9]{16,64}${END}`,
  ),
  token("age-key", ["AGE-SECRET-KEY-1"], `AGE-SECRET-KEY-1[0-9A-Z]{58}${END}`),
  token("azure-key", ["AccountKey="], `AccountKey=([A-Za-z0-9+/]{60,100}={0,2})`, {
    alphabet: "base64",
    needsBorder: false,
  }),
  token(
    "authorization",
    ["uthorization", "UTHORIZATION"],
    `uthorization[\\\\"' \\t:=,\\[]{1,12}(?:bearer|basic|token|apikey)[ \\t]{1,4}([A-Za-z0-9._~+/=|-]{6,4096})`,
    { alphabet: "line", maxLength: 4200, needsBorder: false, flags: "iy" },
  ),
  token(
    "url-password",
    ["://"],
    `://[^\\s/?#@:"'<>\\\\[\\]]{0,128}:([^\\s/?#@"'<>\\\\[\\]]{1,256})(?=@)`,
    {
      alphabet: "address",
      maxLength: 400,
      needsBorder: false,
      accepts: isNoPlaceholder,
    },
  ),
];

interface TokenOptions {
  readonly alphabet?: Alphabet;
  readonly maxLength?: number;
  readonly needsBorder?: boolean;
  readonly accepts?: (found: string) => boolean;
  readonly flags?: "y" | "iy";
}

function token(
  label: string,
  anchors: readonly string[],
  pattern: string,
  options: TokenOptions = {},
): LookAlike {
  return {
    label,
    anchors,
    pattern: new RegExp(pattern, options.flags ?? "y"),
    alphabet: options.alphabet ?? "word",
    maxLength: options.maxLength ?? 640,
    needsBorder: options.needsBorder ?? true,
    ...(options.accepts ? { accepts: options.accepts } : {}),
  };
}

/** Keys have a long unbroken run with digits in it; names in kebab-case (`sk-estimator-doc-link`) have neither. */
function looksRandom(found: string): boolean {
  if (/^sk-lf-[0-9a-f-]{36}$/.test(found)) return true;
  const runs = found.slice(3).split(/[-_]/);
  return runs.some((run) => run.length >= 20 || (run.length >= 16 && /[0-9]/.test(run)));
}

const PLACEHOLDERS: ReadonlySet<string> = new Set(
  "password passwd pass pwd pw secret changeme example postgres root admin guest test user token".split(
    " ",
  ),
);

/** Documentation and templates name a password without having one. */
function isNoPlaceholder(found: string): boolean {
  if (/[${}<>]/.test(found) || /^[*x.%_-]+$/i.test(found)) return false;
  return !PLACEHOLDERS.has(found.toLowerCase());
}
