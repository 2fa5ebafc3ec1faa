/** Outline icons on a 16 px grid, drawn for this console. */
const PATHS = {
  inbox: 'M2 9l2-6h8l2 6v4H2V9zm0 0h4l1 2h2l1-2h4',
  bell: 'M8 2a4 4 0 00-4 4v3l-1.500 2.500h11L12 9V6a4 4 0 00-4-4zM6.500 13.500a1.600 1.600 0 003 0',
  columns: 'M2.500 13.500h11M4.500 11V7M8 11V3M11.500 11V5.500',
  match:
    'M6 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM2 13c0-2.5 1.8-4 4-4 .7 0 1.3.1 1.900.4M11 12.500a2 2 0 100-4 2 2 0 000 4zM12.500 12l2 2',
  person: 'M8 8a3 3 0 100-6 3 3 0 000 6zM2.500 14c0-3 2.500-4.500 5.500-4.500s5.500 1.500 5.500 4.500',
  people:
    'M6 7.500a2.500 2.500 0 100-5 2.500 2.500 0 000 5zM1.500 13.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M11 7.500a2 2 0 000-4M12.500 9.500c1.300.6 2 1.900 2 4',
  page: 'M4 2h5l3 3v9H4V2zM6 8h4M6 11h4',
  check: 'M3 8.500l3.500 3.500L13 4.500',
  list: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  sign: 'M2 12c2-4 4-7 5-7s-1 6 0 6 2-3 3-3 0 2 1 2 2-1 3-1',
  hook: 'M9 6.500A2.500 2.500 0 106.500 4M5 11.500a2.500 2.500 0 104.500-1.500H13M7 6l-2 4.500',
  key: 'M10.500 8.500a3 3 0 10-2.800-2L3 11.500V13h2v-1.500h1.500V10l1.700-1.700',
  log: 'M3 3.500h10M3 6.500h10M3 9.500h6M3 12.500h8',
  gear: 'M8 10a2 2 0 100-4 2 2 0 000 4zM8 2v1.500M8 12.500V14M2 8h1.500M12.500 8H14M3.800 3.800l1 1M11.200 11.200l1 1M3.800 12.200l1-1M11.200 4.800l1-1',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.700 10.700L14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  magnify: 'M6.500 11a4.500 4.500 0 100-9 4.500 4.500 0 000 9zM10 10l4 4M6.500 4.500v4M4.500 6.500h4',
  arrow: 'M3 8h10M9 4l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
