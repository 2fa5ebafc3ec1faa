/** A crawl proceeds from classes to positions, to their holders, to the holders' families. */
export const STAGES = [
  'find-positions',
  'describe-positions',
  'find-holders',
  'describe-people',
  'describe-relatives',
] as const;
export type StageName = (typeof STAGES)[number];

export const stageAfter = (stage: StageName): StageName | undefined => STAGES[STAGES.indexOf(stage) + 1];
