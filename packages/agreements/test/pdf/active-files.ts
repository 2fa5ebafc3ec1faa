import { fileOf } from './fixtures.ts';

/** Entries for the parts of a file with one page. Its further objects are numbered from 4. */
export interface Part {
  catalog?: string;
  page?: string;
  annotations?: string[];
  /** Nothing refers to the object. */
  isUnused?: boolean;
}

export const aFileWith = ({ catalog = '', page = '', annotations = [] }: Part, ...more: string[]) =>
  fileOf(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [${annotations.join(' ')}] ${page} >>`,
    ...more,
  );

/** One of every kind that may not stay. */
export const ACTIONS = {
  JavaScript: '<< /S /JavaScript /JS (payload) >>',
  'JavaScript with an escaped name': '<< /Type /Action /S /Java#53cript /JS (payload) >>',
  'JavaScript with a parent': '<< /S /JavaScript /JS (payload) /P 3 0 R >>',
  Launch: '<< /S /Launch /F (calc.exe) >>',
  SubmitForm: '<< /S /SubmitForm /F (https://example.com) >>',
  ImportData: '<< /S /ImportData /F (data.fdf) >>',
  ResetForm: '<< /S /ResetForm >>',
  Hide: '<< /S /Hide /T (name) >>',
  GoToR: '<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>',
  GoToE: '<< /S /GoToE /D (x) /T << /R /C /N (a.pdf) >> >>',
  GoToDp: '<< /S /GoToDp >>',
  Rendition: '<< /S /Rendition /OP 0 /JS (payload) >>',
  Sound: '<< /S /Sound >>',
  Movie: '<< /S /Movie >>',
  Thread: '<< /S /Thread /D 0 >>',
  SetOCGState: '<< /S /SetOCGState /State [/OFF] >>',
  GoTo3DView: '<< /S /GoTo3DView >>',
  RichMediaExecute: '<< /S /RichMediaExecute >>',
  'Named, to print': '<< /S /Named /N /Print >>',
  'URI of a local file': '<< /S /URI /URI (file:///etc/passwd) >>',
} as const;

const link = (entries: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${entries} >>`;
const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 90 20] ${entries} >>`;
const goTo = (next: string) => `<< /S /GoTo /D [3 0 R /Fit] /Next ${next} >>`;

/** Wherever a file can have an action, given as a dictionary or by reference. */
export const PLACES: Record<string, (action: string) => Part> = {
  'the opening of the document': (action) => ({ catalog: `/OpenAction ${action}` }),
  'what follows the opening': (action) => ({ catalog: `/OpenAction ${goTo(action)}` }),
  'one of several that follow': (action) => ({
    catalog: `/OpenAction ${goTo(`[${goTo('[]')} ${goTo(`[${action}]`)}]`)}`,
  }),
  'events of the document': (action) => ({ catalog: `/AA << /WC ${action} /WP ${action} >>` }),
  'the scripts of the document': (action) => ({
    catalog: `/Names << /JavaScript << /Kids [<< /Limits [(a) (a)] /Names [(a) ${action}] >>] >> >>`,
  }),
  'the templates of the document': (action) => ({
    catalog: `/Names << /Templates << /Names [(a) << /Type /Template /AA << /O ${action} >> >>] >> >>`,
  }),
  'events of a page': (action) => ({ page: `/AA << /O ${action} /C ${action} >>` }),
  'steps of a presentation': (action) => ({
    page: `/PresSteps << /Type /NavNode /NA ${action} /PA ${action} >>`,
  }),
  'a link': (action) => ({ annotations: [link(`/A ${action}`)] }),
  'the previous action of a link': (action) => ({ annotations: [link(`/PA ${action}`)] }),
  'events of an annotation': (action) => ({ annotations: [link(`/AA << /E ${action} >>`)] }),
  'a form field': (action) => ({
    annotations: [widget(`/A ${action}`)],
    catalog: '/AcroForm << /Fields [] >>',
  }),
  'events of a form field': (action) => ({ annotations: [widget(`/AA << /K ${action} >>`)] }),
  'events of the parent of a form field': (action) => ({
    annotations: [widget(`/Parent << /T (b) /AA << /K ${action} /C ${action} >> >>`)],
  }),
  outlines: (action) => ({
    catalog: `/Outlines << /First << /Title (One) /A ${action} /Next << /Title (Two) /A ${action} >> >> >>`,
  }),
  'private data': (action) => ({
    page: `/PieceInfo << /App << /Private [${action}] /A ${action} >> >>`,
  }),
  nothing: (action) => ({ isUnused: true, page: `%${action.replaceAll('\n', ' ')}\n` }),
};
