/**
 * The window offers exactly the actions that main allows: one rule of roles, and the reason is
 * visible before anybody presses a button.
 */
import { describe, expect, it } from 'vitest'
import { answer } from '../../../../main/shell/ipc/answer.ts'
import { allowedActions, type PermissionFacts } from '../../../../main/money/order/permissions.ts'
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import { batches } from '../../../../preload/contract/api/batches/channels.ts'
import type { ActBlocker } from '../../../../preload/contract/domain/orders/act-blockers.ts'
import type { OrderAct } from '../../../../preload/contract/domain/orders/order.ts'
import { orderStates } from '../../../../preload/contract/domain/orders/order-states.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import { roles, type Role } from '../../../../preload/contract/domain/operators/roles.ts'
import type { Command } from '../../../../preload/contract/api/define-channel.ts'
import { noDialogs } from '../../support/no-dialogs.ts'

/** Only roles can block an action. */
const facts = (part: Partial<PermissionFacts>): PermissionFacts => ({
  state: 'draft',
  operator: { id: 'me', name: 'Me', roles: [...roles] },
  maker: { id: 'me', name: 'Me' },
  makers: [],
  approvers: [],
  needed: 0,
  whyNotApprover: undefined,
  missing: [],
  isBatch: false,
  notSendable: null,
  problems: 0,
  superseded: null,
  overLimit: null,
  copyBlocker: null,
  proposal: null,
  sameEvidence: true,
  inquiriesAllowResend: true,
  bankKnows: false,
  countsFrom: null,
  isHeldAfterRestore: true,
  wasSent: true,
  isAlertOpen: false,
  isClosed: false,
  isUndecided: false,
  isCopied: false,
  mayStillBeSent: false,
  supportReply: null,
  evidence: 'e',
  operatorName: (id) => id,
  ...part,
})
const offered = (part: Partial<PermissionFacts>): Partial<Record<OrderAct, ActBlocker | null>> =>
  Object.fromEntries(allowedActions(facts(part)).map(({ act, why }) => [act, why]))

const definitions: Readonly<Record<OrderAct, Command>> = {
  edit: orders.saveDraft,
  validate: orders.preCheck,
  submit: orders.submit,
  discard: orders.discard,
  'return-to-draft': orders.returnToDraft,
  approve: orders.approve,
  'send-back': orders.sendBack,
  release: orders.release,
  'take-back': orders.takeBack,
  inquire: orders.inquire,
  'propose-resend': orders.proposeResend,
  'confirm-resend': orders.confirmResend,
  copy: orders.copy,
  print: orders.printReceipt,
  'record-reply': orders.recordSupportReply,
  'confirm-reply': orders.confirmSupportReply,
  close: orders.closeNotMade,
  'acknowledge-restore': orders.acknowledgeRestore,
}
const ofBatches: Partial<Record<OrderAct, Command>> = {
  edit: batches.openDraft,
  copy: batches.copy,
}

/**
 * The answer of the bank's support: none, one that waits for a second person, and one that two
 * people confirmed.
 */
const replies: readonly PermissionFacts['supportReply'][] = [
  null,
  ...[null, 'third'].map((confirmedBy) => ({
    result: 'not-made' as const,
    by: 'other',
    confirmedBy,
    evidence: 'e',
  })),
]

it('offers a status inquiry of an approved order only where a bare refusal says that it was not sent', () => {
  expect(offered({ state: 'approved' })).toHaveProperty('inquire', null)
  expect(offered({ state: 'approved', wasSent: false })).not.toHaveProperty('inquire')
})

/** Whether main accepts a command of this role before it reads any data. */
async function passes(definition: Command, who: readonly Role[]): Promise<boolean> {
  const answered = await answer('orders.x', definition, () => undefined, null, {
    currentOperator: () => ({ id: 'me', name: 'Me', roles: [...who] }),
    isSignedIn: () => true,
    signInEpoch: () => 1,
    shownProfile: () => 'p',
    systemDialogs: noDialogs,
    reportUnforeseen: () => 'none',
  })
  return answered.ok || answered.error.code !== 'not-permitted'
}

describe.each([{ isBatch: false }, { isBatch: true }])(
  'what is offered, batch: $isBatch',
  (kind) => {
    it.each(roles)('to a %s is exactly what main permits of them', async (role) => {
      const operator = { id: 'me', name: 'Me', roles: [role] }
      const seen = new Set<string>()
      for (const state of orderStates)
        for (const proposal of [null, { by: { id: 'other', name: 'Other' } }])
          for (const supportReply of replies) {
            const part = { ...kind, state, operator, proposal, supportReply }
            for (const { act, why } of allowedActions(facts(part))) {
              // While a reply waits, no role may resend.
              if (supportReply?.confirmedBy === null && act.endsWith('-resend')) continue
              seen.add(act)
              const definition = (kind.isBatch ? ofBatches[act] : undefined) ?? definitions[act]
              expect(why === null, `${act} in ${state}`).toBe(await passes(definition, [role]))
              if (why !== null)
                expect(why, act).toEqual({ code: 'not-permitted', needs: rolesFor(definition) })
            }
          }
      expect(seen.size).toBe(Object.keys(definitions).length - (kind.isBatch ? 1 : 0))
    })
  },
)

it('shows before it is pressed why a superseded or dependent order is blocked', () => {
  const superseded = { code: 'follow-up', by: 'reversal', why: 'same' } as const
  const copyBlocker = { code: 'not-copied', why: 'follows-entries' } as const
  const part = { isBatch: true, superseded, copyBlocker }
  expect(offered({ ...part, state: 'draft' })).toMatchObject({
    submit: superseded,
    copy: copyBlocker,
  })
  expect(offered({ ...part, state: 'approved' }).release).toEqual(superseded)
  const proposal = { by: { id: 'other', name: 'Other' } }
  const second = offered({ ...part, state: 'outcome-unknown', proposal })
  expect(second['confirm-resend']).toEqual(superseded)
})

it('names the limit that a release and a resend meet, and keeps nobody from approving for it', () => {
  const overLimit = {
    code: 'over-limit',
    limit: 'per-day',
    service: 'WIRE',
    currency: 'USD',
    allowed: 100,
    wanted: 200,
    day: {
      counts: 'sent',
      date: '2026-11-23',
      zone: 'America/New_York',
      roomFrom: '2026-11-24',
    },
  } as const
  const may = offered({ overLimit, state: 'approved', needed: 1, approvers: ['other'] })
  expect(may).toMatchObject({ release: overLimit, 'return-to-draft': null })
  const proposal = { by: { id: 'other', name: 'Other' } }
  const second = offered({ overLimit, state: 'outcome-unknown', proposal, approvers: ['other'] })
  expect(second['confirm-resend']).toEqual(overLimit)
  expect(offered({ overLimit, state: 'awaiting-approval' }).approve).toBeNull()
})
