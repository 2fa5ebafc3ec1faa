/** Wikidata classes of positions that make their holders politically exposed. */
const POSITION_CLASSES = [
  'Q48352', // head of state
  'Q2285706', // head of government
  'Q14212', // prime minister
  'Q83307', // minister
  'Q15966511', // deputy minister
  'Q26204040', // deputy minister
  'Q486839', // member of parliament
  'Q117826617', // supreme court judge
  'Q55736868', // judge of a national court
  'Q107363151', // central bank governor
  'Q121998', // ambassador
  'Q29645880', // ambassador of a country
  'Q29645886', // ambassador to a country
  'Q132050', // governor
  'Q3099723', // minister-president
] as const;

/** Kinds of organisations whose heads are exposed, whatever their position is called. */
export const BODIES: readonly string[] = [
  'Q484652', // international organization
  'Q270791', // state-owned enterprise
  'Q66344', // central bank
];

/** The items of the first stage. */
export const ROOTS: readonly string[] = [...POSITION_CLASSES, ...BODIES];
