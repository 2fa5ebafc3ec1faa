import { expect, vi } from 'vitest';
import { timeLimitsOf } from './time-limits.ts';

vi.setConfig(timeLimitsOf(expect.getState().testPath ?? ''));
