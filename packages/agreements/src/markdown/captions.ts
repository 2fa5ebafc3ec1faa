import type { LineKind } from './directives.ts';

/** Captions of the lines below a signature, by the language of the template. */
const CAPTIONS: Record<string, Record<LineKind, string>> = {
  ar: { name: 'الاسم', title: 'الصفة', date: 'التاريخ', place: 'المكان' },
  de: { name: 'Name', title: 'Funktion', date: 'Datum', place: 'Ort' },
  en: { name: 'Name', title: 'Title', date: 'Date', place: 'Place' },
  es: { name: 'Nombre', title: 'Cargo', date: 'Fecha', place: 'Lugar' },
  fr: { name: 'Nom', title: 'Fonction', date: 'Date', place: 'Lieu' },
  ja: { name: '氏名', title: '役職', date: '日付', place: '場所' },
  pl: { name: 'Imię i nazwisko', title: 'Stanowisko', date: 'Data', place: 'Miejsce' },
  pt: { name: 'Nome', title: 'Cargo', date: 'Data', place: 'Local' },
  zh: { name: '姓名', title: '职务', date: '日期', place: '地点' },
};

export function captionOf(kind: LineKind, language: string | undefined): string {
  const known = CAPTIONS[new Intl.Locale(language ?? 'en').language ?? 'en'] ?? CAPTIONS.en;
  return known?.[kind] ?? kind;
}
