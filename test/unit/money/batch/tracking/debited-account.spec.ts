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
import { must, payroll as payrollHead } from '../open-batches.ts'
import { entry, openTracking, mara } from '../open-tracking.ts'

const [operating, payroll] = practiceProfile.accounts
if (!operating || !payroll) throw new Error('no accounts')
/** The natural choice for payroll, which the bank does not debit. */
const onPayroll = { form: { accountId: payroll.id } } as const
const debit = () => entry({ creditDebitCode: 'D' })

type Session = Awaited<ReturnType<typeof openTracking>>
const order = (session: Session, id: string) =>
  session.store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const content = async (session: Session, id: string) =>
  batchContentOf(session.context, await order(session, id), {
    entriesWithProblems: 0,
    mayLeave: false,
  })
/** The accounts whose lists were requested, each once in the order of the first request. */
const listed = (session: Session, from = 0) => [
  ...new Set(
    session.bank.records
      .slice(from)
      .flatMap(({ purpose, requestBody }) =>
        purpose === 'ach-list'
          ? (/"accountNumber":"(\d+)"/.exec(requestBody ?? '')?.[1] ?? [])
          : [],
      ),
  ),
]
const use = (session: Session, id: string, accountId = operating.id) =>
  session.tracking.handlers.useAccount({ id, accountId }, mara)

/** Delivers an alert of the bank about an entry of the batch. */
async function deliverAlert(
  session: Session,
  id: string,
  part: Readonly<Record<string, unknown>> = {},
) {
  const [one] = await session.entries(id)
  await session.alert({
    traceNumber: one?.trace_number,
    transactionStatus: 'COLLECTED',
    originatingAccountNumber: operating?.account_number,
    receivingAccountNumber: one?.account_significant,
    ...part,
  })
}

describe('a batch of which the bank debits another account than it names', () => {
  it('is tracked by its trace numbers: collected, settled and returned are found on the other account', async () => {
    const session = await openTracking()
    const id = await session.accepted([debit(), debit()], {
      ...onPayroll,
      scenario: 'entry-returned',
    })
    session.bank.clock.pass(200_000)
    await session.request(id)
    expect(await session.entries(id)).toMatchObject([
      { bank_status: 'returned', return_code: 'R01', debited_significant: '7200450011' },
      { bank_status: 'settled', debited_significant: '7200450011' },
    ])
    await session.bank.settle()
  })

  it('has its notification of change complete, with code and corrected data', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { ...onPayroll, scenario: 'entry-changed' })
    session.bank.clock.pass(120_000)
    await session.request(id)
    expect(await session.entries(id)).toMatchObject([
      { change_code: 'C01', change_data: '00123456789', bank_status: 'settled' },
    ])
  })

  it('is queried by itself where an alert showed it, and where the bank must have collected it by now', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { ...onPayroll, scenario: 'entry-changed' })
    const late = await session.accepted([entry({ amount: '7' })], onPayroll)
    session.bank.clock.pass(120_000)
    await session.tracking.start()
    /** Polls the due batches, as the schedule does. */
    const due = async (isThere: () => Promise<boolean>): Promise<void> => {
      for (const timer of session.timers.splice(0)) timer.run()
      await expect.poll(isThere).toBe(true)
    }
    const passes = async () => (await session.acts('batch.polled')).length
    await due(async () => (await passes()) === 2)
    expect(listed(session)).toEqual([payroll.account_number])
    await deliverAlert(session, id, { notificationOfChangeAddendaCount: 1 })
    await due(async () => (await session.entries(id))[0]?.change_code === 'C01')
    expect(listed(session)).toEqual([payroll.account_number, operating.account_number])
    expect((await session.entries(late))[0]?.bank_status).toBe('not-reported')
    session.bank.clock.pass(3 * 86_400_000)
    await due(async () => (await session.entries(late))[0]?.bank_status === 'settled')
  })

  it('is one message, whatever its entries, and none where the bank debits the named account', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry({ amount: '7' })], onPayroll)
    const right = await session.accepted([entry()])
    expect(await content(session, id)).toMatchObject({ otherAccount: null, queriedAccount: null })
    session.bank.clock.pass(10_000)
    await session.request(id)
    await session.request(right)
    expect(await content(session, id)).toMatchObject({
      otherAccount: {
        orderId: id,
        entries: 2,
        queried: '••••0029',
        debited: '••••0011',
        debitedId: operating.id,
        debitedName: operating.name,
      },
    })
    expect(await content(session, right)).toMatchObject({ otherAccount: null })
  })

  it('ignores a truncated account, and one of another entry', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    await deliverAlert(session, id, { originatingAccountNumber: '0029' })
    await deliverAlert(session, id, {
      receivingAccountNumber: '99887766',
      transactionStatus: 'SETTLED',
    })
    expect(await content(session, id)).toMatchObject({ otherAccount: null })
  })

  it('names an account that the profile does not have, which nobody can use', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    await deliverAlert(session, id, { originatingAccountNumber: '81234567' })
    expect(await content(session, id)).toMatchObject({
      otherAccount: { debited: '••••4567', debitedId: null, debitedName: null, entries: 1 },
    })
    expect(await use(session, id, '81234567')).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('using the account that the bank debits', () => {
  it('queries it there from now on, ends the message, and is an act that shows no account in full', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    session.bank.clock.pass(10_000)
    await session.request(id)
    must(await use(session, id))
    const from = session.bank.records.length
    session.bank.clock.pass(60_000)
    await session.request(id)
    expect(listed(session, from)).toEqual([operating.account_number])
    expect((await session.entries(id))[0]?.bank_status).toBe('settled')
    expect(await content(session, id)).toMatchObject({
      otherAccount: null,
      queriedAccount: { account: '••••0011', name: operating.name },
    })
    const [act] = (await auditEntries(session.store)).filter(
      ({ kind }) => kind === 'batch.account-used',
    )
    expect(act).toMatchObject({
      actor: 'mara',
      subject: id,
      detail: JSON.stringify({ account: '••••0011', named: '••••0029' }),
    })
    expect(JSON.stringify(act)).not.toContain(operating.account_significant)
  })

  it('changes nothing of the order: not its body, its hash, what its approvals cover, or what the bank was sent', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    const before = await order(session, id)
    const place = {
      kinds: moneyKinds,
      profileId: 'practice',
      environment: 'practice',
      profile: () => practiceProfile,
    } as const
    const attempts = () => session.store.read.selectFrom('order_attempts').selectAll().execute()
    const queryPurposes = ['ach-list', 'ach-detail', 'ach-addenda-status', 'token']
    const otherCalls = () => session.calls().filter((purpose) => !queryPurposes.includes(purpose))
    const [journal, sent] = [await attempts(), otherCalls()]
    expect(sent).toHaveLength(1)
    session.bank.clock.pass(10_000)
    await session.request(id)
    must(await use(session, id))
    must(await use(session, id))
    const after = await order(session, id)
    expect(after).toEqual(before)
    expect(approvalHash(after, place)).toBe(approvalHash(before, place))
    expect(await attempts()).toEqual(journal)
    expect(otherCalls()).toEqual(sent)
    expect(await session.acts('batch.account-used')).toEqual([id])
  })

  it('refuses the second of two choices made at once: it saw another account', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    const [first, second] = await Promise.all([use(session, id), use(session, id)])
    expect(first).toEqual({ ok: true, value: undefined })
    expect(second).toEqual({ ok: false, error: { code: 'changed-meanwhile' } })
    expect(await session.acts('batch.account-used')).toEqual([id])
  })

  it('can be undone, and is refused for a draft, a payment and an account of nobody', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], onPayroll)
    must(await use(session, id))
    must(await use(session, id, payroll.id))
    expect(await content(session, id)).toMatchObject({ queriedAccount: null })
    const head = { ...payrollHead, accountId: payroll.id }
    const draft = await session.drafts.create(head, [entry()], 'mara')
    expect(await use(session, draft)).toMatchObject({
      error: { code: 'order-state', state: 'draft' },
    })
    expect(await use(session, 'nothing')).toMatchObject({ error: { code: 'not-found' } })
    expect(await use(session, id, 'nobody')).toMatchObject({ error: { code: 'not-found' } })
  })
})
