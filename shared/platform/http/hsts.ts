/** On every page: browsers come back by https alone for a year. They ignore it where there is no TLS. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000' };
