export type Theme = 'system' | 'light' | 'dark';

const STORED = 'assay.theme';

export function applyTheme() {
  const theme = localStorage.getItem(STORED);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function switchTheme(theme: Theme) {
  localStorage.setItem(STORED, theme);
  applyTheme();
}
