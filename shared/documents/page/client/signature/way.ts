/** One of the ways to make a signature: what its panel holds, and the picture it gives. */
export interface Way {
  name: 'draw' | 'type' | 'upload';
  panel: HTMLElement;
  /** Called when its panel comes to be seen. */
  opened?: () => void;
  /** Without empty margins; undefined while there is nothing. */
  picture: () => Promise<HTMLCanvasElement | undefined>;
}
