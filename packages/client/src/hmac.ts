/** HMAC-SHA256 with Web Crypto, which Node, browsers, workers and Deno have. */
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export async function sign(secret: string, data: Bytes): Promise<string> {
  return hex(await crypto.subtle.sign(HMAC.name, await keyOf(secret, 'sign'), data));
}

/** Compares in constant time. */
export async function isSigned(secret: string, signature: string, data: Bytes): Promise<boolean> {
  const key = await keyOf(secret, 'verify');
  return crypto.subtle.verify(HMAC.name, key, bytesOf(signature), data);
}

export const sha256 = async (data: Bytes) => hex(await crypto.subtle.digest(HMAC.hash, data));

const keyOf = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', utf8(secret), HMAC, false, [use]);

const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
