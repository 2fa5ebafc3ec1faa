/** Every number of the specification that the risk module keeps to, with its unit. */
export const EXTERNAL_ID_CHARACTERS = 200;
export const SEARCH_CHARACTERS = 200;
