/** HSTS for a year on every page. Browsers ignore it without TLS. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000' };
