/**
 * The consent sentence next to the sign button, by the name that the signing page sends with the
 * signature. The audit trail stores the sentence. New wording gets a new name and the old one
 * stays, because pages that are already open still show it.
 */
export const CONSENTS = {
  'finish-1': 'By choosing Finish you sign this document electronically.',
  'finish-1-de': 'Mit „Abschließen“ unterschreiben Sie dieses Dokument elektronisch.',
  'finish-1-fr': 'En choisissant « Terminer », vous signez ce document par voie électronique.',
  'finish-1-es': 'Al elegir «Finalizar», firma este documento electrónicamente.',
  'finish-1-pt': 'Ao escolher «Concluir», assina este documento eletronicamente.',
  'finish-1-pl': 'Wybierając „Zakończ”, podpisujesz ten dokument elektronicznie.',
  'finish-1-ar': 'باختيار «إنهاء» فإنك توقّع هذا المستند إلكترونيًا.',
  'finish-1-zh': '选择“完成”即表示您以电子方式签署本文件。',
  'finish-1-ja': '「完了」を選択すると、この文書に電子署名したことになります。',
} as const;
export type ConsentName = keyof typeof CONSENTS;

export const CONSENT_NAMES = Object.keys(CONSENTS) as ConsentName[];

export const CONSENT_SHOWN = 'finish-1';
