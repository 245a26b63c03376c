/** Calls as main reports them. All of them are invented. */
import type { TrafficCall, TrafficLine } from '../../../preload/contract/api/traffic.ts'

const masked = '\u2022\u2022\u2022\u20225678'

/** An answered validation; `part` overrides fields. */
export const trafficLine = (part: Partial<TrafficLine> = {}): TrafficLine => ({
  id: 'call-1',
  at: '2026-11-21T09:14:02.100Z',
  operator: 'Mara Ellison',
  purpose: 'account-validation',
  method: 'POST',
  path: '/accounts/validations/v1/verifyAccount',
  lane: 'interactive',
  waitedMs: 40,
  attempt: 1,
  tookMs: 60,
  status: 200,
  outcome: 'answered',
  correlationId: '0b0f7f0e-2c52-4a0e-9d3c-0f6f4b6f8f11',
  ...part,
})

/** The same call with all stored data, masked. */
export const trafficCall = (part: Partial<TrafficCall> = {}): TrafficCall => ({
  ...trafficLine(),
  isMasked: true,
  request: {
    headers: [{ name: 'authorization', value: '[not kept]' }],
    body: `{"accountNumber":"${masked}"}`,
    isBase64: false,
  },
  response: {
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: `{"amount":1.10,"accountNumber":"${masked}"}`,
    isBase64: false,
  },
  times: {
    requestedAt: '2026-11-21T09:14:02.060Z',
    startedAt: '2026-11-21T09:14:02.100Z',
    writtenAt: '2026-11-21T09:14:02.110Z',
    answeredAt: '2026-11-21T09:14:02.150Z',
    finishedAt: '2026-11-21T09:14:02.160Z',
  },
  detail: [],
  ...part,
})

/** The same in full. */
export const trafficCallInFull = (part: Partial<TrafficCall> = {}): TrafficCall =>
  trafficCall({
    isMasked: false,
    request: { headers: [], body: '{"accountNumber":"12345678"}', isBase64: false },
    ...part,
  })
