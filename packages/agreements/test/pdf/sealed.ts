/** What `checkSeal` finds about an intact seal. */
export const SEALED = {
  coversAll: true,
  digestMatches: true,
  signatureHolds: true,
  namesItsCertificate: true,
  isPaddingEmpty: true,
};
