/** Certificates for the authority of a session, made with the key kinds and extensions that strict clients ask for. */
import { createHash, KeyObject, randomBytes, webcrypto, X509Certificate } from "node:crypto";
import { readAddress } from "@toolplane/readings";
import type { Certificate, Extension } from "pkijs";

type Keys = webcrypto.CryptoKeyPair;

interface Issuer {
  readonly certificate: Certificate;
  readonly keys: Keys;
}

export interface CertificateMaker {
  newKeys(): Promise<Keys>;
  authority(keys: Keys, days: number): Promise<Certificate>;
  leaf(
    keys: Keys,
    given: { readonly host: string; readonly issuer: Issuer; readonly days: number },
  ): Promise<Certificate>;
  toPem(certificate: Certificate): string;
  keyPem(keys: Keys): string;
}

const KEY_KIND = { name: "ECDSA", namedCurve: "P-256" } as const;
const DAY_MS = 86_400_000;
/** Clocks of programs may be a little behind ours. */
const BEFORE_MS = 3_600_000;
const OID = {
  commonName: "2.5.4.3",
  subjectKey: "2.5.29.14",
  keyUsage: "2.5.29.15",
  names: "2.5.29.17",
  constraints: "2.5.29.19",
  authorityKey: "2.5.29.35",
  extendedUsage: "2.5.29.37",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
} as const;
/** Bits of the key usage, the first of a byte, with how many of its last bits do not count. */
const SIGNS_CERTIFICATES = { byte: 0b0000_0110, unused: 1 };
const SIGNS = { byte: 0b1000_0000, unused: 7 };
const DNS_NAME = 2;
const IP_ADDRESS = 7;

export async function certificateMaker(): Promise<CertificateMaker> {
  const [pki, asn1] = await Promise.all([import("pkijs"), import("asn1js")]);
  const engine = new pki.CryptoEngine({ name: "node", crypto: webcrypto });

  function extension(extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension {
    return new pki.Extension({ extnID, critical, extnValue: value.toBER() });
  }
  function usage({ byte, unused }: { readonly byte: number; readonly unused: number }): Extension {
    const valueHex = Uint8Array.of(byte).buffer;
    return extension(OID.keyUsage, new asn1.BitString({ valueHex, unusedBits: unused }), true);
  }
  function keyId(certificate: Certificate): ArrayBuffer {
    const bits = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
    return bufferOf(createHash("sha256").update(bits).digest().subarray(0, 20));
  }
  function nameOf(text: string): InstanceType<typeof pki.AttributeTypeAndValue> {
    const value = new asn1.Utf8String({ value: text });
    return new pki.AttributeTypeAndValue({ type: OID.commonName, value });
  }
  function altName(host: string): InstanceType<typeof pki.GeneralName> {
    const address = addressBytes(host);
    return address === null
      ? new pki.GeneralName({ type: DNS_NAME, value: host })
      : new pki.GeneralName({
          type: IP_ADDRESS,
          value: new asn1.OctetString({ valueHex: address }),
        });
  }
  async function begin(keys: Keys, days: number): Promise<Certificate> {
    const certificate = new pki.Certificate();
    certificate.version = 2;
    // Positive, and never the same twice.
    const serial = Buffer.concat([Buffer.of(1), randomBytes(15)]);
    certificate.serialNumber = new asn1.Integer({ valueHex: bufferOf(serial) });
    certificate.notBefore.value = new Date(Date.now() - BEFORE_MS);
    certificate.notAfter.value = new Date(Date.now() + days * DAY_MS);
    await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine);
    return certificate;
  }
  const sign = async (certificate: Certificate, { privateKey }: Keys): Promise<Certificate> => {
    await certificate.sign(privateKey, "SHA-256", engine);
    return certificate;
  };
  return {
    newKeys: () =>
      webcrypto.subtle.generateKey(KEY_KIND, true, ["sign", "verify"]) as Promise<Keys>,
    async authority(keys, days) {
      const certificate = await begin(keys, days);
      const name = nameOf(`toolplane session ${randomBytes(4).toString("hex")}`);
      certificate.subject.typesAndValues.push(name);
      certificate.issuer.typesAndValues.push(name);
      const constraints = new pki.BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema();
      certificate.extensions = [
        extension(OID.constraints, constraints, true),
        usage(SIGNS_CERTIFICATES),
        extension(OID.subjectKey, new asn1.OctetString({ valueHex: keyId(certificate) })),
      ];
      return sign(certificate, keys);
    },
    async leaf(keys, { host, issuer, days }) {
      const certificate = await begin(keys, days);
      certificate.subject.typesAndValues.push(nameOf("toolplane relay"));
      certificate.issuer = issuer.certificate.subject;
      const keyIdentifier = new asn1.OctetString({ valueHex: keyId(issuer.certificate) });
      const names = new pki.GeneralNames({ names: [altName(host)] });
      const uses = new pki.ExtKeyUsage({ keyPurposes: [OID.serverAuthentication] });
      certificate.extensions = [
        extension(OID.constraints, new pki.BasicConstraints({ cA: false }).toSchema(), true),
        usage(SIGNS),
        extension(OID.extendedUsage, uses.toSchema()),
        extension(OID.names, names.toSchema()),
        extension(OID.subjectKey, new asn1.OctetString({ valueHex: keyId(certificate) })),
        extension(OID.authorityKey, new pki.AuthorityKeyIdentifier({ keyIdentifier }).toSchema()),
      ];
      return sign(certificate, issuer.keys);
    },
    toPem: (certificate) =>
      new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString(),
    keyPem: ({ privateKey }) =>
      KeyObject.from(privateKey).export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Four or sixteen bytes; null for a name. */
function addressBytes(host: string): ArrayBuffer | null {
  const address = readAddress(host);
  if (address === null) return null;
  const groups =
    address.version === 6 ? address.groups : [address.value >>> 16, address.value & 0xffff];
  return bufferOf(Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff])));
}
