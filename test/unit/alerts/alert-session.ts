/** The alerts service over a real store with real deliveries. */
import { systemClock } from '../../../main/platform/clock.ts'
import type { Store } from '../../../main/store/store.ts'
import {
  createAlertsService,
  type AlertsService,
} from '../../../main/alerts/reading/alerts.service.ts'
import type { AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { newStorePath, open } from '../store/stores.ts'
import { intakeOf, type TestIntake } from './intakes.ts'

export const mara: Operator = { id: 'mara', name: 'Mara Ellison', roles: ['maker'] }

/** All alerts, newest first. */
export const everything: AlertListRequest = {
  cursor: null,
  limit: 50,
  search: '',
  kind: null,
  status: null,
  account: null,
  mark: null,
  incomingCredits: false,
  from: null,
  to: null,
}

/** A service with its store and intake. */
export interface AlertSession {
  readonly store: Store
  readonly intake: TestIntake
  readonly service: AlertsService
}

/** A service over its own store with these deliveries. */
export async function openAlertSession(...bodies: readonly Uint8Array[]): Promise<AlertSession> {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  for (const bytes of bodies) await intake.take(bytes)
  await intake.settled()
  if (intake.problems.length > 0) throw new Error(String(intake.problems))
  return { store, intake, service: serviceOn(store, intake) }
}

/** A service on this store. */
export const serviceOn = (store: Store, intake: TestIntake): AlertsService =>
  createAlertsService({ store, intake, clock: systemClock })

/** A store that reads, and on which nothing can be recorded. */
export const withoutRecords = (store: Store): Store => ({
  ...store,
  note: () => Promise.reject(new Error('nothing is recorded')),
  record: () => Promise.reject(new Error('nothing is recorded')),
  recordOne: () => Promise.reject(new Error('nothing is recorded')),
})

/** The references or guids that a request finds, in its order. */
export async function found(
  { service }: AlertSession,
  part: Partial<AlertListRequest>,
): Promise<(string | null)[]> {
  const { items } = await service.list({ ...everything, ...part }, mara)
  return items.map(({ reference }) => reference)
}

/** The id of the newest alert. */
export async function newestId({ service }: AlertSession): Promise<string> {
  const { items } = await service.list({ ...everything, limit: 1 }, mara)
  const [newest] = items
  if (newest === undefined) throw new Error('there is no alert')
  return newest.id
}

/** The acts of operators on alerts, in order, without those of the system. */
export const actsIn = (store: Store) =>
  store.read
    .selectFrom('audit_entries')
    .select(['actor', 'kind', 'subject', 'detail'])
    .where('actor', '!=', 'system')
    .orderBy('seq')
    .execute()
