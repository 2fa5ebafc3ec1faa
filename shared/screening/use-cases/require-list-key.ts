import { notFound } from '@assay/foundation';
import { ListKey } from '../lists/list.ts';

export function requireListKey(text: string): ListKey {
  const key = ListKey.safeParse(text);
  if (!key.success) throw notFound('list');
  return key.data;
}
