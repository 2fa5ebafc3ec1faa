import { anEntry, bornOn } from './builders.ts';

/** A listed person with everything there is to compare. */
export const DAY = '1961-04-12';
export const PASSPORT = { kind: 'passport', value: 'AB 123456', country: 'FR' } as const;
export const WALLET = { kind: 'wallet', value: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C' } as const;
export const listed = anEntry('Viktor Semyonov', {
  ...bornOn(DAY),
  countries: ['RU'],
  identifiers: [{ ...PASSPORT }, { ...WALLET, country: null }],
});
