export type Mode = 'test' | 'live';

export const isMode = (text: string | undefined): text is Mode => text === 'test' || text === 'live';
