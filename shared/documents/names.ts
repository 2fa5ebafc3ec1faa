import { MUST_BE_VISIBLE, VISIBLE } from '@assay/agreements';
import { text } from '#shared/platform/http/shapes.ts';

/** A name shown to people: one line with at least one visible character. */
export const nameOf = (maxCharacters: number) => text(maxCharacters).regex(VISIBLE, MUST_BE_VISIBLE);
