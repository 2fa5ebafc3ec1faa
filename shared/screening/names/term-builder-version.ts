/**
 * The version of the rule by which an entry is found: a list indexed by another version is built again.
 * Version 3 finds names one letter off, version 4 also words that one writes together and another apart,
 * version 5 common Japanese names by their readings, names of companies whose form is written out, and words
 * with letters of another alphabet, version 6 short names by words that are particles elsewhere (Maria
 * Das), and wallets without their network, version 7 people with and without their titles, ships with what kind of
 * ship they are before their name, and numerals in both ways of writing them, version 8 Latin spellings of the same
 * name by their keys (`equivalents`).
 * A change of any table or rule of this folder is a new one. It stands by itself because those who only
 * compare versions need none of the tables.
 */
export const TERM_BUILDER_VERSION = 8;

/** The first that finds names one letter off: what an earlier one has built is not searched by them. */
export const ONE_OFF_VERSION = 3;
