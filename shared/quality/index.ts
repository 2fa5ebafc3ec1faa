export { erasableQuality } from './repository/partitions.ts';
export { drawDueSamples } from './use-cases/draw-due.ts';
