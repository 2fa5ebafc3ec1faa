import type { LineKind } from './directives.ts';

/** Captions of the lines below a signature, by the language of the template. */
const CAPTIONS: Record<string, Record<LineKind, string>> = {
  ar: { name: 'الاسم', title: 'الصفة', date: 'التاريخ', place: 'المكان' },
  de: { name: 'Name', title: 'Funktion', date: 'Datum', place: 'Ort' },
  el: { name: 'Όνομα', title: 'Ιδιότητα', date: 'Ημερομηνία', place: 'Τόπος' },
  en: { name: 'Name', title: 'Title', date: 'Date', place: 'Place' },
  es: { name: 'Nombre', title: 'Cargo', date: 'Fecha', place: 'Lugar' },
  fa: { name: 'نام', title: 'سمت', date: 'تاریخ', place: 'محل' },
  fr: { name: 'Nom', title: 'Fonction', date: 'Date', place: 'Lieu' },
  he: { name: 'שם', title: 'תפקיד', date: 'תאריך', place: 'מקום' },
  hi: { name: 'नाम', title: 'पद', date: 'दिनांक', place: 'स्थान' },
  it: { name: 'Nome', title: 'Qualifica', date: 'Data', place: 'Luogo' },
  ja: { name: '氏名', title: '役職', date: '日付', place: '場所' },
  ko: { name: '성명', title: '직위', date: '날짜', place: '장소' },
  nl: { name: 'Naam', title: 'Functie', date: 'Datum', place: 'Plaats' },
  pl: { name: 'Imię i nazwisko', title: 'Stanowisko', date: 'Data', place: 'Miejsce' },
  pt: { name: 'Nome', title: 'Cargo', date: 'Data', place: 'Local' },
  ru: { name: 'Имя', title: 'Должность', date: 'Дата', place: 'Место' },
  ta: { name: 'பெயர்', title: 'பதவி', date: 'தேதி', place: 'இடம்' },
  th: { name: 'ชื่อ', title: 'ตำแหน่ง', date: 'วันที่', place: 'สถานที่' },
  uk: { name: 'Ім’я', title: 'Посада', date: 'Дата', place: 'Місце' },
  ur: { name: 'نام', title: 'عہدہ', date: 'تاریخ', place: 'مقام' },
  zh: { name: '姓名', title: '职务', date: '日期', place: '地点' },
};

export function captionOf(kind: LineKind, language: string | undefined): string {
  const known = CAPTIONS[new Intl.Locale(language ?? 'en').language ?? 'en'] ?? CAPTIONS.en;
  return known?.[kind] ?? kind;
}
