import * as z from 'zod';
import { Offset } from '#shared/platform/http/shapes.ts';

export const PageQuery = z.strictObject({ offset: Offset });
