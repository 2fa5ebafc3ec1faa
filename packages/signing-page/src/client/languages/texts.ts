import type { en } from './en.ts';

/** One form for each plural category the language has; `other` is always there. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Translated<T> = T extends string
  ? string
  : T extends readonly string[]
    ? string[]
    : T extends { one: string; other: string }
      ? Plural
      : { [Key in keyof T]: Translated<T[Key]> };

/** The texts of one language. */
export type Texts = Translated<typeof en>;
