/** A payee book on a real store, with operators who can be changed, and orders to count. */
import type { Insertable } from 'kysely'
import type { OperatorFacts } from '../../../../main/profile/operators.service.ts'
import { createPayees } from '../../../../main/money/payees/payees.service.ts'
import type { OrdersTable } from '../../../../main/store/tables/orders.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { act, auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'

export const details = (part: Partial<PayeeDetails> = {}): PayeeDetails => ({
  kind: 'business',
  name: 'Ridgeway Supply',
  accountNumber: '000123455678',
  address: ['12 Ridge Road', 'Millbrook'],
  bank: { name: 'Millbrook Savings', aba: '550010014', address: [] },
  intermediaries: [],
  services: ['WIRE'],
  note: '',
  ...part,
})

const facts = (id: string, name: string, roles: OperatorFacts['roles']): OperatorFacts => ({
  id,
  name,
  roles,
  disabled: false,
  setBy: null,
})

/** The value of an answer that must be good. */
export function good<T>(answer: Result<T, Failure>): T {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`)
  return answer.value
}

/** Opens a payee book. `operators` is a map that a test may change. */
export async function book(file = newStorePath()) {
  const store = await open(file)
  const session = sessionContext(store)
  const reported: string[] = []
  const operators = new Map(
    [
      facts('mara', 'Mara Ellison', ['maker']),
      facts('theo', 'Theo Park', ['checker', 'administrator']),
      facts('ines', 'Ines Roth', ['maker', 'checker']),
    ].map((one) => [one.id, one]),
  )
  const payees = createPayees({
    ...session.context,
    operatorName: (id) => operators.get(id)?.name ?? id,
    operatorOf: (id) => operators.get(id),
    report: (where) => void reported.push(where),
  })
  const who = (id: string) => {
    const known = operators.get(id)
    if (!known) throw new Error(`nobody is called ${id}`)
    return { id, name: known.name, roles: known.roles }
  }
  const acts = async () =>
    (await auditEntries(store)).slice(1).map(({ actor, kind, subject, detail }) => ({
      actor,
      kind,
      subject,
      detail: JSON.parse(detail) as Readonly<Record<string, unknown>>,
    }))
  return { ...session, store, payees, operators, who, acts, reported }
}
export type Book = Awaited<ReturnType<typeof book>>

/** Proposes as Mara and approves as Theo; returns the payee's id. */
export async function agreed({ payees, who }: Book, part: Partial<PayeeDetails> = {}) {
  const { id } = good(await payees.propose(null, details(part), who('mara')))
  good(await payees.decide({ id, version: 1, decision: 'approve', comment: '' }, who('theo')))
  return id
}

/** Adds an order to a payee, accepted and completed unless `part` changes that. */
export function addOrder(
  { store }: Book,
  payeeId: string,
  number: number,
  part: Partial<Insertable<OrdersTable>> = {},
): Promise<unknown> {
  const at = `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`
  const row: Insertable<OrdersTable> = {
    id: `order-${String(number)}`,
    created_at: at,
    updated_at: at,
    released_at: at,
    maker: 'mara',
    service: 'WIRE',
    state: 'accepted',
    reference: `REF${String(number)}`,
    form: '{}',
    debit_account: '1',
    debit_significant: '1',
    debit_label: 'Own',
    amount: 100,
    currency: 'USD',
    value_date: '2026-11-20',
    beneficiary: 'Ridgeway',
    beneficiary_account: '1',
    beneficiary_significant: '1',
    beneficiary_bank: '',
    payee_id: payeeId,
    payee_version: 1,
    bank_status: 'completed',
    search_text: '',
    body: null,
    body_sha256: null,
    approval_hash: null,
    policy_version: null,
    submitted_at: null,
    submitted_by: null,
    released_by: null,
    not_sent: null,
    sent_back: null,
    ownership_validation_id: null,
    ownership_by: null,
    validate_call_id: null,
    validate_body_sha256: null,
    validate_at: null,
    validate_by: null,
    validate_kind: null,
    transaction_id: null,
    bank_status_text: null,
    bank_status_at: null,
    last_call_id: null,
    next_inquiry_at: null,
    resend: null,
    ...part,
  }
  return store.record(act(row.id), (tx) => tx.insertInto('orders').values(row).execute())
}
