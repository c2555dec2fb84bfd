import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificate and key of a TLS server, PEM. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

export interface IssueOptions {
  /** Name or IPv4 address of the host that it is valid for. */
  readonly name: string;
  /** True for an expired certificate. @default false */
  readonly isExpired?: boolean;
}

/** Certificate authority of the test servers. */
export interface Authority {
  readonly certificate: string;
  issue(options: IssueOptions): ServerIdentity;
  /** Its own certificate as a server's, which no authority has signed. */
  readonly asServer: ServerIdentity;
}

/**
 * Makes a new authority: X.509 (RFC 5280) with ECDSA on P-256, so that no key has to be kept with the tests.
 *
 * Rejected: `@peculiar/x509`, which brings 19 packages for the four certificates of one test.
 */
export function createAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certify = (subject: string, publicKey: KeyObject, isAuthority: boolean, isExpired: boolean) =>
    toPem(
      certificateOf({ subject, publicKey, issuer: name, signer: own.privateKey, isAuthority, isExpired }),
    );
  const certificate = certify(name, own.publicKey, true, false);
  return {
    certificate,
    issue({ name: host, isExpired = false }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return { key: keyOf(privateKey), cert: certify(host, publicKey, false, isExpired) };
    },
    asServer: { key: keyOf(own.privateKey), cert: certificate },
  };
}

interface Statement {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly isAuthority: boolean;
  readonly isExpired: boolean;
}

const DAY_MILLISECONDS = 86_400_000;

function certificateOf({ subject, publicKey, issuer, signer, isAuthority, isExpired }: Statement): Buffer {
  const end = isExpired ? -1 : 1;
  const statement = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(timeOf(-2), timeOf(end)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        // Basic constraints, and alternative names of the subject.
        extension('551d13', sequence(...(isAuthority ? [tagged(0x01, Buffer.of(0xff))] : []))),
        extension('551d11', sequence(hostOf(subject))),
      ),
    ),
  );
  const signature = sign('sha256', statement, signer);
  return sequence(statement, ECDSA_WITH_SHA256, tagged(0x03, Buffer.of(0), signature));
}

/** One value of ASN.1 in its distinguished encoding (X.690): tag, length, content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...bytes), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

/** A name that is a common name alone. */
function nameOf(text: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(text)))));
}

function hostOf(name: string): Buffer {
  if (isIP(name) === 4) return tagged(0x87, Buffer.from(name.split('.').map(Number)));
  return tagged(0x82, Buffer.from(name));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, value));
}

/** So many days from now, as `20260301000000Z`. */
function timeOf(days: number): Buffer {
  const time = new Date(Date.now() + days * DAY_MILLISECONDS).toISOString();
  return tagged(0x18, Buffer.from(`${time.replace(/\D/g, '').slice(0, 14)}Z`));
}

function keyOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
