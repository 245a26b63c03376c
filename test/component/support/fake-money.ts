/**
 * Answers of a fake main about operators, policy, payees and the audit; `part` overrides fields.
 */
import { vi } from 'vitest'
import type { AuditEntry, AuditState } from '../../../preload/contract/api/audit/channels.ts'
import type { OperatorLine } from '../../../preload/contract/api/operators/operators.ts'
import {
  practicePolicy,
  type PolicyState,
} from '../../../preload/contract/domain/operators/policy.ts'
import type { Payee, PayeeLine } from '../../../preload/contract/domain/payees/payee.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'
import { workstationState } from './fake-bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const operatorLine = (part: Partial<OperatorLine> = {}): OperatorLine => ({
  id: 'practice-mara',
  name: 'Mara Ellison',
  roles: ['maker'],
  disabled: false,
  addedAt: at,
  setBy: null,
  mustChange: false,
  lastSignInAt: at,
  failedSignIns: 0,
  ...part,
})

export const policyState = (part: Partial<PolicyState> = {}): PolicyState => ({
  policy: practicePolicy,
  version: 0,
  at: null,
  by: null,
  ...part,
})

export const payeeLine = (part: Partial<PayeeLine> = {}): PayeeLine => ({
  id: 'p1',
  state: 'approved',
  name: 'Ridgeway Supply',
  account: '\u2022\u2022\u2022\u20225678',
  aba: '550010014',
  bankName: 'Millbrook Savings',
  kind: 'business',
  services: ['WIRE'],
  payments: 2,
  lastPaidAt: at,
  lastAmount: { amount: 1_250_000, currency: 'USD' },
  changedAt: at,
  ...part,
})

export const shownPayee: Payee['latest'] = {
  name: 'Ridgeway Supply',
  accountNumber: '\u2022\u2022\u2022\u20225678',
  address: ['12 Ridge Road', 'Millbrook'],
  bank: { name: 'Millbrook Savings', aba: '550010014', address: [] },
  intermediaries: [],
  kind: 'business',
  services: ['WIRE'],
  note: '',
}

export const payee = (part: Partial<Payee> = {}): Payee => ({
  ...payeeLine(),
  approved: shownPayee,
  latest: shownPayee,
  version: 1,
  proposal: null,
  lastPayment: { amount: 1_250_000, currency: 'USD', at },
  history: [{ version: 1, at, by: 'Theo Park', what: 'approved', comment: '', changed: ['name'] }],
  isMasked: true,
  ...part,
})

export const auditEntry = (part: Partial<AuditEntry> = {}): AuditEntry => ({
  seq: 1,
  at,
  actor: 'practice-mara',
  actorName: 'Mara Ellison',
  workstation: null,
  kind: 'order.submitted',
  subject: 'o1',
  detail: '{"amount":1250000}',
  subjectOrder: null,
  previousHash: '0'.repeat(64),
  hash: 'c'.repeat(64),
  ...part,
})

export const auditState = (part: Partial<AuditState> = {}): AuditState => ({
  entries: 1,
  head: 'c'.repeat(64),
  signedBy: null,
  unsigned: null,
  latestCheckpoint: null,
  checked: { kind: 'not-yet' },
  ...part,
})

/** The methods for operators, policy, payees and audit, all successful. */
export const moneyApi = () => ({
  operators: {
    signIn: vi.fn<Bridge['operators']['signIn']>(() => Promise.resolve(ok(workstationState))),
    changePassphrase: vi.fn<Bridge['operators']['changePassphrase']>(() =>
      Promise.resolve(ok(workstationState)),
    ),
    lock: vi.fn<Bridge['operators']['lock']>(() => Promise.resolve(ok(workstationState))),
    createFirst: vi.fn<Bridge['operators']['createFirst']>(() =>
      Promise.resolve(ok(workstationState)),
    ),
    beActive: vi.fn<Bridge['operators']['beActive']>(always(undefined)),
    list: vi.fn<Bridge['operators']['list']>(always([operatorLine()])),
    add: vi.fn<Bridge['operators']['add']>(always([operatorLine()])),
    change: vi.fn<Bridge['operators']['change']>(always([operatorLine()])),
    confirmAsSecond: vi.fn<Bridge['operators']['confirmAsSecond']>(always(undefined)),
    resetPassphrase: vi.fn<Bridge['operators']['resetPassphrase']>(always([operatorLine()])),
  },
  policy: {
    get: vi.fn<Bridge['policy']['get']>(always(policyState())),
    listEarlier: vi.fn<Bridge['policy']['listEarlier']>(
      always({ items: [policyState()], next: null, total: 1 }),
    ),
    change: vi.fn<Bridge['policy']['change']>(always(policyState({ version: 1 }))),
  },
  payees: {
    list: vi.fn<Bridge['payees']['list']>(always({ items: [payeeLine()], next: null, total: 1 })),
    get: vi.fn<Bridge['payees']['get']>(({ id }) => Promise.resolve(ok(payee({ id })))),
    reveal: vi.fn<Bridge['payees']['reveal']>(always(payee({ isMasked: false }))),
    findByValidation: vi.fn<Bridge['payees']['findByValidation']>(always({ id: null })),
    propose: vi.fn<Bridge['payees']['propose']>(always(payee())),
    countFromRun: vi.fn<Bridge['payees']['countFromRun']>(always({ count: 1 })),
    proposeFromRun: vi.fn<Bridge['payees']['proposeFromRun']>(
      always({ proposed: 1, inBook: 0, unfit: 0, aboutAnother: 0, left: 0 }),
    ),
    proposeRemoval: vi.fn<Bridge['payees']['proposeRemoval']>(
      always(payee({ state: 'removal-proposed' })),
    ),
    withdraw: vi.fn<Bridge['payees']['withdraw']>(always(payee())),
    decide: vi.fn<Bridge['payees']['decide']>(always(payee())),
  },
  audit: {
    getState: vi.fn<Bridge['audit']['getState']>(always(auditState())),
    list: vi.fn<Bridge['audit']['list']>(always({ items: [auditEntry()], next: null, total: 1 })),
    getFacets: vi.fn<Bridge['audit']['getFacets']>(
      always({
        kinds: ['order.submitted'],
        actors: [{ id: 'practice-mara', name: 'Mara Ellison' }],
      }),
    ),
    check: vi.fn<Bridge['audit']['check']>(
      always(auditState({ checked: { kind: 'holds', at, entries: 1, checkpoints: 0 } })),
    ),
    sign: vi.fn<Bridge['audit']['sign']>(always(auditState())),
    exportFile: vi.fn<Bridge['audit']['exportFile']>(always({ file: 'audit.jsonl' })),
  },
})
