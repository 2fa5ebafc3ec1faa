import { tooLarge } from '@assay/foundation';
import { BATCH_FILE_BYTES } from '../limits.ts';

export const fileTooLarge = () => tooLarge('file_too_large', `A file may have at most ${BATCH_FILE_BYTES} bytes.`);
