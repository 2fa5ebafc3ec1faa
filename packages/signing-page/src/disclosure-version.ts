/** Version of the disclosure that the signing page shows; see `disclosure.ts`. */
export const DISCLOSURE_VERSION = '2026-11';
