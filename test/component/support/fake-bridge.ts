/** A main that a test hands in: the contract types it, so that it cannot answer what main could not. */
import { vi } from 'vitest'
import type { Bridge } from '../../../renderer/lib/bridge.ts'
import { useBridge } from '../../../renderer/lib/bridge.ts'
import { ok } from '../../../preload/contract/result.ts'
import type { ValidationRecord } from '../../../preload/contract/validation-record.ts'
import type {
  ConnectionState,
  WorkstationState,
} from '../../../preload/contract/workstation-state.ts'

export const at = '2026-11-21T09:14:02.000Z'

export const workstationState: WorkstationState = {
  version: '0.1.0',
  environment: 'practice',
  profileName: 'Alder Falls practice bank',
  operator: { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker'] },
  operators: [
    { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker'] },
    { id: 'practice-theo', name: 'Theo Park', roles: ['checker', 'administrator'] },
  ],
  settings: {
    theme: 'system',
    scoreThreshold: 81,
    validationVersion: 'v1',
    validationV2Path: null,
    welcomeSeen: true,
  },
  store: { state: 'open' },
}

export const connectionState: ConnectionState = {
  bank: { state: 'reachable', since: at },
  address: 'https://127.0.0.1:8443',
  token: { state: 'none' },
  budget: { limitPerSecond: 5, used: 1, waiting: 0, pausedUntil: null, transitAllowanceMs: null },
}

/** A validation whose every code is the good one; `part` changes what a test is about. */
export const validationRecord = (part: Partial<ValidationRecord> = {}): ValidationRecord => ({
  id: 'v1',
  at,
  operator: 'Mara Ellison',
  apiVersion: 'v1',
  routingNumber: '021000021',
  account: '\u2022\u2022\u2022\u20225678',
  ownerKind: 'person',
  ownerName: 'Ada Alder',
  resultClass: 'owner-matches',
  score: 95,
  fieldsSent: ['firstName', 'lastName'],
  ssnDigits: null,
  userDefined: null,
  correlationId: '0b0f7f0e-2c52-4a0e-9d3c-0f6f4b6f8f11',
  answersAbout: 'the-account',
  outcome: {
    kind: 'answered',
    status: 200,
    warnings: [],
    reading: {
      errorCode: '000',
      accountStatus: { code: '099', message: 'Open Valid' },
      conditionCode: '000',
      overallMatchScore: '95',
      matches: { nameMatch: 'Y', firstNameMatch: 'Y', lastNameMatch: 'Y' },
      systemRecordId: 'SR-1',
      primaryId: null,
      secondaryId: '5550142',
      additionalId: null,
      routingNumber: '021000021',
      accountNumber: '\u2022\u2022\u2022\u20225678',
      feeAttrib: 'HH',
      userDefined: null,
      other: [],
    },
  },
  raw: {
    status: 200,
    headers: [{ name: 'x-correlationid', value: 'c' }],
    body: '{"a":1.10}',
    isBase64: false,
    tookMs: 41,
  },
  ...part,
})

/** Everything answers well; a test replaces what it is about. */
export function fakeBridge() {
  const { outcome: _outcome, raw: _raw, ...line } = validationRecord()
  const bridge = {
    workstation: {
      getState: vi.fn<Bridge['workstation']['getState']>(() =>
        Promise.resolve(ok(workstationState)),
      ),
      changeSettings: vi.fn<Bridge['workstation']['changeSettings']>((part) =>
        Promise.resolve(
          ok({
            ...workstationState,
            settings: { ...workstationState.settings, ...part },
          } as WorkstationState),
        ),
      ),
      switchPracticeOperator: vi.fn<Bridge['workstation']['switchPracticeOperator']>(() =>
        Promise.resolve(ok(workstationState)),
      ),
    },
    connection: {
      getState: vi.fn<Bridge['connection']['getState']>(() => Promise.resolve(ok(connectionState))),
      checkHealth: vi.fn<Bridge['connection']['checkHealth']>(() =>
        Promise.resolve(ok({ status: 200, fields: [], failure: null })),
      ),
    },
    validation: {
      submit: vi.fn<Bridge['validation']['submit']>(() => Promise.resolve(ok(validationRecord()))),
      list: vi.fn<Bridge['validation']['list']>(() =>
        Promise.resolve(ok({ items: [line], next: null, total: 1 })),
      ),
      get: vi.fn<Bridge['validation']['get']>(() => Promise.resolve(ok(validationRecord()))),
      reveal: vi.fn<Bridge['validation']['reveal']>(() =>
        Promise.resolve(ok(validationRecord({ account: '12345678' }))),
      ),
    },
    practice: {
      getBank: vi.fn<Bridge['practice']['getBank']>(() =>
        Promise.resolve(ok({ state: 'not-running' })),
      ),
      setScenario: vi.fn<Bridge['practice']['setScenario']>(() =>
        Promise.resolve(ok({ state: 'not-running' })),
      ),
      clearScenarios: vi.fn<Bridge['practice']['clearScenarios']>(() =>
        Promise.resolve(ok({ state: 'not-running' })),
      ),
    },
    on: vi.fn(() => () => undefined),
  } satisfies Bridge
  useBridge(bridge)
  return bridge
}
