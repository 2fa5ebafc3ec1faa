/**
 * The version of the rules by which entries are found; an index built by another version is
 * rebuilt. Any change of a table or rule of this folder requires a new version. In a file of its
 * own, so that comparing versions does not load the tables.
 * - 3: names one letter off
 * - 4: words that some write as one and others as two
 * - 5: common Japanese names by their readings, companies with their legal form in full, words with
 *   letters of another alphabet
 * - 6: short names by words that are particles elsewhere (Maria Das), wallets without their network
 * - 7: people with and without titles, ships with their type before the name, numerals in both
 *   notations
 * - 8: Latin spellings of the same name by equivalence keys (`equivalents`)
 * - 9: whole names without spaces in both orders, generic words of companies and their abbreviations,
 *   countries of national offices, Japanese people by Japanese readings, more spellings,
 *   numbers whatever their kind
 */
export const TERM_BUILDER_VERSION = 9;
