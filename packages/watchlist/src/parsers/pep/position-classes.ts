import type { PositionCategory } from '../../listed-entry.ts';

/** Wikidata classes of positions and of bodies they head, for items whose label alone does not tell. */
const CLASSES: Readonly<Record<string, PositionCategory>> = {
  Q48352: 'head_of_state',
  Q2285706: 'head_of_government',
  Q14212: 'head_of_government', // prime minister
  Q83307: 'minister',
  Q7330070: 'minister', // foreign minister
  Q15966511: 'deputy_minister',
  Q26204040: 'deputy_minister',
  Q486839: 'parliament_member',
  Q117826617: 'top_judge',
  Q55736868: 'top_judge',
  Q107363151: 'central_bank_board', // governor
  Q29645880: 'ambassador',
  Q29645886: 'ambassador',
  Q132050: 'regional_leader', // governor
  Q3099723: 'regional_leader', // minister-president
  Q66344: 'central_bank_board', // central bank
  Q484652: 'international_organisation_head', // international organization
  Q270791: 'state_owned_enterprise_head', // state-owned enterprise
};

/** The category of the first class that has one. */
export const categoryOfClasses = (qids: readonly string[]): PositionCategory | null =>
  qids.map((qid) => CLASSES[qid]).find((category) => category !== undefined) ?? null;
