import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from "node:crypto";
import { canonicalJson, type Json } from "@lobster-lang/plan";
import type { GateRecord, Signature } from "@lobster-lang/state";

/** A new pair for `approvers:`: the private key as PEM (PKCS 8), the public one as `ed25519:` and 32 bytes in base64url. */
export function newApproverKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  return { privateKey: String(privateKey.export({ type: "pkcs8", format: "pem" })), publicKey: nameOf(privateKey) };
}

/** What an approval says: which question of which run and plan it answers, with all that was shown. */
export function statementOf(gate: {
  readonly run: string;
  readonly gate: string;
  readonly key: string;
  readonly planHash: string;
  readonly request: GateRecord;
}): string {
  const { run, gate: id, key, planHash, request } = gate;
  return `lobster approval 1\n${canonicalJson({ run, gate: id, key, planHash, request: request as unknown as Json })}`;
}

/**
 * Signs a statement with a private key (PEM).
 * @throws Error in words for what is no such key.
 */
export function signedWith(pem: string, statement: string): Signature {
  const key = privateKeyOf(pem);
  return { key: nameOf(key), value: sign(null, Buffer.from(statement), key).toString("base64url") };
}

export function isSignedBy({ key, value }: Signature, statement: string): boolean {
  try {
    const x = /^ed25519:([A-Za-z0-9_-]{43})$/.exec(key)?.[1];
    if (x === undefined) return false;
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(statement), publicKey, Buffer.from(value, "base64url"));
  } catch {
    return false;
  }
}

function privateKeyOf(pem: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = createPrivateKey(pem);
  } catch {
    // Said below; the reason could quote the key.
  }
  if (key?.asymmetricKeyType === "ed25519") return key;
  throw new Error("this is no private key of an approver: `lobster keygen` makes one");
}

function nameOf(privateKey: KeyObject): string {
  return `ed25519:${String(createPublicKey(privateKey).export({ format: "jwk" }).x)}`;
}
