import * as z from 'zod';
import { paging } from '#shared/platform/http/shapes.ts';

export const PageQuery = z.strictObject(paging);
