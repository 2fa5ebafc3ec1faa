import { useQuery } from '@tanstack/react-query';
import { useSession } from '../app.tsx';
import type { Customer } from '../domain/compare-entry.ts';

type Card = Readonly<Record<string, unknown>>;

/**
 * The customer's data from the customer's own system, with the person's own session there. The answer is shown
 * and never sent to Assay.
 */
export function useSubjectCard(subject: { kind: string; externalId: string } | null) {
  const { subjectCardOrigin } = useSession();
  return useQuery({
    queryKey: ['subject-card', subject?.kind, subject?.externalId],
    enabled: subjectCardOrigin !== null && subject !== null,
    retry: false,
    queryFn: async ({ signal }): Promise<Card> => {
      const query = new URLSearchParams({
        kind: subject?.kind ?? '',
        externalId: subject?.externalId ?? '',
      });
      const response = await fetch(`${subjectCardOrigin}/assay/subject-card?${query}`, {
        credentials: 'include',
        signal,
      });
      if (!response.ok) throw new Error(`The subject card answered with status ${response.status}.`);
      return response.json() as Promise<Card>;
    },
  });
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** Reads a card leniently: a part with an unexpected shape is left out. */
export function readSubjectCard(card: Card): Customer {
  const documents = Array.isArray(card.documents) ? card.documents : [];
  return {
    names: texts(card.names ?? card.name),
    born: texts(card.dateOfBirth)[0] ?? null,
    countries: texts(card.nationalities ?? card.nationality),
    documents: documents.flatMap((one: unknown) => {
      const document = one as { value?: unknown; country?: unknown } | null;
      return typeof document?.value === 'string'
        ? [{ value: document.value, country: texts(document.country)[0] ?? null }]
        : [];
    }),
    address: texts(card.address)[0] ?? null,
  };
}
