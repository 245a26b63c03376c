/** Calls as the client records them, for tests that use the records. */
import { onTestFinished } from 'vitest'
import { saveCall, type BankCallRecord } from '../../../../main/bank/call-record.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import type { Store } from '../../../../main/store/store.ts'
import {
  createTrafficService,
  type TrafficService,
} from '../../../../main/inquiry/traffic/traffic.service.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import type { TrafficListRequest } from '../../../../preload/contract/api/traffic.ts'
import { newStorePath, open } from '../../store/stores.ts'

export const mara: Operator = { id: 'mara', name: 'Mara Ellison', roles: ['maker'] }
const requestBody = JSON.stringify({
  accountValidationRequest: {
    AOARequest: {
      Inquiry: {
        accountNumber: '1000200031',
        AcctOwner: { firstName: 'Margaret', lastName: 'Alder', ssn: '[not kept]' },
      },
    },
  },
})

/** An answered validation; `part` changes the fields that a test is about. */
export const recorded = (part: Partial<BankCallRecord> = {}): BankCallRecord => ({
  id: 'call-1',
  at: '2026-11-21T14:00:00.100Z',
  actor: 'mara',
  purpose: 'account-validation',
  method: 'POST',
  path: '/accounts/validations/v1/verifyAccount',
  lane: 'interactive',
  waitedMs: 40,
  attempt: 1,
  requestHeaders: {
    authorization: '[not kept]',
    accept: 'application/json',
    'content-type': 'application/json',
  },
  requestBody,
  status: 200,
  responseHeaders: { 'content-type': 'application/json', 'x-correlationid': 'corr-9f31' },
  responseBody: '{"amount":1.10,"accountNumber":"1000200031","said":"ALDER, MARGARET"}',
  responseBodyBase64: false,
  outcome: 'answered',
  detail: {},
  correlationId: 'corr-9f31',
  startedAt: '2026-11-21T14:00:00.100Z',
  writtenAt: '2026-11-21T14:00:00.110Z',
  answeredAt: '2026-11-21T14:00:00.150Z',
  finishedAt: '2026-11-21T14:00:00.160Z',
  ...part,
})

/** What a call without an answer has otherwise. */
export const silent = {
  status: null,
  responseHeaders: null,
  responseBody: null,
  correlationId: null,
  answeredAt: null,
  outcome: 'no-answer',
} as const

/** Everything, newest first. */
export const everything: TrafficListRequest = {
  cursor: null,
  limit: 50,
  search: '',
  purpose: null,
  outcome: null,
  statusClass: null,
  lane: null,
  from: null,
  to: null,
}

/** A service on a store of its own that holds these calls. */
export async function traffic(
  calls: readonly BankCallRecord[] = [recorded()],
  address: string | null = 'https://bank.example/api/',
): Promise<{ service: TrafficService; store: Store }> {
  const store = await open(newStorePath())
  onTestFinished(() => store.close())
  for (const call of calls) await saveCall(store, call)
  let ids = 0
  const service = createTrafficService({
    store,
    operatorName: (id) => (id === mara.id ? mara.name : id),
    address: () => address,
    clock: systemClock,
    newId: () => `id-${String((ids += 1))}`,
  })
  return { service, store }
}

/** Returns the ids that a request finds. */
export async function found(
  service: TrafficService,
  part: Partial<TrafficListRequest>,
): Promise<string[]> {
  const { items } = await service.list({ ...everything, ...part }, mara)
  return items.map(({ id }) => id)
}
