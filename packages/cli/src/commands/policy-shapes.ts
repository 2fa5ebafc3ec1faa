import type { Client } from '../client.ts';

type Simulation = Parameters<Client['risk']['simulatePolicy']>[0]['body'];
export type Definition = NonNullable<Simulation['definition']>;
export type Scenarios = Simulation['scenarios'];
