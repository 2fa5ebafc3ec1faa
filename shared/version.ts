/** The version of the service; a test holds it equal to that of package.json, which no bundle reads. */
export const VERSION = '0.1.0';
