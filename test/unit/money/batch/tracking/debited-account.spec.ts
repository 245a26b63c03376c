/**
 * The bank debits another account than a batch names: the practice bank always debits Operating
 * (••••0011), no matter which account a batch of this profile names. Real store, real client, real
 * bank.
 */
import { moneyKinds } from '../../../../../main/money/money.ts'
import { describe, expect, it } from 'vitest'
import { batchContentOf } from '../../../../../main/money/batch/batch-content.ts'
import { approvalHash } from '../../../../../main/money/order/approval/approval-hash.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import { auditEntries } from '../../../store/stores.ts'
import { must, payroll as payrollHead } from '../batch-desk.ts'
import { entry, followDesk, mara } from '../follow-desk.ts'

const [operating, payroll] = practiceProfile.accounts
if (!operating || !payroll) throw new Error('no accounts')
/** The natural choice for payroll, which the bank does not debit. */
const onPayroll = { form: { accountId: payroll.id } } as const
const debit = () => entry({ creditDebitCode: 'D' })

type Desk = Awaited<ReturnType<typeof followDesk>>
const order = (desk: Desk, id: string) =>
  desk.store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const content = async (desk: Desk, id: string) =>
  batchContentOf(desk.context, await order(desk, id), { entriesWithProblems: 0, mayLeave: false })
/** The accounts whose lists were requested, each once in the order of the first request. */
const listed = (desk: Desk, from = 0) => [
  ...new Set(
    desk.bank.records
      .slice(from)
      .flatMap(({ purpose, requestBody }) =>
        purpose === 'ach-list'
          ? (/"accountNumber":"(\d+)"/.exec(requestBody ?? '')?.[1] ?? [])
          : [],
      ),
  ),
]
const use = (desk: Desk, id: string, accountId = operating.id) =>
  desk.following.verbs.useAccount({ id, accountId }, mara)

/** Delivers an alert of the bank about an entry of the batch. */
async function told(desk: Desk, id: string, part: Readonly<Record<string, unknown>> = {}) {
  const [one] = await desk.entries(id)
  await desk.alert({
    traceNumber: one?.trace_number,
    transactionStatus: 'COLLECTED',
    originatingAccountNumber: operating?.account_number,
    receivingAccountNumber: one?.account_significant,
    ...part,
  })
}

describe('a batch of which the bank debits another account than it names', () => {
  it('is followed by its trace numbers: collected, settled and returned are found on the other account', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([debit(), debit()], {
      ...onPayroll,
      scenario: 'entry-returned',
    })
    desk.bank.clock.pass(200_000)
    await desk.ask(id)
    expect(await desk.entries(id)).toMatchObject([
      { standing: 'returned', return_code: 'R01', debited_significant: '7200450011' },
      { standing: 'settled', debited_significant: '7200450011' },
    ])
    await desk.bank.settle()
  })

  it('has its notification of change complete, with code and corrected data', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], { ...onPayroll, scenario: 'entry-changed' })
    desk.bank.clock.pass(120_000)
    await desk.ask(id)
    expect(await desk.entries(id)).toMatchObject([
      { change_code: 'C01', change_data: '00123456789', standing: 'settled' },
    ])
  })

  it('is asked about by itself where an alert showed it, and where the bank must have collected it by now', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], { ...onPayroll, scenario: 'entry-changed' })
    const late = await desk.accepted([entry({ amount: '7' })], onPayroll)
    desk.bank.clock.pass(120_000)
    await desk.following.start()
    /** Polls the due batches, as the schedule does. */
    const due = async (isThere: () => Promise<boolean>): Promise<void> => {
      for (const timer of desk.timers.splice(0)) timer.run()
      await expect.poll(isThere).toBe(true)
    }
    const passes = async () => (await desk.acts('batch.followed')).length
    await due(async () => (await passes()) === 2)
    expect(listed(desk)).toEqual([payroll.account_number])
    await told(desk, id, { notificationOfChangeAddendaCount: 1 })
    await due(async () => (await desk.entries(id))[0]?.change_code === 'C01')
    expect(listed(desk)).toEqual([payroll.account_number, operating.account_number])
    expect((await desk.entries(late))[0]?.standing).toBe('not-said')
    desk.bank.clock.pass(3 * 86_400_000)
    await due(async () => (await desk.entries(late))[0]?.standing === 'settled')
  })

  it('is one message, whatever its entries, and none where the bank debits what it names', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry(), entry({ amount: '7' })], onPayroll)
    const right = await desk.accepted([entry()])
    expect(await content(desk, id)).toMatchObject({ otherAccount: null, askedAccount: null })
    desk.bank.clock.pass(10_000)
    await desk.ask(id)
    await desk.ask(right)
    expect(await content(desk, id)).toMatchObject({
      otherAccount: {
        orderId: id,
        entries: 2,
        asked: '••••0029',
        debited: '••••0011',
        debitedId: operating.id,
        debitedName: operating.name,
      },
    })
    expect(await content(desk, right)).toMatchObject({ otherAccount: null })
  })

  it('takes the end of an account that the bank cut off, and what is of another entry, for no other account', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], onPayroll)
    await told(desk, id, { originatingAccountNumber: '0029' })
    await told(desk, id, { receivingAccountNumber: '99887766', transactionStatus: 'SETTLED' })
    expect(await content(desk, id)).toMatchObject({ otherAccount: null })
  })

  it('names an account that is none of this profile, which nobody can use', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], onPayroll)
    await told(desk, id, { originatingAccountNumber: '81234567' })
    expect(await content(desk, id)).toMatchObject({
      otherAccount: { debited: '••••4567', debitedId: null, debitedName: null, entries: 1 },
    })
    expect(await use(desk, id, '81234567')).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('using the account that the bank debits', () => {
  it('is asked there from now on, ends the message, and is an act that shows no account in full', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], onPayroll)
    desk.bank.clock.pass(10_000)
    await desk.ask(id)
    must(await use(desk, id))
    const from = desk.bank.records.length
    desk.bank.clock.pass(60_000)
    await desk.ask(id)
    expect(listed(desk, from)).toEqual([operating.account_number])
    expect((await desk.entries(id))[0]?.standing).toBe('settled')
    expect(await content(desk, id)).toMatchObject({
      otherAccount: null,
      askedAccount: { account: '••••0011', name: operating.name },
    })
    const [act] = (await auditEntries(desk.store)).filter(
      ({ kind }) => kind === 'batch.account-used',
    )
    expect(act).toMatchObject({
      actor: 'mara',
      subject: id,
      detail: JSON.stringify({ account: '••••0011', named: '••••0029' }),
    })
    expect(JSON.stringify(act)).not.toContain(operating.account_significant)
  })

  it('changes nothing of the order: not its body, its hash, what its approvals bind, or what the bank was sent', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], onPayroll)
    const before = await order(desk, id)
    const place = {
      kinds: moneyKinds,
      profileId: 'practice',
      environment: 'practice',
      profile: () => practiceProfile,
    } as const
    const attempts = () => desk.store.read.selectFrom('order_attempts').selectAll().execute()
    const asking = ['ach-list', 'ach-detail', 'ach-addenda-status', 'token']
    const notAsking = () => desk.calls().filter((purpose) => !asking.includes(purpose))
    const [journal, sent] = [await attempts(), notAsking()]
    expect(sent).toHaveLength(1)
    desk.bank.clock.pass(10_000)
    await desk.ask(id)
    must(await use(desk, id))
    must(await use(desk, id))
    const after = await order(desk, id)
    expect(after).toEqual(before)
    expect(approvalHash(after, place)).toBe(approvalHash(before, place))
    expect(await attempts()).toEqual(journal)
    expect(notAsking()).toEqual(sent)
    expect(await desk.acts('batch.account-used')).toEqual([id])
  })

  it('can be taken back, and is refused for a draft, a payment and an account of nobody', async () => {
    const desk = await followDesk()
    const id = await desk.accepted([entry()], onPayroll)
    must(await use(desk, id))
    must(await use(desk, id, payroll.id))
    expect(await content(desk, id)).toMatchObject({ askedAccount: null })
    const head = { ...payrollHead, accountId: payroll.id }
    const draft = await desk.drafts.create(head, [entry()], 'mara')
    expect(await use(desk, draft)).toMatchObject({ error: { code: 'order-state', state: 'draft' } })
    expect(await use(desk, 'nothing')).toMatchObject({ error: { code: 'not-found' } })
    expect(await use(desk, id, 'nobody')).toMatchObject({ error: { code: 'not-found' } })
  })
})
