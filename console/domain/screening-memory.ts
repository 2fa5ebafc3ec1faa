/** What the settings say of remembered decisions on matches. */
export interface ScreeningMemory {
  rememberDecisions: boolean;
  expiresAfterDays: number;
}

/** Before an owner has set it. */
export const UNSET_MEMORY: ScreeningMemory = { rememberDecisions: false, expiresAfterDays: 365 };

export const memoryInWords = ({ rememberDecisions, expiresAfterDays }: ScreeningMemory): string =>
  rememberDecisions
    ? `Remember decisions on matches for ${expiresAfterDays === 1 ? '1 day' : `${expiresAfterDays} days`}`
    : 'Do not remember decisions on matches';

/** Whether runs could inherit decisions that they cannot inherit now; that takes two people where deciding matches does. */
export const remembersMore = (before: ScreeningMemory, after: ScreeningMemory): boolean =>
  after.rememberDecisions && (!before.rememberDecisions || after.expiresAfterDays > before.expiresAfterDays);
