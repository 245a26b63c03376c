/**
 * A payroll that names an account which the practice bank does not debit, through the workstation's
 * own handlers: from draft to reconciliation. Slow because of the bank's own pace: it collects two
 * seconds after acceptance.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { localDay } from '../../../../preload/contract/kernel/calendar.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { openPracticeBank } from '../../../../main/practice/open-practice-bank.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'
import { must, payroll } from './open-batches.ts'
import { entry } from './open-tracking.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const mara = { operator: { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker' as const] } }
const theo = { operator: { id: 'practice-theo', name: 'Theo Park', roles: ['checker' as const] } }

const dayMs = 86_400_000
const behindMs = (Date.now() - 10 * 3_600_000) % dayMs
/**
 * Starts at 10:00 UTC: at 12:30 of a weekday the practice bank settles what its history collected
 * the day before.
 */
const clock = { ...systemClock, now: () => new Date(Date.now() - behindMs) }

it('is never called unknown money, and is queried on the debited account once somebody chooses it', async () => {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const bank = await openPracticeBank({ clock })
  cleanUps.push(() => bank.close())
  const { workstation } = await startWorkstation(folder, bank.controlUrl, { clock })
  cleanUps.push(() => workstation.close())
  const { batches, orders, reconciliation, inbox } = workstation.handlers
  const effectiveDate = new Date(clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 10)
  const form = { ...payroll, effectiveDate, accountId: 'practice-2' }
  const entries = [entry(), entry({ amount: '7.00', receiverName: 'Alder Falls Bakery' })]
  const { id } = must(await batches.create({ form, entries }, mara))
  const reviewedHash = must(await orders.submit({ id }, mara)).approvalHash ?? ''
  must(await orders.review({ id }, theo))
  must(await orders.approve({ id, approvalHash: reviewedHash }, theo))
  must(await orders.release({ id, approvalHash: reviewedHash }, mara))
  const shown = async () => must(await orders.get({ id }, mara))
  await vi.waitFor(async () => expect((await shown()).state).toBe('accepted'), { timeout: 20_000 })
  const { bodySha256 } = await shown()
  await vi.waitFor(
    async () => {
      must(await batches.poll({ id }, mara))
      expect((await shown()).batch?.otherAccount).toMatchObject({ debited: '••••0011', entries: 2 })
    },
    { timeout: 20_000, interval: 1_000 },
  )

  const day = localDay(clock.now())
  const request = async (accountId: string) =>
    must(await reconciliation.fetchLists({ day, accountId }, mara))
  const debited = await request('practice-1')
  expect(debited.totals.lines).toMatchObject({ agreed: 2, 'not-from-here': 0, all: 2 })
  expect(debited.totals.flows).toMatchObject([{ flow: 'out', difference: 0 }])
  const message = {
    orderId: id,
    queried: '••••0029',
    debited: '••••0011',
    debitedId: 'practice-1',
  }
  expect(debited.otherAccounts).toMatchObject([{ ...message, entries: 2, isHere: true }])
  // The effective date is in two days: then the account that the batch names shows where its
  // entries are.
  const named = must(
    await reconciliation.get({ day: effectiveDate, accountId: 'practice-2' }, mara),
  )
  expect(named.totals.lines.all).toBe(0)

  const open = async () =>
    must(
      await inbox.list(
        { cursor: null, limit: 50, kind: 'other-account', whose: 'all', state: 'open' } as never,
        mara,
      ),
    ).items.map(({ title, address }) => [title, address])
  const soon = { timeout: 20_000, interval: 500 }
  const listed = [[`••••0011 debited, not ••••0029: PPD batch PAYROLL`, `/batches/${id}`]]
  await vi.waitFor(async () => expect(await open()).toEqual(listed), soon)
  must(await batches.useAccount({ id, accountId: 'practice-1' }, mara))
  await vi.waitFor(async () => expect(await open()).toEqual([]), soon)
  expect(await shown()).toMatchObject({
    bodySha256,
    state: 'accepted',
    attempts: [{ seq: 1, outcome: 'accepted' }],
    batch: { otherAccount: null, queriedAccount: { account: '••••0011' } },
  })
  expect((await request('practice-1')).otherAccounts).toEqual([])
})

it('is offered no account that the practice bank does not debit for batches', async () => {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const { workstation } = await startWorkstation(folder)
  cleanUps.push(() => workstation.close())
  const offered = must(await workstation.handlers.batches.listAccounts(undefined, mara))
  expect(offered.map(({ name, account }) => [name, account])).toEqual([
    ['Alder Falls Operating', '••••0011'],
  ])
  expect(
    must(await workstation.handlers.paymentInquiry.listAccounts(undefined, mara)),
  ).toHaveLength(4)
})
