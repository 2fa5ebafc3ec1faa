/** Kinds of facts that several rules state. Those of one key are read in this order. */

/** A row that exists and a row that wants it to. */
export const [STANDING, WANTED] = ['s', 'w'];

/** About a record, or the row that holds it: its rows, other signs of it, its events and the answers with it. */
export const [ROW, KNOWN, EVENT, ANSWER, ASKED_DOCUMENT] = ['a', 'b', 'c', 'd', 'e'];

/** What is there, and an answer that is about it. */
export const [THERE, ASKED] = ['a', 'b'];

/** An answer whose record was found after all, and one whose record was not. */
export const [RESOLVED, UNRESOLVED] = ['a', 'b'];
