import { describe, expect, test } from 'vitest';
import { customers, isListed, subjectCard } from '#bin/demo/customers.ts';
import { onboardingPolicy, paymentPolicy } from '#bin/demo/policies.ts';
import { seededRandom } from '#bin/demo/random.ts';
import { validateDefinition } from '#shared/risk/listed-sources.ts';

const SOURCES = {
  signUp: '019ced2c-2000-7000-8000-5d3c2b1a0f01',
  payments: '019ced2c-2000-7000-8000-5d3c2b1a0f03',
};

describe('demo data', () => {
  test('has 200 customers with distinct ids, some of them named like list entries', () => {
    expect(new Set(customers.map(({ externalId }) => externalId)).size).toBe(200);
    expect(customers.filter(isListed).length).toBeGreaterThan(5);
    expect(new Set(customers.map(({ kind }) => kind))).toEqual(new Set(['person', 'business', 'account']));
  });

  test('covers months: every customer was first seen in the past', () => {
    const days = customers.map(({ sinceDays }) => sinceDays);

    expect(Math.min(...days)).toBeGreaterThan(1);
    expect(Math.max(...days)).toBeGreaterThan(180);
  });

  test('has a card for each customer, by kind and external id', () => {
    expect(subjectCard('person', 'customer-0007')).toEqual({
      names: ['Ambrose Quillfeather'],
      dateOfBirth: '1961-04-17',
      nationalities: ['IR'],
    });
    expect(subjectCard('business', 'customer-0007')).toBeUndefined();
    expect(customers.every(({ kind, externalId }) => subjectCard(kind, externalId))).toBe(true);
  });

  test('is the same in every run', () => {
    const [one, other] = [seededRandom(7), seededRandom(7)];

    expect(Array.from({ length: 5 }, one)).toEqual(Array.from({ length: 5 }, other));
    expect(customers[6]).toMatchObject({
      name: 'Ambrose Quillfeather',
      externalId: 'customer-0007',
    });
  });

  test.each([
    ['onboarding, version 1', onboardingPolicy(SOURCES, 1)],
    ['onboarding, version 2', onboardingPolicy(SOURCES, 2)],
    ['onboarding, version 3', onboardingPolicy(SOURCES, 3)],
    ['payments', paymentPolicy(SOURCES)],
  ])('the policy %s can be published', (_name, definition) => {
    expect(validateDefinition(definition)).toMatchObject({ errors: [] });
  });
});
