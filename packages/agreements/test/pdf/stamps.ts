import type { Stamp } from '../../src/pdf/drawing.ts';

export const aStamp = (stamp: Partial<Stamp> = {}): Stamp => ({
  fieldType: 'text',
  value: null,
  image: null,
  multiline: false,
  acroFieldName: null,
  pageNumber: 1,
  xPosition: 100,
  yPosition: 200,
  width: 200,
  height: 30,
  ...stamp,
});
