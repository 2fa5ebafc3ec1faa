import { useAddressQuery, useSetAddressQuery } from '../address.ts';
import { Button } from '../parts/button.tsx';

/** The text that a list is searched for, which the palette sets, and the way to remove it. */
export function SearchFilter() {
  const { search } = useAddressQuery();
  const setQuery = useSetAddressQuery();
  if (!search) return null;
  return (
    <Button
      size="small"
      aria-label={`Remove the search for ${search}`}
      onClick={() => void setQuery({ search: undefined, selected: undefined })}
    >
      “{search}” ×
    </Button>
  );
}
