/** An address with a name. The mode is not part of it, so a view works in test and live mode. */
export interface View {
  id: string;
  /** Path below the mode, such as `inbox`. */
  screen: string;
  name: string;
  query: Readonly<Record<string, string>>;
}

export const VIEW_NAME_CHARACTERS = 60;
/** More views than a person finds again. */
const MOST_VIEWS = 50;

/** The stored text may be from another release or changed by hand: entries that make no sense are left out. */
export function parseViews(text: string | null): readonly View[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? stored.filter(isView).slice(-MOST_VIEWS) : [];
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false;
  const { id, screen, name, query } = value as Partial<Record<keyof View, unknown>>;
  const isText = [id, screen, name].every((one) => typeof one === 'string' && one !== '');
  return (
    isText &&
    typeof query === 'object' &&
    query !== null &&
    Object.values(query).every((one) => typeof one === 'string')
  );
}

/** Saves a view. One with the same name on the same screen is replaced. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  [...views.filter(({ screen, name }) => screen !== view.screen || name !== view.name), view].slice(-MOST_VIEWS);

export const withoutView = (views: readonly View[], id: string): readonly View[] =>
  views.filter((view) => view.id !== id);

/** The parts of a query that are filters, without those that are not set. */
export const filtersOf = (
  query: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return value ? [[name, String(value)]] : [];
    }),
  );
