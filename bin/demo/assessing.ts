import type { Company } from './company.ts';
import type { Customer } from './customers.ts';
import { MATCH_SCORE, type ONBOARDING, type PAYMENTS, REVIEW_SCORE, SCREENED_LISTS } from './policies.ts';
import type { CustomerFile } from './work.ts';

/** Calls of the bank's own systems about one customer. `when` makes their idempotency keys. */
export async function state(
  { company, id, key, at }: CustomerFile,
  source: keyof Company['sources'],
  when: string,
  values: Record<string, string | number | boolean>,
): Promise<void> {
  await company.system.risk.submitEvidenceBatch({
    params: { id },
    body: {
      sourceRegistrationId: company.sources[source],
      items: Object.entries(values).map(([fact, value]) => ({ fact, value, status: 'available', observedAt: at })),
    },
    idempotencyKey: `demo-${key}-${source}-${when}`,
  });
}

export const statePayments = (file: CustomerFile, when: string, volumeEur: number, chargebacks: number) =>
  state(file, 'payments', when, {
    'payments.active': volumeEur > 0,
    'payments.volume_30d_eur': volumeEur,
    'payments.chargebacks_90d': chargebacks,
  });

export async function assess(
  { company, id, key }: CustomerFile,
  policyKey: typeof ONBOARDING | typeof PAYMENTS,
  trigger: string,
  eventIds: string[] = [],
) {
  const { id: assessmentId, data } = await company.system.risk.createAssessment({
    params: { id },
    body: { policyKey, trigger, eventIds },
    idempotencyKey: `demo-${key}-${policyKey}-${trigger}`,
  });
  const { actionIds } = data;
  const actions = data.actions.map(({ name }, index) => ({ name, id: actionIds[index] ?? '' }));
  return { assessmentId, actionIds, actions };
}

export async function screen({ company, id, key }: CustomerFile, customer: Customer, when: string) {
  const isPerson = customer.kind !== 'business';
  await company.listsAreRead();
  const { matches, incomplete, incompleteReasons } = await company.system.screening.createScreeningRun({
    body: {
      subject: {
        name: customer.name,
        entityType: isPerson ? 'person' : 'entity',
        nationalities: [customer.country],
        datesOfBirth: customer.dateOfBirth && isPerson ? [customer.dateOfBirth] : [],
      },
      sources: SCREENED_LISTS,
      reviewScore: REVIEW_SCORE,
      matchScore: MATCH_SCORE,
      riskSubjectId: id,
    },
    idempotencyKey: `demo-${key}-screening-${when}`,
  });
  // While a publication is held, its list is not confirmed; that belongs to the story.
  if (incomplete && !incompleteReasons.includes('source_attention'))
    throw new Error(`The screening of ${key} is incomplete: ${incompleteReasons.join(', ')}.`);
  return matches;
}

/** Something that the customer did, reported by the bank's website. */
export async function report({ company, id, key, at }: CustomerFile, activityType: string, title: string) {
  const { id: eventId } = await company.system.risk.reportActivity({
    params: { id },
    body: { activityType, category: 'authentication', title, occurredAt: at },
    idempotencyKey: `demo-${key}-${activityType}-${at}`,
  });
  return eventId;
}
