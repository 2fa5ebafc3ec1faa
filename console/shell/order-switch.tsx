import { useAddressQuery, useSetAddressQuery } from '../address.ts';
import { useShortcuts } from '../keys.ts';
import { Button } from '../parts/button.tsx';

/** The order of a list, which is part of its address. */
export const useOrder = () => (useAddressQuery().order === 'oldest' ? 'oldest' : 'newest');

/** Turns a list around: `o`. */
export function OrderSwitch() {
  const order = useOrder();
  const setQuery = useSetAddressQuery();
  const turn = () => void setQuery({ order: order === 'newest' ? 'oldest' : undefined });
  useShortcuts('Lists', [{ keys: 'o', label: 'Newest or oldest first', run: turn }]);
  return (
    <Button size="small" look="plain" onClick={turn}>
      {order === 'newest' ? 'Newest first' : 'Oldest first'}
    </Button>
  );
}
