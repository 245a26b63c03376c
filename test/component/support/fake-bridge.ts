/**
 * A fake main for tests. The contract types it, so it cannot return anything that main could not.
 */
import { vi } from 'vitest'
import { useBridge, type Bridge } from '../../../renderer/state/bridge.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { ApiEvents } from '../../../preload/contract/api/api.ts'
import type { ValidationRecord } from '../../../preload/contract/api/validation-record.ts'
import type { Event } from '../../../preload/contract/api/define-channel.ts'
import type {
  ConnectionState,
  WorkstationState,
} from '../../../preload/contract/api/workstation-state.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import {
  doctorReport,
  inspection,
  openProfile,
  pendingRequest,
  privateCaDraft,
  profileFileDraft,
  profilesState,
  recoveryDraft,
} from './fake-profile.ts'
import type { ReportAnswer } from '../../../preload/contract/api/reports/report-answer.ts'
import { alertApi } from './fake-alerts.ts'
import { backupApi } from './fake-backups.ts'
import { batchApi } from './fake-batches.ts'
import { coverageApi } from './fake-coverage.ts'
import { forwardingApi } from './fake-forwarding.ts'
import { updatesApi } from './fake-updates.ts'
import { inboxApi } from './fake-inbox.ts'
import { overviewApi } from './fake-overview.ts'
import { reconciliationApi } from './fake-reconciliation.ts'
import { searchApi } from './fake-search.ts'
import { bulkApi } from './fake-bulk.ts'
import { achInquiryApi } from './fake-inquiry.ts'
import { moneyApi } from './fake-money.ts'
import { orderApi } from './fake-orders.ts'
import { paymentInquiryApi } from './fake-payment-inquiry.ts'
import { tableApi } from './fake-tables.ts'
import { profileDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import { trafficCall, trafficCallInFull, trafficLine } from './fake-traffic.ts'

export const at = '2026-11-21T09:14:02.000Z'

export const workstationState: WorkstationState = {
  version: '0.1.0',
  environment: 'practice',
  profileId: 'practice',
  profileName: 'Alder Falls practice bank',
  retired: false,
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
    firstStepsDismissed: false,
  },
  store: { state: 'open' },
  keychain: { state: 'not-checked' },
  access: { state: 'in' },
  team: null,
  lowDisk: null,
}

/** A real profile in the window, for an administrator; `part` overrides fields. */
export const realWorkstation = (part: Partial<WorkstationState> = {}): WorkstationState => ({
  ...workstationState,
  environment: 'pre-production',
  profileId: 'harbor',
  profileName: 'Harbor Trust, sample data',
  operator: { id: 'mara', name: 'Mara Ellison', roles: ['maker', 'administrator'] },
  operators: [],
  keychain: { state: 'works' },
  ...part,
})

export const connectionState: ConnectionState = {
  bank: { state: 'reachable', since: at },
  address: 'https://127.0.0.1:8443',
  forbiddenHint: null,
  token: { state: 'none' },
  budget: {
    limitPerSecond: 5,
    used: 1,
    waiting: 0,
    waitingByLane: { 'unknown-outcome': 0, initiation: 0, interactive: 0, bulk: 0, sweep: 0 },
    here: null,
    pausedUntil: null,
    statedUntil: null,
    transitAllowanceMs: null,
  },
}

/** A validation in which every code is the good one; `part` overrides fields. */
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
  answer: {
    kind: 'answered',
    warnings: [],
    beside: [],
    trace: {
      status: 200,
      transactionId: null,
      namesPayment: false,
      correlationId: 'c',
      transactionTime: null,
    },
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

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The methods of a real profile, all successful. */
const profileApi = () => ({
  profiles: {
    getState: vi.fn<Bridge['profiles']['getState']>(always(profilesState())),
    open: vi.fn<Bridge['profiles']['open']>(always(profilesState())),
    create: vi.fn<Bridge['profiles']['create']>(always(profilesState())),
    getShown: vi.fn<Bridge['profiles']['getShown']>(always(openProfile())),
    changeDetails: vi.fn<Bridge['profiles']['changeDetails']>((details) =>
      Promise.resolve(ok(openProfile({ details: profileDetails.parse(details) }))),
    ),
    rename: vi.fn<Bridge['profiles']['rename']>(always(profilesState())),
    saveAccount: vi.fn<Bridge['profiles']['saveAccount']>(always(openProfile())),
    removeAccount: vi.fn<Bridge['profiles']['removeAccount']>(always(openProfile())),
    revealAccount: vi.fn<Bridge['profiles']['revealAccount']>(always({ number: '000123456789' })),
    saveCredentials: vi.fn<Bridge['profiles']['saveCredentials']>(always(openProfile())),
    saveProxyCredentials: vi.fn<Bridge['profiles']['saveProxyCredentials']>(always(openProfile())),
    getSystemProxy: vi.fn<Bridge['profiles']['getSystemProxy']>(always(null)),
    retire: vi.fn<Bridge['profiles']['retire']>(always(profilesState())),
    reinstate: vi.fn<Bridge['profiles']['reinstate']>(always(profilesState())),
    exportFile: vi.fn<Bridge['profiles']['exportFile']>(always({ file: 'harbor.json' })),
    selectFile: vi.fn<Bridge['profiles']['selectFile']>(always(profileFileDraft())),
  },
  certificates: {
    select: vi.fn<Bridge['certificates']['select']>(always(inspection())),
    addFiles: vi.fn<Bridge['certificates']['addFiles']>(always(inspection())),
    unlock: vi.fn<Bridge['certificates']['unlock']>(always(inspection())),
    commit: vi.fn<Bridge['certificates']['commit']>(always(openProfile())),
    discard: vi.fn<Bridge['certificates']['discard']>(always(undefined)),
    restorePrevious: vi.fn<Bridge['certificates']['restorePrevious']>(always(openProfile())),
    createRequest: vi.fn<Bridge['certificates']['createRequest']>((wanted) =>
      Promise.resolve(ok(openProfile({ pendingRequest: pendingRequest(wanted) }))),
    ),
    saveRequest: vi.fn<Bridge['certificates']['saveRequest']>(always({ file: 'ridgeway.csr' })),
    discardRequest: vi.fn<Bridge['certificates']['discardRequest']>(always(openProfile())),
    saveChain: vi.fn<Bridge['certificates']['saveChain']>(always({ file: 'chain.pem' })),
    tickStep: vi.fn<Bridge['certificates']['tickStep']>(({ step, on }) => {
      const none = { 'to-authority': null, 'to-bank': null }
      const certificateTicks = { ...none, [step]: on === null ? null : { on, at } }
      return Promise.resolve(ok(openProfile({ certificateTicks })))
    }),
    getWarnings: vi.fn<Bridge['certificates']['getWarnings']>(always([])),
    selectPrivateCa: vi.fn<Bridge['certificates']['selectPrivateCa']>(always(privateCaDraft())),
    trustPrivateCa: vi.fn<Bridge['certificates']['trustPrivateCa']>(always(openProfile())),
    removePrivateCa: vi.fn<Bridge['certificates']['removePrivateCa']>(always(openProfile())),
  },
  keychain: { check: vi.fn<Bridge['keychain']['check']>(always({ state: 'works' })) },
  recovery: {
    writeFile: vi.fn<Bridge['recovery']['writeFile']>(always({ file: 'harbor.recovery' })),
    selectFile: vi.fn<Bridge['recovery']['selectFile']>(always(recoveryDraft())),
    openWith: vi.fn<Bridge['recovery']['openWith']>(always(profilesState())),
  },
  backups: backupApi(),
  diagnostics: {
    preview: vi.fn<Bridge['diagnostics']['preview']>(
      always({
        draftId: 'draft-1',
        text: '{\n  "what": "Countersign diagnostics"\n}\n',
        bytes: 42,
      }),
    ),
    save: vi.fn<Bridge['diagnostics']['save']>(always({ file: 'Countersign diagnostics.json' })),
  },
  doctor: { examine: vi.fn<Bridge['doctor']['examine']>(always(doctorReport())) },
})

/** A report of two rows, an account in it masked. */
export const reportAnswer = (part: Partial<ReportAnswer> = {}): ReportAnswer => ({
  id: 'r1',
  report: 'previous-day',
  at: '2026-11-02T14:03:11.000Z',
  callId: 'call-1',
  answer: {
    kind: 'answered',
    reading: {
      path: 'transactions',
      columns: ['accountNumber', 'baiCode', 'amount'],
      rows: [
        ['\u2022\u2022\u2022\u20220011', '495', '12500.00'],
        ['\u2022\u2022\u2022\u20220011', '165', '88.10'],
      ],
      other: [{ path: 'totalRows', value: '2' }],
    },
    warnings: [],
    beside: [],
    trace: {
      status: 200,
      transactionId: null,
      namesPayment: false,
      correlationId: 'c-9',
      transactionTime: null,
    },
  },
  operator: 'Mara Ellison',
  question: {
    report: 'previous-day',
    body: '{"accountNumber":"\u2022\u2022\u2022\u20220011"}',
    first: 1,
    second: 200,
  },
  pages: [
    {
      at: '2026-11-02T14:03:11.000Z',
      callId: 'call-1',
      outcome: 'answered',
      rows: 2,
      first: 1,
      second: 200,
    },
  ],
  total: 2,
  more: false,
  isBodyKept: true,
  pagedBy: 'workstation',
  raw: '{"totalRows":"2"}',
  ...part,
})

/** The methods for traffic: one call, and a bundle of it. */
const trafficApi = () => ({
  list: vi.fn<Bridge['traffic']['list']>(always({ items: [trafficLine()], next: null, total: 1 })),
  getPurposes: vi.fn<Bridge['traffic']['getPurposes']>(always(['account-validation', 'token'])),
  get: vi.fn<Bridge['traffic']['get']>(({ id }) => Promise.resolve(ok(trafficCall({ id })))),
  reveal: vi.fn<Bridge['traffic']['reveal']>(({ id }) =>
    Promise.resolve(ok(trafficCallInFull({ id }))),
  ),
  curl: vi.fn<Bridge['traffic']['curl']>(always({ text: "curl 'https://bank.example'" })),
  previewBundle: vi.fn<Bridge['traffic']['previewBundle']>(
    always({ draftId: 'b1', text: '{"countersign":"support-bundle"}', bytes: 1300, calls: 1 }),
  ),
  saveBundle: vi.fn<Bridge['traffic']['saveBundle']>(always({ file: 'bundle.json' })),
})

/** The events of the fake main: `emit` emits one as main would. */
function listening() {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const on = (noun: string, name: string, listener: (payload: never) => void) => {
    const received = listeners.get(`${noun}.${name}`) ?? new Set()
    listeners.set(`${noun}.${name}`, received.add(listener))
    return () => void received.delete(listener)
  }
  const emit = ((noun: string, name: string, payload: never): void => {
    for (const listener of listeners.get(`${noun}.${name}`) ?? []) listener(payload)
  }) as Emit
  return { on: vi.fn(on), emit }
}
type Emit = <N extends keyof ApiEvents, V extends keyof ApiEvents[N] & string>(
  noun: N,
  name: V,
  payload: ApiEvents[N][V] extends Event<infer P> ? z.output<P> : never,
) => void

const noLines = { items: [], next: null, total: 0 }

/** Every method succeeds; a test overrides the ones it needs. */
export function fakeBridge() {
  const { answer: _answer, raw: _raw, ...line } = validationRecord()
  const { on, emit } = listening()
  const bridge = {
    ...profileApi(),
    workstation: {
      getState: vi.fn<Bridge['workstation']['getState']>(() =>
        Promise.resolve(ok(workstationState)),
      ),
      setUnsaved: vi.fn<Bridge['workstation']['setUnsaved']>(() => Promise.resolve(ok(undefined))),
      changeSettings: vi.fn<Bridge['workstation']['changeSettings']>((part) =>
        Promise.resolve(
          ok({
            ...workstationState,
            settings: { ...workstationState.settings, ...part },
          } as WorkstationState),
        ),
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
    traffic: trafficApi(),
    ...alertApi(),
    reports: {
      request: vi.fn<Bridge['reports']['request']>(always(reportAnswer())),
      list: vi.fn<Bridge['reports']['list']>(always(noLines)),
      get: vi.fn<Bridge['reports']['get']>(always(reportAnswer())),
      takeQuestion: vi.fn<Bridge['reports']['takeQuestion']>(
        always({ ...reportAnswer().question, body: '{"accountNumber":"7200450011"}' }),
      ),
      readOn: vi.fn<Bridge['reports']['readOn']>(always(reportAnswer())),
      stopReading: vi.fn<Bridge['reports']['stopReading']>(always(undefined)),
    },
    ...bulkApi(),
    ...achInquiryApi(),
    ...paymentInquiryApi(),
    ...tableApi(),
    ...moneyApi(),
    ...orderApi(),
    ...batchApi(),
    ...coverageApi(),
    ...inboxApi(),
    ...overviewApi(),
    ...searchApi(),
    ...reconciliationApi(),
    help: {
      printGuide: vi.fn<Bridge['help']['printGuide']>(always({ file: 'guide.pdf' })),
    },
    ...forwardingApi(),
    ...updatesApi(),
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
      sendAlerts: vi.fn<Bridge['practice']['sendAlerts']>(() =>
        Promise.resolve(ok({ state: 'not-running' })),
      ),
      getTeam: vi.fn<Bridge['practice']['getTeam']>(() => Promise.resolve(ok({ state: 'none' }))),
      startTeam: vi.fn<Bridge['practice']['startTeam']>(({ size }) =>
        Promise.resolve(ok({ state: 'running', size, open: size })),
      ),
      startAgain: vi.fn<Bridge['practice']['startAgain']>(() => Promise.resolve(ok(undefined))),
      endTeam: vi.fn<Bridge['practice']['endTeam']>(() => Promise.resolve(ok({ state: 'none' }))),
    },
    on,
  } satisfies Bridge
  useBridge(bridge)
  return { ...bridge, emit }
}
