import { execFileSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isPublicContent } from "./is-public-content.ts";

const made = execFileSync(
  "openssl",
  "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -subj /CN=a.example".split(
    " ",
  ),
  { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
);
const [certificate = ""] =
  /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----\n/.exec(made) ?? [];
const [key = ""] = /-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----\n/.exec(made) ?? [];
const { publicKey } = generateKeyPairSync("ed25519");
const open = String(publicKey.export({ format: "pem", type: "spki" }));
const raw = new X509Certificate(certificate).raw;

describe("content that is open to everybody", () => {
  it.each([
    ["a certificate", certificate],
    ["a chain of them", certificate + certificate],
    ["one with what programs write beside it", `# Issuer: CN=a\nsubject=CN = a\n${certificate}`],
    ["a public key", open],
    ["a certificate in bytes", raw],
  ])("is %s", (_what, content) => {
    expect(isPublicContent(Buffer.from(content))).toBe(true);
  });

  it.each([
    ["a private key", key],
    ["a certificate with its key", certificate + key],
    ["a certificate with other words", `${certificate}PASSWORD=swordfish\n`],
    ["a certificate with other words in a comment", `# password: swordfish\n${certificate}`],
    [
      "something else under that heading",
      `-----BEGIN CERTIFICATE-----\n${Buffer.from("swordfish").toString("base64")}\n-----END CERTIFICATE-----\n`,
    ],
    ["bytes after a certificate", Buffer.concat([raw, Buffer.from("swordfish")])],
    ["a heading alone", "-----BEGIN CERTIFICATE-----\n"],
    ["nothing", ""],
  ])("is not %s", (_what, content) => {
    expect(isPublicContent(Buffer.from(content))).toBe(false);
  });
});
