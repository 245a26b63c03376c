/** The payees of typed entries, by the payee book. */
import { describe, expect, it } from 'vitest'
import { createPayees } from '../../../../../main/money/payees/payees.service.ts'
import { payeesOfEntries } from '../../../../../main/money/batch/entries/entry-payees.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { maxPage } from '../../../../../preload/contract/kernel/paging.ts'
import { entry, mara, must, openBatches, payroll } from '../open-batches.ts'

const whole = { cursor: null, limit: maxPage }
const theo = { id: 'theo', name: 'Theo', roles: ['checker' as const] }

/** A session with a payee book, in which Mara proposes and Theo decides. */
async function openBook() {
  const session = await openBatches()
  const operatorOf = (id: string) => ({
    id,
    name: id,
    roles: ['checker' as const],
    disabled: false,
    setBy: null,
  })
  const payees = createPayees({ ...session.context, operatorOf })
  async function propose(id: string | null, name: string, accountNumber: string) {
    const bank = { name: '', aba: '550010014', address: [] }
    const rest = { kind: null, address: [], intermediaries: [], services: [], note: '' }
    const details = { name, accountNumber, bank, ...rest }
    return must(await payees.propose(id, details, mara.operator)).id
  }
  async function decide(id: string, version: number, decision: 'approve' | 'refuse') {
    must(await payees.decide({ id, version, decision, comment: 'no' }, theo))
  }
  async function payee(name: string, accountNumber: string): Promise<string> {
    const id = await propose(null, name, accountNumber)
    await decide(id, 1, 'approve')
    return id
  }
  async function draft(...entries: readonly TypedEntry[]) {
    const { id } = must(
      await session.handlers.create({ form: payroll, entries: [...entries] }, mara),
    )
    return id
  }
  /** The payee results for each entry of a new draft, in order. */
  async function payeeResults(...entries: readonly TypedEntry[]) {
    const all = must(
      await session.handlers.listPayees({ id: await draft(...entries), ...whole }, mara),
    ).items
    return entries.map(({ id }) => {
      const found = all.find(({ entryId }) => entryId === id)
      return found ? [found.payee?.id ?? 'several', ...found.flags] : []
    })
  }
  return { session, payees, propose, decide, payee, draft, payeeResults }
}
const to = (accountNumber: string, part: Partial<TypedEntry> = {}) =>
  entry({ accountNumber, ...part })

describe('a typed entry and the payee book', () => {
  it('shows whose account it goes to, by account and bank alone, and is linked to nobody', async () => {
    const book = await openBook()
    const id = await book.payee('Ridgeway Supply', '0012345678')
    const typed = to('12345678', { receiverName: 'Somebody Else' })
    expect(
      await book.payeeResults(
        typed,
        to('12345678', { routingNumber: '021000021' }),
        to('999'),
        to(''),
      ),
    ).toEqual([[id], [], [], []])
    const draft = await book.draft(to('12345678'))
    const [found] = must(
      await book.session.handlers.listPayees({ id: draft, ...whole }, mara),
    ).items
    expect(found).toMatchObject({ isChosen: false, payee: { id, name: 'Ridgeway Supply' } })
    expect((await book.session.entries(draft))[0]?.payee_id).toBeNull()
  })

  it('is warned of while no second person has approved the payee, or one has refused it', async () => {
    const book = await openBook()
    const fresh = await book.propose(null, 'Fresh', '111')
    const refused = await book.propose(null, 'Refused', '222')
    await book.decide(refused, 1, 'refuse')
    expect(await book.payeeResults(to('111'), to('222'))).toEqual([
      [fresh, 'not-approved'],
      [refused, 'not-approved'],
    ])
  })

  it('is warned of while a change waits, whichever of the two accounts it goes to', async () => {
    const book = await openBook()
    const id = await book.payee('Ridgeway Supply', '111')
    await book.propose(id, 'Ridgeway Supply', '222')
    expect(await book.payeeResults(to('111'), to('222'))).toEqual([
      [id, 'change-proposed'],
      [id, 'differs-from-book', 'change-proposed'],
    ])
  })

  it('is warned of where it goes to the account that the payee had before', async () => {
    const book = await openBook()
    const id = await book.payee('Ridgeway Supply', '111')
    await book.propose(id, 'Ridgeway Supply', '222')
    await book.decide(id, 2, 'approve')
    await book.propose(id, 'Ridgeway Supply', '333')
    await book.decide(id, 3, 'refuse')
    expect(await book.payeeResults(to('111'), to('222'), to('333'))).toEqual([
      [id, 'differs-from-book'],
      [id],
      [],
    ])
  })

  it('of an account that several payees have is linked to the one of its name, or to nobody', async () => {
    const book = await openBook()
    const one = await book.payee('Jonas Weber', '111')
    await book.propose(null, 'Ridgeway Supply', '111')
    expect(
      await book.payeeResults(
        to('111', { receiverName: 'JONAS WEBER' }),
        to('111', { receiverName: 'Another' }),
      ),
    ).toEqual([[one], ['several', 'not-approved']])
  })

  it('shows that a payee is gone from the book, chosen or typed', async () => {
    const book = await openBook()
    const id = await book.payee('Ridgeway Supply', '111')
    must(await book.payees.proposeRemoval(id, mara.operator))
    await book.decide(id, 2, 'approve')
    const gone = [id, 'not-in-book']
    expect(await book.payeeResults(to('111'), to('111', { payeeId: id }))).toEqual([gone, gone])
  })

  it('that was chosen shows its own payee, as the approver sees it', async () => {
    const book = await openBook()
    const id = await book.payee('Ridgeway Supply', '111')
    const draft = await book.draft(to('111', { payeeId: id }), to('999', { payeeId: id }))
    const all = must(await book.session.handlers.listPayees({ id: draft, ...whole }, mara)).items
    expect(all.map(({ isChosen, flags }) => [isChosen, flags])).toEqual([
      [true, []],
      [true, ['differs-from-book']],
    ])
    expect(all[0]?.payee).toEqual({ id, name: 'Ridgeway Supply' })
  })

  it('needs as many statements for 10,000 entries as for one', async () => {
    const book = await openBook()
    await book.payee('Ridgeway Supply', '7')
    const { store, drafts } = book.session
    const entries = Array.from({ length: 10_000 }, (_, at) => to(String(at)))
    const many = await drafts.create(payroll, entries, 'mara')
    const few = await book.draft(to('7'))
    const requested = async (
      id: string,
    ): Promise<readonly [statements: number, reported: number]> => {
      let statusEvents = 0
      const selectFrom: typeof store.read.selectFrom = (from: never) => {
        statusEvents += 1
        return store.read.selectFrom(from) as never
      }
      const counting = Object.assign(Object.create(store.read) as typeof store.read, { selectFrom })
      const payeeResults = await payeesOfEntries(counting, id)
      return [statusEvents, payeeResults.length]
    }
    const [statusEvents, payeeResults] = await requested(few)
    expect(payeeResults).toBe(1)
    expect(await requested(many)).toEqual([statusEvents, 1])
  })
})
