import { createContext, useContext } from 'react';

interface Asking {
  /** A reason why something is blocked, and whom to ask, if there is a person. */
  explain(reason: string): string;
  /** Shows the reason to people who press what is blocked: a pointer may have no way to rest on it. */
  show(reason: string): void;
}

/** The frame around the screens knows the people; parts do not. */
export const AskingContext = createContext<Asking>({ explain: (reason) => reason, show: () => undefined });

export const useAsking = () => useContext(AskingContext);
