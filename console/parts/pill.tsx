import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'ok' | 'warn' | 'alert' | 'bad' | 'info';
export type Mark = 'dot' | 'square' | 'diamond' | 'ring';

/** A state in one word. The mark differs with the tone, because colour alone says nothing to some. */
export const Pill = ({
  tone = 'neutral',
  mark = 'dot',
  children,
}: {
  tone?: Tone;
  mark?: Mark;
  children: ReactNode;
}) => {
  const classes = ['pill', tone !== 'neutral' && tone, mark !== 'dot' && mark];
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>;
};
