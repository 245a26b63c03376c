/** Drafts on a real store, with a payee book and a bank of made-up answers. */
import { moneyKinds } from '../../../../main/money/money.ts'
import { createPaymentDrafts } from '../../../../main/money/payment/drafts.ts'
import type { PreCheckApi } from '../../../../main/money/payment/pre-check.ts'
import type { OrderContext, OrderRow } from '../../../../main/money/order/types.ts'
import type { PayeeStatus } from '../../../../main/money/payees/payees.service.ts'
import type { PayeesRequest } from '../../../../preload/contract/domain/payees/payee.ts'
import type { Store } from '../../../../main/store/store.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { order } from '../../../component/support/fake-orders.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'
import { waitsBy } from '../../support/wait-times.ts'

const operator = (id: string, ...roles: Operator['roles']): { readonly operator: Operator } => ({
  operator: { id, name: id, roles },
})
export const mara = operator('mara', 'maker')
export const nils = operator('nils', 'maker', 'checker')

/** A wire that breaks no rule, from the receivables account with its leading zeros. */
export const wire: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'practice-3',
  valueDate: '2026-11-24',
  amount: '12,500.00',
  creditPartyBank: { ...emptyParty, name: 'Millbrook Savings', aba: '550010014' },
  creditParty: { ...emptyParty, name: 'Ridgeway Supply', accountNumber: '0012345678' },
}

/** A stored validation, for evidence. */
export async function saveValidation(
  store: Store,
  { id = 'v1', account = '12345678', routing = '550010014' } = {},
): Promise<string> {
  const at = '2026-11-23T14:00:00.000Z'
  await store.record(
    { actor: 'mara', kind: 'validation.answered', subject: id, detail: {} },
    (tx) =>
      tx
        .insertInto('validations')
        .values({
          id,
          at,
          actor: 'mara',
          api_version: 'v1',
          routing_number: routing,
          account_number: account,
          account_significant: account.replace(/^0+/, ''),
          owner_kind: 'business',
          owner_name: 'Ridgeway Supply',
          fields_sent: '[]',
          ssn_digits: null,
          user_defined: null,
          outcome: '{}',
          result_class: 'owner-matches',
          score: 95,
          bank_call_id: null,
          search_text: '',
        })
        .execute(),
  )
  return id
}

/** The record of a call. */
export async function saveCall(store: Store, id: string): Promise<void> {
  const at = '2026-11-23T14:00:00.000Z'
  await store.record({ actor: 'mara', kind: 'bank.called', subject: id, detail: {} }, (tx) =>
    tx
      .insertInto('bank_calls')
      .values({
        id,
        at,
        actor: 'mara',
        purpose: 'payment-validate',
        method: 'POST',
        path: '/x',
        lane: 'initiation',
        waited_ms: 0,
        attempt: 1,
        request_headers: '[]',
        request_body: null,
        status: 200,
        response_headers: '[]',
        response_body: '{}',
        response_body_base64: 0,
        outcome: 'answered',
        detail: '{}',
        correlation_id: null,
        started_at: at,
        written_at: at,
        answered_at: at,
        finished_at: at,
      })
      .execute(),
  )
}

/** Opens drafts; `bank.answer` gives the bank's answer to `validate`. */
export async function openDrafts(book: readonly PayeeStatus[] = []) {
  const store = await open(newStorePath())
  const { context, emitted, pass } = sessionContext(store)
  const at = '2026-11-01T00:00:00.000Z'
  for (const { id } of book) {
    await store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
      tx.insertInto('payees').values({ id, at, changed_at: at, search_text: '' }).execute(),
    )
  }
  const requested: string[] = []
  const bank = {
    callId: null as string | null,
    answer: (): Awaited<ReturnType<PreCheckApi['validate']>>['answer'] => ({
      kind: 'no-answer',
      reason: 'timed-out',
    }),
  }
  const wanted = {
    policy: { current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }) },
    operatorOf: () => undefined,
    payees: {
      statusOf: (id: string) => Promise.resolve(book.find((one) => one.id === id)),
      statusesOf: (ids: readonly string[]) =>
        Promise.resolve(
          new Map(book.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
        ),
      list: ({ search = '', cursor, limit }: PayeesRequest) => {
        const found = book
          .map(({ id, approved }) => ({ id, name: approved?.details.name ?? '' }))
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        const end = Number(cursor) + limit
        return Promise.resolve({
          items: found.slice(Number(cursor), end),
          next: end < found.length ? String(end) : null,
          total: found.length,
        })
      },
    },
    callBlockFor: () => undefined,
    kinds: moneyKinds,
    waits: { ...waitsBy(context.clock) },
    connection: { pausedUntil: () => null },
  }
  const rowOf = async (id: string): Promise<OrderRow> =>
    store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const show = async (id: string) => {
    const row = await rowOf(id)
    return ok<Order>(order({ id, state: row.state, reference: row.reference }))
  }
  const drafts = createPaymentDrafts({ ...context, ...wanted } as unknown as OrderContext, {
    show,
    notify: (id, state) => emitted.push(['orders.changed', { id, state }]),
    api: () => ({
      validate: (body) => {
        requested.push(body)
        const { callId } = bank
        return Promise.resolve({ answer: bank.answer(), callId, raw: null, isBase64: false })
      },
    }),
  })
  const save = async (form: PaymentForm, id: string | null = null, as = mara) => {
    const saved = await drafts.handlers.saveDraft({ id, form }, as)
    if (!saved.ok) throw new Error(saved.error.code)
    return saved.value.id
  }
  const typedIn = async (id: string): Promise<PaymentForm> =>
    JSON.parse((await rowOf(id)).form) as PaymentForm
  const acts = async () =>
    (await auditEntries(store)).filter(({ kind }) => kind.startsWith('order'))
  const { waits } = wanted
  return {
    drafts,
    store,
    emitted,
    requested,
    bank,
    rowOf,
    save,
    typedIn,
    acts,
    context,
    pass,
    waits,
  }
}
