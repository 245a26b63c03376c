import { describe, expect, it } from 'vitest'
import { detailsHash, storedDetails } from '../../../../main/money/payee-details.ts'
import type { PayeesRequest } from '../../../../preload/contract/domain/payees/payee.ts'
import { payees as contract } from '../../../../preload/contract/api/payees/channels.ts'
import { putBatch, storedEntry } from '../batch/stored-batch.ts'
import { saveValidation } from '../order/open-drafts.ts'
import { act } from '../../store/stores.ts'
import { addOrder, agreed, book, details, good, type Book } from './book.ts'

const request = (part: Partial<PayeesRequest> = {}): PayeesRequest => ({
  cursor: null,
  limit: 100,
  view: 'all',
  ...part,
})
const names = async ({ payees }: Book, part: Partial<PayeesRequest> = {}) =>
  (await payees.list(request(part))).items.map(({ name }) => name)

describe('the payee book', () => {
  it('is listed by name without regard to case and accents, page after page', async () => {
    const one = await book()
    for (const name of ['zeta', 'Élan Foods', 'Acme', 'elan Boats']) await agreed(one, { name })
    const first = await one.payees.list(request({ limit: 3 }))
    expect(first.items.map(({ name }) => name)).toEqual(['Acme', 'elan Boats', 'Élan Foods'])
    expect(first.total).toBe(4)
    const second = await one.payees.list(request({ limit: 3, cursor: first.next }))
    expect(second.items.map(({ name }) => name)).toEqual(['zeta'])
    expect(second.next).toBeNull()
  })

  it('is narrowed to usable, waiting and removed payees', async () => {
    const one = await book()
    const { payees, who } = one
    await agreed(one, { name: 'Usable' })
    const changed = await agreed(one, { name: 'Changed' })
    good(await payees.propose(changed, details({ name: 'Changed twice' }), who('mara')))
    good(await payees.propose(null, details({ name: 'New' }), who('mara')))
    const gone = await agreed(one, { name: 'Gone' })
    good(await payees.proposeRemoval(gone, who('mara')))
    expect(await names(one, { view: 'waiting' })).toEqual(['Changed', 'Gone', 'New'])
    good(
      await payees.decide({ id: gone, version: 2, decision: 'approve', comment: '' }, who('theo')),
    )
    expect(await names(one, { view: 'usable' })).toEqual(['Changed', 'Usable'])
    expect(await names(one, { view: 'removed' })).toEqual(['Gone'])
    const all = await payees.list(request())
    expect(all.items.map(({ name, state }) => [name, state])).toEqual([
      ['Changed', 'change-proposed'],
      ['Gone', 'removed'],
      ['New', 'new'],
      ['Usable', 'approved'],
    ])
  })

  it('is sorted by every column either way', async () => {
    const one = await book()
    const bank = (name: string) => ({ bank: { name, aba: '', address: [] } })
    const a = await agreed(one, { name: 'A', ...bank('North') })
    one.pass(1000)
    await agreed(one, { name: 'B', ...bank('East') })
    await addOrder(one, a, 1)
    const columns = contract.list.input.shape.sort.unwrap().unwrap().shape.column.options
    for (const column of columns) {
      const up = await names(one, { sort: { column, direction: 'ascending' } })
      const down = await names(one, { sort: { column, direction: 'descending' } })
      expect(new Set([...up, ...down])).toEqual(new Set(['A', 'B']))
      if (column === 'bank')
        expect([up, down]).toEqual([
          ['B', 'A'],
          ['A', 'B'],
        ])
      if (column === 'payments')
        expect([up, down]).toEqual([
          ['B', 'A'],
          ['A', 'B'],
        ])
      if (column === 'last-paid')
        expect([up, down]).toEqual([
          ['A', 'B'],
          ['A', 'B'],
        ])
    }
  })

  it('is searched by names, banks, ABA numbers and last four, each word somewhere', async () => {
    const one = await book()
    const intermediary = { name: 'Harbor Trust', aba: '550070079', address: [] }
    await agreed(one, { name: 'Café Ridge', intermediaries: [intermediary] })
    await agreed(one, {
      name: 'Other',
      accountNumber: '11112222',
      bank: { name: 'Far Bank', aba: '1', address: [] },
    })
    for (const search of [
      'cafe',
      'RIDGE',
      'millbrook',
      '550010014',
      '5678',
      'harbor',
      '55007',
      'ridge harbor',
    ]) {
      expect(await names(one, { search }), search).toEqual(['Café Ridge'])
    }
    expect(await names(one, { search: 'cafe far' })).toEqual([])
    expect(await names(one, { search: '%' })).toEqual([])
  })

  it('P5: no search reveals a digit of an account beyond the four that are shown', async () => {
    const one = await book()
    await agreed(one, {
      name: 'Ridgeway, account 000123455678',
      accountNumber: '000123455678',
      bank: { name: 'Bank of 123455678', aba: '', address: [] },
      note: 'Pays 123455678',
    })
    await agreed(one, {
      name: 'Short',
      accountNumber: '4711',
      bank: { name: '', aba: '', address: [] },
    })
    for (const search of ['0001', '1234', '55678', '123455678', '000123455678', '4711']) {
      expect(await names(one, { search }), search).toEqual([])
    }
  })

  it('finds a proposed name until it is refused, and then no more', async () => {
    const one = await book()
    const { payees, who } = one
    const id = await agreed(one)
    good(await payees.propose(id, details({ name: 'Renamed' }), who('mara')))
    expect(await names(one, { search: 'renamed' })).toEqual(['Ridgeway Supply'])
    good(await payees.decide({ id, version: 2, decision: 'refuse', comment: '' }, who('theo')))
    expect(await names(one, { search: 'renamed' })).toEqual([])
    expect(await names(one, { search: 'ridgeway' })).toEqual(['Ridgeway Supply'])
  })
})

describe('payments of a payee', () => {
  it('are those that the bank took in and that are not known to have failed, been cancelled or returned', async () => {
    const one = await book()
    const id = await agreed(one)
    await addOrder(one, id, 1)
    await addOrder(one, id, 5, { bank_status: 'in-process' })
    await addOrder(one, id, 6, { bank_status: 'contradictory', amount: 600 })
    await addOrder(one, id, 10, { bank_status: 'failed' })
    await addOrder(one, id, 11, { bank_status: 'returned' })
    await addOrder(one, id, 12, { bank_status: 'cancelled' })
    await addOrder(one, id, 13, { state: 'outcome-unknown', bank_status: 'not-reported' })
    await addOrder(one, id, 14, { state: 'rejected' })
    await addOrder(one, await agreed(one, { name: 'Other' }), 15)
    expect(good(await one.payees.get(id))).toMatchObject({
      payments: 3,
      lastPaidAt: '2026-11-06T10:00:00.000Z',
      lastAmount: { amount: 600, currency: 'USD' },
    })
  })

  it('are also the credits of ACH batches, but for those that the bank refused or returned', async () => {
    const one = await book()
    const id = await agreed(one)
    const toPayee = (part: Parameters<typeof storedEntry>[0] = {}) =>
      storedEntry({ payeeId: id, ...part })
    const [refused, returned] = [toPayee(), toPayee()]
    const entries = [
      toPayee({ amount: '77.00' }),
      toPayee({ creditDebitCode: 'D' }),
      toPayee({ transactionType: 'P', amount: '0.00' }),
      storedEntry(),
      refused,
      returned,
    ]
    const batch = await putBatch(one.store, 'PPD', entries)
    await putBatch(one.store, 'PPD', [toPayee()])
    const paidAt = '2026-11-07T10:00:00.000Z'
    await one.store.record(act(batch), async (tx) => {
      const change = (entryId: string, part: object) =>
        tx.updateTable('batch_entries').set(part).where('id', '=', entryId).execute()
      await change(refused.id, { verdict: 'rejected' })
      await change(returned.id, { returned_at: paidAt })
      const accepted = { state: 'accepted', released_at: paidAt } as const
      await tx.updateTable('orders').set(accepted).where('id', '=', batch).execute()
    })
    await addOrder(one, id, 1)
    expect(good(await one.payees.get(id))).toMatchObject({
      payments: 2,
      lastPaidAt: paidAt,
      lastAmount: { amount: 7_700, currency: 'USD' },
      lastPayment: { amount: 100, currency: 'USD', at: '2026-11-01T10:00:00.000Z' },
    })
  })
})

describe('P5: account numbers', () => {
  const typed = {
    name: 'Ridgeway 000123455678',
    address: ['Attn. 123455678'],
    note: 'Formerly 9988776655 at Millbrook',
  }

  it('are masked in lists and details wherever they were typed, and in full only by an act that is recorded', async () => {
    const one = await book()
    const { payees, who, acts } = one
    const id = await agreed(one, typed)
    good(await payees.propose(id, details({ ...typed, accountNumber: '77776666555' }), who('mara')))
    const masked = good(await payees.get(id))
    const list = await payees.list(request())
    expect(JSON.stringify([masked, list])).not.toMatch(/123455678|77776666555|9988776655/)
    expect(masked.approved?.accountNumber).toBe('\u2022\u2022\u2022\u20225678')
    expect(masked.proposal?.details?.accountNumber).toBe('\u2022\u2022\u2022\u20226555')
    expect(masked.isMasked).toBe(true)
    expect((await acts()).some(({ kind }) => kind === 'payee.revealed')).toBe(false)
    const full = good(await payees.reveal(id, 'theo'))
    expect(full).toMatchObject({
      isMasked: false,
      name: typed.name,
      account: '000123455678',
      approved: { accountNumber: '000123455678', note: typed.note },
      proposal: { details: { accountNumber: '77776666555' } },
    })
    expect((await acts()).at(-1)).toEqual({
      actor: 'theo',
      kind: 'payee.revealed',
      subject: id,
      detail: { version: 1, proposed: 2 },
    })
  })

  it('and typed text are nowhere in the audit chain', async () => {
    const one = await book()
    const id = await agreed(one, { note: 'a note of 4711' })
    good(await one.payees.propose(id, details({ accountNumber: '31415926' }), one.who('mara')))
    good(
      await one.payees.decide(
        { id, version: 2, decision: 'refuse', comment: 'Looks wrong, see 31415926' },
        one.who('theo'),
      ),
    )
    const chain = JSON.stringify(await one.acts())
    expect(chain).not.toMatch(/123455678|31415926|Ridge|note of|Looks/)
    expect(chain).toContain('\u2022\u2022\u2022\u20225926')
  })

  it('that change are told apart although their last four are the same', async () => {
    const one = await book()
    const id = await agreed(one)
    const changed = good(
      await one.payees.propose(id, details({ accountNumber: '999955678' }), one.who('mara')),
    )
    expect(changed.approved?.accountNumber).toBe(changed.proposal?.details?.accountNumber)
    expect(changed.history[0]?.changed).toEqual(['accountNumber'])
  })

  it('as short as four characters reach the window fully masked', async () => {
    const one = await book()
    const id = await agreed(one, { accountNumber: '0042' })
    const masked = good(await one.payees.get(id))
    expect(contract.get.output.parse(masked)).toEqual(masked)
    expect(masked.account).toBe('\u2022\u2022\u2022\u2022')
  })

  it('are not taken as they are masked', () => {
    const input = { id: null, details: details({ accountNumber: '\u2022\u2022\u2022\u20225678' }) }
    const parsed = contract.propose.input.safeParse(input)
    expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['details.accountNumber', 'Enter the full number: this one is masked'],
    ])
  })
})

describe('the kind of a payee', () => {
  it('is required with every proposal, and stored, shown and changed like every field', async () => {
    const { kind: _, ...without } = details()
    const parsed = contract.propose.input.safeParse({ id: null, details: without })
    expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['details.kind', 'Choose person or business'],
    ])
    const one = await book()
    const id = await agreed(one)
    expect((await one.payees.list(request())).items[0]?.kind).toBe('business')
    const changed = good(await one.payees.propose(id, details({ kind: 'person' }), one.who('mara')))
    expect(changed.history[0]?.changed).toEqual(['kind'])
    expect([changed.approved?.kind, changed.proposal?.details?.kind]).toEqual([
      'business',
      'person',
    ])
  })

  it('is unknown for older payees, which stay approved', async () => {
    const one = await book()
    const { kind: _, ...without } = details()
    // As the previous version stored it: without the field, under the hash of that text.
    const stored = JSON.stringify(without, Object.keys(without).concat('aba').sort())
    const at = '2026-11-01T10:00:00.000Z'
    const detail = { version: 1, detailsSha256: detailsHash(stored), proposedBy: 'mara' }
    await one.store.record(
      { actor: 'theo', kind: 'payee.approved', subject: 'old', detail },
      async (tx) => {
        await tx
          .insertInto('payees')
          .values({
            id: 'old',
            at,
            approved_version: 1,
            approved_at: at,
            proposed_version: null,
            removed_at: null,
            changed_at: at,
            search_text: '',
          })
          .execute()
        await tx
          .insertInto('payee_versions')
          .values({
            payee_id: 'old',
            version: 1,
            details: stored,
            proposed_by: 'mara',
            proposed_at: at,
            state: 'approved',
            decided_by: 'theo',
            decided_at: at,
            comment: '',
          })
          .execute()
      },
    )
    const shown = good(await one.payees.get('old'))
    expect([shown.kind, shown.approved?.kind]).toEqual([null, null])
    const status = await one.payees.statusOf('old')
    expect(status?.approved?.details).toEqual({ ...without, kind: null })
    expect(one.reported).toEqual([])
  })
})

describe('the history', () => {
  it('names every field in which a proposal differs from the approved version before it', async () => {
    const one = await book()
    const { payees, who } = one
    const id = await agreed(one)
    const next = details({
      name: 'Ridgeway Supply Inc.',
      bank: { name: 'Millbrook Savings', aba: '550020022', address: ['1 Bank Row'] },
      intermediaries: [{ name: '', aba: '550070079', address: [] }],
      services: ['RTP', 'WIRE'],
      note: 'New bank',
    })
    const { history } = good(await payees.propose(id, next, who('mara')))
    expect(history[0]).toMatchObject({ version: 2, what: 'proposed', by: 'Mara Ellison' })
    expect(history[0]?.changed).toEqual([
      'name',
      'bank.aba',
      'bank.address',
      'intermediaries',
      'services',
      'note',
    ])
    expect(history.at(-1)?.changed).toEqual([
      'kind',
      'name',
      'accountNumber',
      'address',
      'bank.name',
      'bank.aba',
      'services',
    ])
  })
})

describe('the payee of a validated account', () => {
  const validate = ({ store }: Book, account: string) =>
    saveValidation(store, { id: account, account, routing: '550010014' })

  it('is the approved payee with this account and routing number, leading zeros aside', async () => {
    const one = await book()
    const id = await agreed(one, { name: 'Another name' })
    await agreed(one, { accountNumber: '99887766' })
    expect(await one.payees.findByValidation(await validate(one, '123455678'))).toBe(id)
    expect(await one.payees.findByValidation(await validate(one, '00123455678'))).toBe(id)
  })

  it('is none by its name alone, or for an unknown validation', async () => {
    const one = await book()
    await agreed(one)
    expect(await one.payees.findByValidation(await validate(one, '99'))).toBeNull()
    expect(await one.payees.findByValidation(await validate(one, '0000'))).toBeNull()
    expect(await one.payees.findByValidation('none')).toBeNull()
  })

  it('is none at another bank, where two have the account, or where it is only proposed or removed', async () => {
    const one = await book()
    const elsewhere = { name: '', aba: '550020022', address: [] }
    await agreed(one, { accountNumber: '111111', bank: elsewhere })
    await agreed(one, { accountNumber: '222222' })
    await agreed(one, { accountNumber: '0222222', name: 'The same account' })
    const proposed = details({ accountNumber: '333333' })
    good(await one.payees.propose(null, proposed, one.who('mara')))
    const gone = await agreed(one, { accountNumber: '444444' })
    good(await one.payees.proposeRemoval(gone, one.who('mara')))
    const removal = { id: gone, version: 2, decision: 'approve', comment: '' } as const
    good(await one.payees.decide(removal, one.who('theo')))
    for (const account of ['111111', '222222', '333333', '444444'])
      expect(await one.payees.findByValidation(await validate(one, account)), account).toBeNull()
  })

  it('P3: is none where the table is not what the chain has as approved', async () => {
    const one = await book()
    const id = await agreed(one, { accountNumber: '999999' })
    await one.store.record(
      { actor: 'mara', kind: 'payee.proposed', subject: 'other', detail: {} },
      (tx) =>
        tx
          .updateTable('payee_versions')
          .set({ details: storedDetails(details({ accountNumber: '123455678' })) })
          .where('payee_id', '=', id)
          .execute(),
    )
    expect(await one.payees.findByValidation(await validate(one, '123455678'))).toBeNull()
    expect(one.reported).toEqual(['payees.status'])
  })
})
