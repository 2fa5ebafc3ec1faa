/** The version of the service. A test compares it with package.json, which bundles do not contain. */
export const VERSION = '0.1.0';
