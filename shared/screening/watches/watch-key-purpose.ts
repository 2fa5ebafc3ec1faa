/** What KMS is told of the keys of watches. Permissions name it, so that no other ciphertext can be decrypted with them. */
export const WATCH_KEY_PURPOSE = 'screening-watches';
